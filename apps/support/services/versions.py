"""
Two members of staff on one ticket: the second is told what changed since they opened it.

Each reply, note and change raises the version of its ticket or contact message. A page carries the version
that it was rendered with; what is posted from an older one is refused, with what happened in between.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias, TypeVar, cast
from uuid import UUID

from django.db.models import QuerySet

from apps.accounts.models import User
from apps.core.errors import Conflict
from apps.support.models import ContactMessage, Reply, Ticket, TicketNote
from apps.support.selectors import threads

Kind: TypeAlias = type[Ticket] | type[ContactMessage]
Row = TypeVar("Row", bound=Ticket | ContactMessage)


class ChangedMeanwhile(Conflict):
    code = "ticket_changed"
    message = "This was changed while you had it open, so nothing was done. Read what is new, then try again."

    def __init__(self, changes: list[str]) -> None:
        super().__init__()
        self.changes = changes


def lock(kind: type[Row], *, pk: UUID, seen: int | None) -> Row:
    """
    Lock the row until the caller's transaction ends, and raise its version. The caller saves it.

    :raises ChangedMeanwhile: if it is not the version that staff have seen; None: compare with nothing
    """
    row = cast(Row, kind._default_manager.select_for_update(of=("self",)).get(pk=pk))
    if seen is not None and seen != row.version:
        raise ChangedMeanwhile(threads.changes_since(row, version=seen))
    row.version += 1
    return row


def lock_all(rows: QuerySet[Row]) -> list[Row]:
    """As `lock`. They are locked in one order, so that two calls with the same rows do not deadlock."""
    locked = list(rows.select_for_update(of=("self",)).order_by("pk"))
    for row in locked:
        row.version += 1
    return locked


def note(row: Ticket | ContactMessage, text: str, *, by: User | None, at: datetime) -> None:
    """In the transaction that locked the row."""
    TicketNote.objects.create(**owner(row), version=row.version, text=text, by=by, at=at)


def note_all(rows: Sequence[Ticket | ContactMessage], text: str, *, by: User, at: datetime) -> None:
    """The same note on each, in the transaction that locked them."""
    TicketNote.objects.bulk_create(
        TicketNote(**owner(row), version=row.version, text=text, by=by, at=at) for row in rows
    )


def reply(row: Ticket | ContactMessage, **values: object) -> Reply:
    return Reply.objects.create(**owner(row), version=row.version, **values)


def owner(row: Ticket | ContactMessage) -> dict[str, Ticket | ContactMessage]:
    """The column of notes and replies that refers to it."""
    return {"ticket": row} if isinstance(row, Ticket) else {"contact": row}
