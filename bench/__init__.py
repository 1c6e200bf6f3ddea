"""Benchmarks: each module measures something and fails where its target is not met."""

services: dict[str, str] = {}
"""DATABASE_URL and REDIS_URL of this run. A benchmark that needs them reads them here."""
