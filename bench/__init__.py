"""Benchmarks: each module here measures one promise and fails when it is not kept."""

services: dict[str, str] = {}
"""The database and the cache that were named for this run, and set aside."""
