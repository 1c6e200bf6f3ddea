"""How two states of texts differ: line by line, and in a line that was rewritten word by word."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

_MAX_LINES = 1000
_MAX_WORDS = 500
"""Longer texts are shown one below the other, longer lines as a whole: to compare them could take seconds."""

_CONTEXT_LINES = 3
_WORDS = re.compile(r"\s*\S+|\s+")
"""Each with the space before it, so that what is added to the end of a line leaves its last word alone."""

PAGE_PARTS = ("title", "lead", "text")


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class DiffLine:
    mark: str
    """'+', '-', a space, or '@' for a gap."""
    pieces: Sequence[Piece]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Compared:
    name: str
    lines: Sequence[DiffLine]


def of_texts(old: Mapping[str, str], new: Mapping[str, str], *, names: Sequence[str]) -> list[Compared]:
    """The parts that differ."""
    return [
        Compared(name.capitalize(), list(_with_words(_diff(old[name].splitlines(), new[name].splitlines()))))
        for name in names
        if old[name] != new[name]
    ]


def _diff(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    """Marks and lines."""
    if max(len(old), len(new)) > _MAX_LINES:
        return [*(("-", line) for line in old), *(("+", line) for line in new)]
    found = difflib.unified_diff(old, new, n=_CONTEXT_LINES, lineterm="")
    # The first two lines name files.
    return [("@", "") if line.startswith("@@") else (line[:1], line[1:]) for line in list(found)[2:]]


def _with_words(lines: list[tuple[str, str]]) -> Iterator[DiffLine]:
    """As many new lines as old ones before them are taken for those lines, rewritten."""
    runs = [(mark, [text for _, text in run]) for mark, run in groupby(lines, key=lambda line: line[0])]
    rewritten: list[tuple[list[Piece], list[Piece]]] = []
    for (mark, texts), (next_mark, next_texts) in zip(runs, [*runs[1:], ("", [])], strict=True):
        if mark == "-" and next_mark == "+" and len(texts) == len(next_texts):
            rewritten = [_rewritten(*pair) for pair in zip(texts, next_texts, strict=True)]
            yield from (DiffLine(mark, old) for old, _ in rewritten)
        elif mark == "+" and rewritten:
            yield from (DiffLine(mark, new) for _, new in rewritten)
            rewritten = []
        else:
            yield from (DiffLine(mark, [Piece(text, mark in "+-")]) for text in texts)


def _rewritten(old: str, new: str) -> tuple[list[Piece], list[Piece]]:
    words = _WORDS.findall(old), _WORDS.findall(new)
    if max(map(len, words)) > _MAX_WORDS:
        return [Piece(old, True)], [Piece(new, True)]
    pieces: tuple[list[Piece], list[Piece]] = ([], [])
    for name, *ends in difflib.SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        for side, start, end in ((0, *ends[:2]), (1, *ends[2:])):
            if start < end:
                pieces[side].append(Piece("".join(words[side][start:end]), name != "equal"))
    return pieces
