"""What the words of a query stand for, besides themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Words = tuple[str, ...]

Synonyms = Mapping[Words, tuple[Words, ...]]
"""The meanings of words that were tokenised; each meaning consists of words that belong together."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A word of a query, or several that have a meaning together ('f', 'o' of 'F&O')."""

    words: Words
    meanings: tuple[Words, ...] = ()

    @property
    def typed(self) -> str:
        return " ".join(self.words)


def phrases(tokens: Sequence[str], *, synonyms: Synonyms) -> list[Phrase]:
    """The tokens in their order; of overlapping phrases the longest one from the left."""
    longest = max(map(len, synonyms), default=1)
    found: list[Phrase] = []
    start = 0
    while start < len(tokens):
        phrase = _phrase_at(tokens[start : start + longest], synonyms)
        found.append(phrase)
        start += len(phrase.words)
    return found


def _phrase_at(tokens: Sequence[str], synonyms: Synonyms) -> Phrase:
    for length in range(len(tokens), 0, -1):
        words = tuple(tokens[:length])
        meanings = synonyms.get(words) or synonyms.get(_singular(words))
        if meanings:
            return Phrase(words, meanings)
    return Phrase((tokens[0],))


def _singular(words: Words) -> Words:
    """'SIPs' is found under 'SIP'."""
    last = words[-1]
    is_plural = len(last) > 2 and last.isascii() and last.endswith("s")
    return (*words[:-1], last[:-1]) if is_plural else words
