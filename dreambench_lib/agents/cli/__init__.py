"""Agents that are other people's programs: Codex, and any command by a template."""
