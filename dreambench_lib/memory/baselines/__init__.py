"""Simple memories to compare with."""
