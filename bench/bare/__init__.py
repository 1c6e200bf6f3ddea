"""Bare views: what the framework does for the same answer when nobody takes care. They are the yardsticks."""
