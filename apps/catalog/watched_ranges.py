"""
The parts of a topic that somebody watched: sorted, disjoint ranges of whole seconds.

Merging ranges is a union, so a report that comes twice, late or out of order gives the same result.
"""

from collections.abc import Iterable

Ranges = list[list[int]]
"""Pairs of a first second and the one after the last, as stored in JSON."""


def clip(ranges: Iterable[Iterable[float]], *, length: int) -> Ranges:
    """The reported ranges, cut to whole seconds and to the topic's length."""
    # Both ends are rounded the same way, so a report starts where the previous one ended.
    cut = ((int(min(start, length)), int(min(end, length))) for start, end in ranges)
    return merge((start, end) for start, end in cut if start < end)


def merge(ranges: Iterable[Iterable[int]]) -> Ranges:
    merged: Ranges = []
    for start, end in sorted(map(tuple, ranges)):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def total_seconds(ranges: Iterable[Iterable[int]]) -> int:
    return sum(end - start for start, end in ranges)
