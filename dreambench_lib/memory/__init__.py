"""Memories: protocol, budget, context format, baselines, the probe, the conditions table."""
