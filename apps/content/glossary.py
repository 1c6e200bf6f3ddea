"""
Finds the glossary's terms in the HTML of a chapter and makes them links to the glossary.

Texts are cut into words once and looked up by their first word, so the time does not grow with the number of
terms. The HTML is ours: sanitised, with our figures and formulas in it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape, unescape
from itertools import pairwise

PAGE = "/academy/glossary"

_TOKEN = re.compile(r'<(?:[^<>"]|"[^"]*+")*+>|[^<]++|<')
_TAG_NAME = re.compile(r"</?([a-z0-9]+)")
_WORD = re.compile(r"\w++(?:[-&+/]\w++)*+")
_UNTOUCHED = frozenset(
    ["h1", "h2", "h3", "h4", "a", "code", "pre", "th", "caption", "figure", "svg", "math", "button"]
)
"""In these no term becomes a link."""


@dataclass(frozen=True, slots=True)
class Term:
    key: str
    """Its slug, which names its place on the glossary's page."""
    spellings: tuple[str, ...]


class _Spellings:
    """All spellings of all terms, found by their words."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._by_words: dict[tuple[str, ...], list[tuple[str, list[str] | None]]] = {}
        self._lengths: dict[str, list[int]] = {}
        for term in terms:
            for spelling in term.spellings:
                self._add(term.key, words_of(spelling))
        for lengths in self._lengths.values():
            lengths.sort(reverse=True)

    def _add(self, key: str, words: list[str]) -> None:
        folded = tuple(word.casefold() for word in words)
        if not folded:
            return
        has_capitals_inside = any(word[1:] != word[1:].lower() for word in words)
        same = self._by_words.setdefault(folded, [])
        same.append((key, words if has_capitals_inside else None))
        lengths = self._lengths.setdefault(folded[0], [])
        if len(folded) not in lengths:
            lengths.append(len(folded))

    def at(self, words: list[str], index: int) -> Iterator[tuple[str, int]]:
        """The terms that begin at a word, with their number of words; longer ones first."""
        for length in self._lengths.get(words[index].casefold(), ()):
            here = words[index : index + length]
            for key, exact in self._by_words.get(tuple(word.casefold() for word in here), ()):
                if exact is None or exact == here:
                    yield key, length


def link_terms(html: str, terms: Iterable[Term]) -> tuple[str, list[str]]:
    """
    The HTML in which each term is a link once in each section, where it occurs first, and these terms' keys.

    A section begins at an h2. Terms with capitals inside (`STT`, `F&O`) match only as they are written.
    """
    spellings = _Spellings(terms)
    found: dict[str, None] = {}
    in_section: set[str] = set()
    out: list[str] = []
    depth = 0
    for token in _TOKEN.findall(html):
        name = match[1] if (match := _TAG_NAME.match(token)) else None
        if name in _UNTOUCHED and not token.endswith("/>"):
            depth += -1 if token.startswith("</") else 1
            if name == "h2":
                in_section.clear()
        elif name is None and depth == 0 and not token.isspace():
            out.append(_linked(token, spellings, in_section))
            found.update(dict.fromkeys(in_section))
            continue
        out.append(token)
    return "".join(out), list(found)


def words_of(spelling: str) -> list[str]:
    return _WORD.findall(spelling)


def _linked(token: str, spellings: _Spellings, seen: set[str]) -> str:
    text = unescape(token)
    parts: list[str] = []
    end = 0
    for start, stop, key in _occurrences(text, spellings):
        if key not in seen:
            seen.add(key)
            link = f'<a class="term" href="{PAGE}#term-{key}">{escape(text[start:stop], quote=False)}</a>'
            parts += [escape(text[end:start], quote=False), link]
            end = stop
    return "".join([*parts, escape(text[end:], quote=False)]) if parts else token


def _occurrences(text: str, spellings: _Spellings) -> Iterator[tuple[int, int, str]]:
    places = list(_WORD.finditer(text))
    words = [place[0] for place in places]
    index = 0
    while index < len(words):
        for key, length in spellings.at(words, index):
            matched = places[index : index + length]
            if _are_adjacent(text, matched):
                yield matched[0].start(), matched[-1].end(), key
                index += length - 1
                break
        index += 1


def _are_adjacent(text: str, words: list[re.Match[str]]) -> bool:
    return all(text[one.end() : other.start()].isspace() for one, other in pairwise(words))
