"""A grievance or a contact message with all that was written about it, for staff."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import Delivery
from apps.accounts.states import MessageChannel
from apps.core import formatting
from apps.support.models import Attachment, ContactMessage, Reply, Ticket, TicketNote

_SHOWN_CHANGES = 10


@dataclass(frozen=True, slots=True)
class Sent:
    """A way that a message went, and what became of it."""

    channel: str
    status: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A reply, or a note that only staff see."""

    at: datetime
    who: str
    text: str
    kind: str
    """'note', 'staff' or 'person'."""
    way: str = ""
    is_unproved: bool = False
    sent: list[Sent] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)


def entries(row: Ticket | ContactMessage) -> list[Entry]:
    """Notes and replies, the oldest first, with how each message was delivered."""
    replies = list(row.replies.select_related("by").prefetch_related("attachments"))
    notes = list(row.notes.select_related("by"))
    found = deliveries([key for reply in replies for key in _keys(reply)])
    merged = [*(_reply_entry(reply, found) for reply in replies), *map(_note_entry, notes)]
    return sorted(merged, key=lambda entry: entry.at)


def deliveries(keys: Iterable[UUID]) -> Mapping[UUID, Sent]:
    """The latest attempt of each message. The log is deleted after a year."""
    rows = Delivery.objects.filter(key__in=list(keys)).order_by("created_at", "pk")
    return {
        row.key: Sent(MessageChannel(row.channel).label, row.get_status_display(), row.reason)
        for row in rows
        if row.key is not None
    }


def changes_since(row: Ticket | ContactMessage, *, version: int) -> list[str]:
    """What happened after this version, as staff read it."""
    notes: Iterable[Any] = row.notes.filter(version__gt=version).select_related("by")
    replies: Iterable[Any] = row.replies.filter(version__gt=version).select_related("by")
    found = sorted([*replies, *notes], key=lambda each: (each.version, each.at))
    return [_change(each) for each in found[:_SHOWN_CHANGES]]


def _change(each: TicketNote | Reply) -> str:
    what = each.text if isinstance(each, TicketNote) else f"Reply: {each.text}"
    short = what if len(what) <= 200 else f"{what[:200]}…"
    return f"{formatting.date_and_time(each.at)}, {_author(each)}: {short}"


def _author(each: TicketNote | Reply) -> str:
    if isinstance(each, Reply) and not each.is_from_staff:
        return "somebody with the link in an email, not logged in" if each.is_unproved else "the person"
    return "the site" if each.by is None else str(each.by)


def _reply_entry(reply: Reply, found: Mapping[UUID, Sent]) -> Entry:
    return Entry(
        at=reply.at,
        who=_author(reply),
        text=reply.text,
        kind="staff" if reply.is_from_staff else "person",
        way=reply.get_origin_display(),
        is_unproved=reply.is_unproved,
        sent=[found[key] for key in _keys(reply) if key in found],
        attachments=list(reply.attachments.all()),
    )


def _keys(reply: Reply) -> list[UUID]:
    """The keys of the messages that went out for a reply."""
    return [key for key in (reply.email_key, reply.phone_key) if key is not None]


def _note_entry(note: TicketNote) -> Entry:
    return Entry(at=note.at, who=_author(note), text=note.text, kind="note")
