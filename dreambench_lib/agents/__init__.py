"""Agents: what edits the repository in a session."""
