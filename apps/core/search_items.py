"""
Search in memory among kinds of which there are few: all items of a kind are cached and compared.

Courses have a search in the database (apps/catalog/search).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.core import search_synonyms, search_tokens, spelling
from apps.core.search_synonyms import Synonyms, Words


@dataclass(frozen=True, slots=True)
class SearchItem:
    """Something with a page, and the tokens that it is found by."""

    id: str
    title: str
    path: str
    about: str
    """What it is part of, as staff wrote it."""
    tokens: str
    teacher: str = ""
    language: str | None = None
    price_paise: int | None = None
    starts_at: datetime | None = None
    until: datetime | None = None
    """From then on it is not found."""


def search_item(*, id: object, title: str, path: str, about: str, texts: Iterable[str] = ()) -> SearchItem:
    """An item without dates, found by its title, the line below it and other texts."""
    return SearchItem(str(id), title, path, about, search_tokens.join_tokens([title, about, *texts]))


_MIN_LENGTH_OF_PREFIX = 4
"""Synonyms are often short: 'F&O' must not find all that has words with these letters first."""


@dataclass(frozen=True, slots=True)
class ItemWord:
    """A word of a query: an item needs all words of one of its alternatives, by prefix."""

    typed: str
    alternatives: tuple[Words, ...]
    """Empty if no item has the word, typos forgiven."""
    guess: str | None = None
    """What was probably meant: the likeliest correction or, where none is close enough, a question."""
    is_synonym: bool = False
    """Then short words must match whole."""


def interpret(
    text: str,
    *,
    items: Iterable[SearchItem],
    synonyms: Synonyms,
    known: Collection[str] = (),
    names: Collection[str] = (),
) -> list[ItemWord]:
    """
    The words of a query with their synonyms, and corrected where no item has them.

    `known` are words that are found elsewhere as they are typed, and so are no typos. `names` are those of
    people, and never a guess.
    """
    tokens = search_tokens.query_tokens(text)
    phrases = search_synonyms.phrases(tokens, synonyms=synonyms)
    doubtful = [phrase for phrase in phrases if not phrase.meanings and phrase.typed not in known]
    vocabulary = {token for item in items for token in item.tokens.split()} if doubtful else set()
    return [
        _corrected(phrase.typed, vocabulary, names)
        if phrase in doubtful
        else ItemWord(phrase.typed, (phrase.words, *phrase.meanings), is_synonym=bool(phrase.meanings))
        for phrase in phrases
    ]


@dataclass(frozen=True, slots=True)
class Match:
    item: SearchItem
    hits: int
    """How many of the words it has."""


def match(items: Iterable[SearchItem], *, words: Sequence[ItemWord], now: datetime) -> Sequence[Match]:
    """Items with at least one of the words; those with more in the title come first."""
    current = (item for item in items if item.until is None or item.until > now)
    found = [Match(item, _count_hits(item.tokens.split(), words)) for item in current]
    return sorted(
        (match for match in found if match.hits),
        key=lambda match: -_count_hits(search_tokens.tokenize(match.item.title), words),
    )


def _corrected(typed: str, vocabulary: Collection[str], names: Collection[str]) -> ItemWord:
    stem = search_tokens.stem(typed)
    if any(token.startswith(stem) for token in vocabulary):
        return ItemWord(typed, ((typed,),))
    # Comparing spellings takes long, so what has neither the first letter nor the two after it is left out.
    shortest = len(typed) - spelling.allowed_edits(typed) - 1
    similar = [
        token
        for token in vocabulary
        if len(token) >= shortest and (token[0] == typed[0] or typed[1:3] in token[:4])
    ]
    spelt = spelling.corrections(typed, similar) if spelling.allowed_edits(typed) else []
    guess = spelling.guess(typed, spelt or [token for token in similar if token not in names])
    return ItemWord(typed, tuple((word,) for word in spelt), guess)


def _count_hits(tokens: Sequence[str], words: Sequence[ItemWord]) -> int:
    return sum(any(_has_all(tokens, meaning, word) for meaning in word.alternatives) for word in words)


def _has_all(tokens: Sequence[str], meaning: Words, word: ItemWord) -> bool:
    return all(_has(tokens, part, is_whole=word.is_synonym) for part in meaning)


def _has(tokens: Sequence[str], part: str, *, is_whole: bool) -> bool:
    if is_whole and len(part) < _MIN_LENGTH_OF_PREFIX:
        return part in tokens
    stem = search_tokens.stem(part)
    return any(token.startswith(stem) for token in tokens)
