"""What an import of a CSV file did, or would do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db.models import Model

FIRST = 20
"""Rows that a preview shows."""


@dataclass(slots=True)
class Imported:
    """With any error nothing was kept."""

    added: int = 0
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What staff should know, though it is no error."""
    first: list[str] = field(default_factory=list)
    """The first rows in words, for a preview."""


def problems_of(row: Model, *, columns: Mapping[str, str], exclude: tuple[str, ...] = ()) -> Iterator[str]:
    """What the model says about the values, by the name of the column. Reads nothing from the database."""
    try:
        row.full_clean(exclude=exclude, validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        for name, texts in error.message_dict.items():
            yield f"{columns.get(name, name)}: {' '.join(texts)}"
