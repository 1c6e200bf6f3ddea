"""
Which parts of a topic somebody watched: whole seconds, each from where to where, in order and apart.

Joining parts is a union: done twice, late or in another order it comes to the same.
"""

from collections.abc import Iterable

Parts = list[list[int]]
"""Pairs of a first second and the one after the last, as JSON keeps them."""


def within(ranges: Iterable[Iterable[float]], *, length: int) -> Parts:
    """What the reported ranges cover of a topic of that length."""
    # Both ends are cut in the same way, so that one report begins where the one before it ended.
    cut = ((int(min(start, length)), int(min(end, length))) for start, end in ranges)
    return joined((start, end) for start, end in cut if start < end)


def joined(parts: Iterable[Iterable[int]]) -> Parts:
    whole: Parts = []
    for start, end in sorted(map(tuple, parts)):
        if whole and start <= whole[-1][1]:
            whole[-1][1] = max(whole[-1][1], end)
        else:
            whole.append([start, end])
    return whole


def seconds(parts: Iterable[Iterable[int]]) -> int:
    return sum(end - start for start, end in parts)
