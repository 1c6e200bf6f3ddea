"""A file as columns over querysets: rows, breakdown and almost all totals come from the same rows."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, QuerySet, Sum

from apps.core.spreadsheets import CellKind, Heading
from apps.office.periods import Period
from apps.office.states import ExportFile

_CHUNK = 2000
"""Rows that are read at a time, on PostgreSQL from a server-side cursor."""

Parts = Callable[[Period], Sequence["QuerySet[Any]"]]


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    name: str
    """A field, an annotation or a path to a field."""
    kind: CellKind = CellKind.TEXT
    has_total: bool = False
    label: Callable[[Any], str] | None = None
    """The text for a stored value."""

    @property
    def heading(self) -> Heading:
        return Heading(self.title, self.kind)

    def shown(self, value: Any) -> Any:
        return value if self.label is None or value is None else self.label(value)


@dataclass(frozen=True, slots=True)
class Total:
    column: Column
    value: int


@dataclass(frozen=True, slots=True)
class BreakdownRow:
    names: tuple[Any, ...]
    rows: int
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts and sums of one file in a period."""

    rows: int
    totals: tuple[Total, ...]
    breakdown: tuple[BreakdownRow, ...]


@dataclass(frozen=True, slots=True)
class File:
    kind: ExportFile
    description: str
    columns: tuple[Column, ...]
    parts: Parts
    """One queryset or several, all with the names of the columns; their rows follow each other."""
    grouped_by: tuple[Column, ...] = field(default=())
    """Columns of the breakdown, which need not be in the file."""
    totals: Callable[[Period], Sequence[int]] | None = None
    """The number of rows and the totals, of a file without a breakdown whose rows take long to add up."""

    @property
    def summed(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.has_total)

    def rows(self, period: Period) -> Iterator[tuple[Any, ...]]:
        names = [column.name for column in self.columns]
        labelled = [(at, column) for at, column in enumerate(self.columns) if column.label]
        for part in self.parts(period):
            for values in part.values_list(*names).iterator(_CHUNK):
                row = list(values)
                for at, column in labelled:
                    row[at] = column.shown(row[at])
                yield tuple(row)

    def count(self, period: Period) -> int:
        return sum(part.order_by().count() for part in self.parts(period))

    def summary(self, period: Period) -> Summary:
        """One query for each part: the totals are the sums of the breakdown."""
        if self.totals is not None:
            numbers = self.totals(period)
            return Summary(numbers[0], self._totals(numbers), ())
        groups: defaultdict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0] * (1 + len(self.summed)))
        for part in self.parts(period):
            for names, numbers in self._grouped(part):
                groups[names] = [old + new for old, new in zip(groups[names], numbers, strict=True)]
        whole = [sum(numbers) for numbers in zip(*groups.values(), strict=True)] or [0] * (
            1 + len(self.summed)
        )
        rows = [
            BreakdownRow(names, numbers[0], self._totals(numbers))
            for names, numbers in sorted(groups.items(), key=lambda item: [str(name) for name in item[0]])
        ]
        return Summary(whole[0], self._totals(whole), tuple(rows) if self.grouped_by else ())

    def _grouped(self, part: "QuerySet[Any]") -> Iterator[tuple[tuple[Any, ...], list[int]]]:
        names = [column.name for column in self.grouped_by]
        sums: Mapping[str, Any] = {
            "rows_in_group": Count("pk"),
            **{f"sum_of_{column.name}": Sum(column.name) for column in self.summed},
        }
        rows = part.order_by()
        if names:
            found = rows.values_list(*names).annotate(**sums)
        else:
            found = [tuple(rows.aggregate(**sums).values())]
        for values in found:
            # A group of constants alone is there without rows as well.
            if not values[len(names)]:
                continue
            shown = tuple(column.shown(value) for column, value in zip(self.grouped_by, values, strict=False))
            yield shown, [int(number or 0) for number in values[len(names) :]]

    def _totals(self, numbers: Sequence[int]) -> tuple[Total, ...]:
        return tuple(Total(column, number) for column, number in zip(self.summed, numbers[1:], strict=True))
