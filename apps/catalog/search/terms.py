"""The types that the search engines share."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from django.db.models.expressions import RawSQL

MAX_SIMILAR_WORDS = 40
"""Words of similar spelling that are compared in Python."""


class Field(Enum):
    """The columns of `SearchDocument`, the most relevant first."""

    TITLE = "title"
    PEOPLE = "people"
    GOALS = "goals"
    TOPICS = "topics"


@dataclass(frozen=True, slots=True)
class Term:
    """A word or prefix of letters, marks and digits only: without query syntax, so it needs no escaping."""

    word: str
    is_prefix: bool = True


Meaning = tuple[Term, ...]
"""Terms that a document must contain together."""

Alternatives = tuple[Meaning, ...]
"""What a word of a query may stand for: one of these is enough."""


class Engine(Protocol):
    """The interface of a search engine; each is a module with these functions."""

    def prefixes_or_similar(
        self, typed: Sequence[tuple[str, str]], *, correctable: Collection[str]
    ) -> Iterable[tuple[str, str | None, bool]]:
        """
        Look up pairs of a typed word and its stem in the published courses, in one query.

        A row with None says that the typed word is a prefix of an indexed word. Otherwise there is a row for
        each word of similar spelling, if the typed word is one of the correctable ones. The last value is
        whether only the field of people has this word.
        """
        ...

    def matching_documents(self, *, words: Sequence[Alternatives], field: Field | None = None) -> RawSQL:
        """The ids of the documents that contain, for each word, one of its alternatives, in any field."""
        ...

    def reindex(self) -> None:
        """Rebuild the index that the database derives from the documents."""
        ...
