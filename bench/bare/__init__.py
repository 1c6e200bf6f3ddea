"""Bare views as baselines: the least that the framework needs for the same response."""
