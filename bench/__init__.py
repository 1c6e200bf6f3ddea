"""Benchmarks: each module here measures one promise and fails when it is not kept."""
