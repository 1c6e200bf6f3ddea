"""
Reminders that are sent once, however many runs find them due.

Each reminder is a row. Its unique constraint decides between concurrent runs: the run that created the row
also enqueues the message. The message handler reads the current data again when it sends.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from apps.core.row_processing import Completed, Failed, process_batch
from apps.outbox.services import messages

Row = TypeVar("Row")

BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class Window:
    """
    When a reminder may be sent, as the time before the event: from `since` before it to `until` before it.

    A reminder that no run sent within the window is not sent later.
    """

    since: timedelta
    until: timedelta

    def is_open(self, *, event_at: datetime, at: datetime) -> bool:
        return event_at - self.since <= at < event_at - self.until

    def rows(self, column: str, *, at: datetime) -> Q:
        """Filter for rows whose datetime in `column` has an open window."""
        return Q((f"{column}__gt", at + self.until), (f"{column}__lte", at + self.since))


def send(
    due: Callable[[], QuerySet[Any, Row]],
    remind: Callable[[Sequence[Row]], int],
    *,
    name: Callable[[Row], str],
) -> int:
    """
    Remind of all that is due, in batches, and return the sum of the results.

    `remind` joins no transaction and makes its rows no longer due. A batch that raises is sent row by row.
    """
    sent = failed = 0
    while True:
        # Rows that failed are still due, and come first.
        batch = list(due()[failed : failed + BATCH_SIZE])
        done = process_batch(batch, remind, name=name) if batch else []
        sent += sum(each.result for each in done if isinstance(each, Completed))
        failed += done.count(Failed())
        if len(batch) < BATCH_SIZE:
            return sent


def create(rows: Sequence[Model], *, kind: str) -> set[UUID]:
    """
    Create the rows in the caller's transaction and enqueue a message for each.

    Returns the ids of the rows created here, without those that a concurrent run created first.
    """
    if not rows:
        return set()
    manager = type(rows[0])._default_manager
    manager.bulk_create(rows, ignore_conflicts=True)
    created = set(manager.filter(pk__in=[row.pk for row in rows]).values_list("pk", flat=True))
    messages.enqueue_all(
        kind=kind, payloads=[{"reminder_id": str(row.pk)} for row in rows if row.pk in created]
    )
    return created
