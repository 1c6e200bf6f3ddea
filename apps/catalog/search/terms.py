"""What is asked of a database: terms, and the fields in which they may stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from django.db.models.expressions import RawSQL

MOST_ALIKE = 40
"""Words spelled somewhat alike that are looked at closely."""


class Field(Enum):
    """What a course says, by how much a word in it tells; the columns of `SearchDocument`."""

    TITLE = "title"
    PEOPLE = "people"
    GOALS = "goals"
    TOPICS = "topics"


@dataclass(frozen=True, slots=True)
class Term:
    """Letters, marks and digits alone, so that no database finds anything in it to obey."""

    word: str
    is_beginning: bool = True


class Engine(Protocol):
    """How a database searches. Each is a module with these functions."""

    def begun_or_alike(self, typed: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str | None]]:
        """
        For each pair of a typed word and its beginning what published courses hold, in one query.

        A word with nothing is one that some word begins with; else there is a row for each word that is
        spelled somewhat alike.
        """
        ...

    def holders(self, *, terms: Sequence[Term], field: Field | None = None) -> RawSQL:
        """The ids of the documents that hold one of the terms, in the field or in any."""
        ...

    def reindex(self) -> None:
        """Make anew what the database itself derives from the documents."""
        ...
