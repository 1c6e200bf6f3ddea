"""
Reminding people of a moment ahead, once however many runs find them due.

A row says that somebody is reminded of it. The row's constraint decides between runs at the same time, and
whoever wrote it writes the message; the message's handler looks everything up again when it sends.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from apps.outbox.services import messages

Row = TypeVar("Row")

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Window:
    """From and until how long before the moment it is of use; what a run missed by more is not sent."""

    since: timedelta
    until: timedelta

    def is_open(self, *, moment: datetime, at: datetime) -> bool:
        return moment - self.since <= at < moment - self.until

    def rows(self, column: str, *, at: datetime) -> Q:
        """Those for whose moment it is open."""
        return Q((f"{column}__gt", at + self.until), (f"{column}__lte", at + self.since))


def batches(due: Callable[[], QuerySet[Any, Row]]) -> Iterator[list[Row]]:
    """What one run sends is not due for the next, so each batch is the first of what is left."""
    while True:
        batch = list(due()[:AT_ONCE])
        if batch:
            yield batch
        if len(batch) < AT_ONCE:
            return


def write(rows: Sequence[Model], *, kind: str) -> set[UUID]:
    """
    Write the rows, each with its message, in the caller's transaction.

    Returns the keys of those that nobody else was quicker to write.
    """
    if not rows:
        return set()
    table = type(rows[0])._default_manager
    table.bulk_create(rows, ignore_conflicts=True)
    written = set(table.filter(pk__in=[row.pk for row in rows]).values_list("pk", flat=True))
    messages.enqueue_all(
        kind=kind, payloads=[{"reminder_id": str(row.pk)} for row in rows if row.pk in written]
    )
    return written
