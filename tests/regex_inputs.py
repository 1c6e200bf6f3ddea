"""
Inputs that make a backtracking regular expression slow, derived from its own parts.

A repetition is slow if the match can enter or leave it in many ways. So each input has a prefix that leads to
a repetition, many copies of what it repeats, and an end at which the match fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from re import _constants as codes  # type: ignore[attr-defined]  # isort: skip
from re import _parser as parser  # type: ignore[attr-defined]  # isort: skip

_FAILING_ENDS = ("", "\x00", "!", "\n", " ")
_CATEGORIES = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_WORD: "-",
}
_CANDIDATES = "a1A_-. /:=\"'\\<>[]{}\n\u00e9\u0966Z9,;"


def hostile_inputs(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """Yield (start, part to repeat, end) without duplicates."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.TEMPLATE)
    found: set[tuple[str, str, str]] = set()
    whole = "".join(_sample(tree))
    for lead, unit in [("", whole), *_repeated(tree, "")]:
        for part in {unit, unit[:1], unit[-1:], lead, lead + unit, whole}:
            for end in _FAILING_ENDS:
                for start in {"", lead}:
                    if part:
                        found.add((start, part, end))
    for letter in _CANDIDATES:
        found.add(("", letter, ""))
        found.add((whole[:20], letter, "\x00"))
    yield from sorted(found)


def is_bounded(pattern: re.Pattern[str]) -> bool:
    """Whether every repetition has a maximum: a match then reads no further, however long the text is."""
    return _has_maxima(parser.parse(pattern.pattern, pattern.flags & ~re.TEMPLATE))


def _has_maxima(part: Any) -> bool:
    if isinstance(part, parser.SubPattern | list | tuple):
        return all(map(_has_maxima, part))
    return part is not codes.MAXREPEAT


def _repeated(tree: Any, lead: str) -> Iterator[tuple[str, str]]:
    """Yield (prefix, repeated part) of each repetition without a bound or with a large one."""
    for operation, argument in tree:
        if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _, most, inner = argument
            if most == codes.MAXREPEAT or most > 8:
                yield lead, "".join(_sample(inner))
            yield from _repeated(inner, lead)
        elif operation is codes.SUBPATTERN:
            yield from _repeated(argument[3], lead)
        elif operation is codes.ATOMIC_GROUP:
            yield from _repeated(argument, lead)
        elif operation is codes.BRANCH:
            for branch in argument[1]:
                yield from _repeated(branch, lead)
        elif operation in (codes.ASSERT, codes.ASSERT_NOT):
            yield from _repeated(argument[1], lead)
        lead += "".join(_sample([(operation, argument)]))


def _sample(tree: Any) -> Iterator[str]:
    """A text that the tree matches, at least nearly."""
    for operation, argument in tree:
        if operation is codes.LITERAL:
            yield chr(argument)
        elif operation in (codes.NOT_LITERAL, codes.IN):
            choices = [(operation, argument)] if operation is codes.NOT_LITERAL else argument
            yield _member(choices)
        elif operation is codes.ANY:
            yield "a"
        elif operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, _, inner = argument
            yield "".join(_sample(inner)) * min(max(least, 1), 64)
        elif operation is codes.SUBPATTERN:
            yield from _sample(argument[3])
        elif operation is codes.ATOMIC_GROUP:
            yield from _sample(argument)
        elif operation is codes.BRANCH:
            yield from _sample(argument[1][0])


def _member(choices: Any) -> str:
    if choices[0][0] in (codes.NEGATE, codes.NOT_LITERAL):
        taken = {chr(value) for kind, value in choices if kind in (codes.LITERAL, codes.NOT_LITERAL)}
        return next((letter for letter in _CANDIDATES if letter not in taken), "a")
    kind, value = choices[0]
    if kind is codes.RANGE:
        return chr(value[0])
    if kind is codes.CATEGORY:
        return _CATEGORIES.get(value, "a")
    return chr(value)
