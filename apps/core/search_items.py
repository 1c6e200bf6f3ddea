"""
Search in memory among kinds of which there are few: all items of a kind are cached and compared.

Courses have a search in the database (apps/catalog/search).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.core import search_tokens


@dataclass(frozen=True, slots=True)
class SearchItem:
    """Something with a page, and the tokens that it is found by."""

    id: str
    title: str
    path: str
    about: str
    """A line below the title."""
    tokens: str
    starts_at: datetime | None = None
    until: datetime | None = None
    """From then on it is not found."""


def search_item(*, id: object, title: str, path: str, about: str, texts: Iterable[str] = ()) -> SearchItem:
    """An item without dates, found by its title, the line below it and other texts."""
    return SearchItem(str(id), title, path, about, search_tokens.join_tokens([title, about, *texts]))


def match(items: Iterable[SearchItem], *, text: str, now: datetime) -> Sequence[SearchItem]:
    """Items with a token for each word of the text, by prefix; matches in the title come first."""
    stems = [search_tokens.stem(token) for token in search_tokens.query_tokens(text)]
    if not stems:
        return []
    matching = [
        item
        for item in items
        if (item.until is None or item.until > now) and _count_hits(item.tokens.split(), stems) == len(stems)
    ]
    return sorted(matching, key=lambda item: -_count_hits(search_tokens.tokenize(item.title), stems))


def _count_hits(tokens: Sequence[str], stems: Sequence[str]) -> int:
    return sum(any(token.startswith(stem) for token in tokens) for stem in stems)
