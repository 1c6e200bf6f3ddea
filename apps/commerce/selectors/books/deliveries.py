"""Compares sold lines with what the owning apps have delivered."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from apps.commerce.models import OrderLine
from apps.commerce.selectors.books.iteration import batches, merge_by_key
from apps.core import sellables
from apps.core.sellables import Delivered, ReportsDifferences


@dataclass(frozen=True, slots=True)
class _Line:
    id: UUID
    number: str
    order_id: UUID
    person_id: UUID
    offer_id: UUID
    item_id: UUID
    access_days: int | None
    paid_at: datetime | None
    released_at: datetime | None
    refunded_at: datetime | None
    used_up_at: datetime | None
    erased_at: datetime | None

    @property
    def is_kept(self) -> bool:
        """Paid, and not refunded."""
        return self.paid_at is not None and self.refunded_at is None

    @property
    def is_used_up_rightly(self) -> bool:
        """What is kept is used up when its buyer's account is erased; it can still be refunded afterwards."""
        return self.used_up_at == self.erased_at or (self.used_up_at is None and not self.is_kept)


_COLUMNS = (
    "pk",
    "order__number",
    "order",
    "order__person",
    "order__item_id",
    "item_id",
    "order__quote__access_days",
    "order__paid_at",
    "order__released_at",
    "refund__requested_at",
    "used_up_at",
    "order__person__erased_at",
)


def differences() -> Iterator[str]:
    """Paid items must be accessible to their buyer for their days; refunded and unpaid ones must not."""
    for sellable in sellables.all_kinds():
        rows = OrderLine.objects.filter(order__kind=sellable.kind).order_by("pk").values_list(*_COLUMNS)
        lines = ((row[0], [_Line(*row)]) for row in batches(rows))
        delivered = ((row.line_id, [row]) for row in sellable.delivered())
        for line_id, (sold, found) in merge_by_key(lines, delivered):
            line = next(iter(sold), None)
            yield from _difference(line_id, line, next(iter(found), None))
            if line is not None and not line.is_used_up_rightly:
                yield f"Line {line_id} was used up at another time than its buyer's account was erased."
        if isinstance(sellable, ReportsDifferences):
            yield from sellable.differences()


def _difference(line_id: UUID, line: _Line | None, found: Delivered | None) -> Iterator[str]:
    if line is None:
        yield f"Line {line_id} opens something and is on no order."
    elif found is None:
        if line.paid_at is not None:
            yield f"Line {line_id} is paid and opens nothing."
    elif found.is_held:
        if line.paid_at is not None or line.released_at is not None:
            yield f"Line {line_id} holds a seat that nobody is paying for."
    elif line.paid_at is None:
        yield f"Line {line_id} opens and was never paid."
    else:
        yield from _delivery_violations(line, found)


def _delivery_violations(line: _Line, found: Delivered) -> Iterator[str]:
    if line.is_kept and not found.is_active and line.used_up_at is None:
        yield f"Line {line.id} is paid, and what it opened was taken away."
    if not line.is_kept and found.is_active:
        yield f"Line {line.id} was refunded and still opens."
    if line.is_kept and found.is_item_deleted:
        yield f"Line {line.id} is paid, and what was sold is not there any more."
    if found.person_id != line.person_id:
        yield f"Line {line.id} opens for another person than the buyer of order {line.number}."
    if any(
        kept is not None and kept != sold
        for kept, sold in (
            (found.order_id, line.order_id),
            (found.offer_id, line.offer_id),
            (found.item_id, line.item_id),
        )
    ):
        yield f"Line {line.id} opens another thing than the one that was sold."
    yield from _period_violations(line, found)


def _period_violations(line: _Line, found: Delivered) -> Iterator[str]:
    if found.delivered_at not in (None, line.paid_at):
        yield f"Line {line.id} was delivered at another time than order {line.number} was paid."
    if found.revoked_at not in (None, line.refunded_at):
        yield f"Line {line.id} was taken back at another time than it was refunded."
    if found.starts_at is None or not line.is_kept:
        return
    days: Any = line.access_days
    until = found.starts_at + timedelta(days=days) if days else None
    if found.ends_at != until or (line.paid_at is not None and found.starts_at < line.paid_at):
        yield f"Line {line.id} opens for another time than the {days or 'endless'} days that were sold."
