"""Simulated readers: fixed reading policies; every place that shows their numbers says so."""
