"""
Finding by words among things of which there are few: the rows of each kind are kept and looked through.

Courses, of which there may be many, have a search of their own in the database.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.core import search_tokens


@dataclass(frozen=True, slots=True)
class Findable:
    """Something with a page of its own, and the words that it is found by."""

    id: str
    title: str
    path: str
    about: str
    """A line below the title."""
    words: str
    starts_at: datetime | None = None
    until: datetime | None = None
    """When it stops being on offer."""


def row(*, id: object, title: str, path: str, about: str, texts: Iterable[str] = ()) -> Findable:
    """Something that is always there, found by its title, the line below it and other texts."""
    return Findable(str(id), title, path, about, search_tokens.joined([title, about, *texts]))


def best(rows: Iterable[Findable], *, text: str, now: datetime) -> Sequence[Findable]:
    """Those that have every word of the text, or one that begins so; first those with it in the title."""
    sought = [search_tokens.beginning(word) for word in search_tokens.sought(text)]
    if not sought:
        return []
    fitting = [
        found
        for found in rows
        if (found.until is None or found.until > now) and _hits(found.words.split(), sought) == len(sought)
    ]
    return sorted(fitting, key=lambda found: -_hits(search_tokens.split(found.title), sought))


def _hits(held: Sequence[str], sought: Sequence[str]) -> int:
    return sum(any(word.startswith(beginning) for word in held) for beginning in sought)
