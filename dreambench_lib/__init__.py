"""DreamBench: memory hygiene of coding agents, measured with sealed traps and exact statistics."""

__version__ = "0.1.0"
