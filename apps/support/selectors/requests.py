"""
A person's own grievances and contact messages, with number, state and replies.

Neither names nor addresses are part of it: who has only the link from an email learns no more than what was
written about this one request.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from apps.accounts.models import User
from apps.core.errors import NotFound
from apps.core.indian_time import iso_utc, iso_utc_or_none
from apps.core.json_types import Choices, Date, DateTime, Help
from apps.support import links
from apps.support.models import ContactMessage, Reply, Ticket
from apps.support.selectors import attachments
from apps.support.selectors.attachments import Audience
from apps.support.states import TicketState

LIST_LENGTH = 100

_STATUSES = {
    TicketState.NEW: "received",
    TicketState.SUSPECT: "received",
    TicketState.WORKING: "working",
    TicketState.WAITING: "waiting",
    TicketState.ESCALATED: "escalated",
    TicketState.RESOLVED: "resolved",
    TicketState.REJECTED: "closed",
    TicketState.SPAM: "closed",
}
"""What the person is told; that we took something for spam is not."""


class UnknownRequest(NotFound):
    code = "support_request_unknown"
    message = "We could not find that request. Please check its number, or use the link in our latest email."


class AttachmentLink(TypedDict):
    name: str
    size: Annotated[int, Help("In bytes.")]
    url: Annotated[str, Help("Works for ten minutes, for whoever asked for it.")]


class ReplyItem(TypedDict):
    id: str
    isFromStaff: bool
    byLink: Annotated[bool, Help("Written with the link in an email, without a login.")]
    text: str
    at: DateTime
    attachments: list[AttachmentLink]


class SupportRequestCard(TypedDict):
    number: str
    kind: Annotated[str, Choices(["grievance", "message"])]
    subject: str
    status: Annotated[
        str,
        Choices(["received", "working", "waiting", "escalated", "answered", "resolved", "closed"]),
        Help(
            "`waiting`: for the person. `answered` is of messages, `resolved` and `closed` are of grievances."
        ),
    ]
    receivedAt: DateTime
    dueDate: Annotated[Date | None, Help("We reply by the end of this day; null if no reply is due.")]
    repliedAt: Annotated[DateTime | None, Help("When we last replied.")]


class SupportRequest(SupportRequestCard):
    message: str
    takesReplies: bool
    reopensByReply: Annotated[bool, Help("It is closed, and a reply opens it again.")]
    replies: list[ReplyItem]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads it: the person, or somebody with the link."""

    audience: Audience
    person_id: UUID | None
    now: datetime


def list_for(*, person: User) -> list[SupportRequestCard]:
    """The newest first."""
    rows: list[Ticket | ContactMessage] = []
    for kind in (Ticket, ContactMessage):
        found = kind._default_manager.filter(person=person).order_by("-received_at", "-pk")
        rows += found.prefetch_related("replies")[:LIST_LENGTH]
    rows.sort(key=lambda row: (row.received_at, row.number), reverse=True)
    return [_card(row, list(row.replies.all())) for row in rows[:LIST_LENGTH]]


def get_own(*, person: User, number: str) -> Ticket | ContactMessage:
    """:raises UnknownRequest: if the person sent nothing with this number"""
    if number.isascii() and number.isprintable():
        for kind in (Ticket, ContactMessage):
            row = kind._default_manager.filter(person=person, number=number).first()
            if row is not None:
                return row
    raise UnknownRequest()


def get_linked(*, key: str, now: datetime) -> Ticket | ContactMessage:
    """
    What a link from our emails leads to.

    :raises UnknownRequest: if we did not sign it, or it has expired or was ended
    """
    signed = links.read(key)
    if signed is None or now >= signed.until:
        raise UnknownRequest()
    kind = Ticket if signed.kind == "g" else ContactMessage
    row = kind._default_manager.filter(pk=signed.id, link_version=signed.version).first()
    if row is None or not row.takes_replies:
        raise UnknownRequest()
    return row


def serialize(row: Ticket | ContactMessage, *, reader: Reader) -> SupportRequest:
    replies = list(row.replies.prefetch_related("attachments"))
    is_closed = isinstance(row, Ticket) and not row.is_open
    return {
        **_card(row, replies),
        "message": row.message,
        "takesReplies": row.takes_replies,
        "reopensByReply": is_closed and row.takes_replies,
        "replies": [_reply(reply, reader=reader) for reply in replies],
    }


def _card(row: Ticket | ContactMessage, replies: Sequence[Reply]) -> SupportRequestCard:
    is_ticket = isinstance(row, Ticket)
    replied = max((reply.at for reply in replies if reply.is_from_staff), default=None)
    return {
        "number": row.number,
        "kind": "grievance" if is_ticket else "message",
        "subject": row.subject,
        "status": _status(row),
        "receivedAt": iso_utc(row.received_at),
        "dueDate": row.due_date.isoformat() if isinstance(row, Ticket) and row.is_open else None,
        "repliedAt": iso_utc_or_none(replied),
    }


def _status(row: Ticket | ContactMessage) -> str:
    if isinstance(row, Ticket):
        return _STATUSES[TicketState(row.state)]
    return "received" if row.answered_at is None else "answered"


def _reply(reply: Reply, *, reader: Reader) -> ReplyItem:
    return {
        "id": str(reply.pk),
        "isFromStaff": reply.is_from_staff,
        "byLink": reply.is_unproved,
        "text": reply.text,
        "at": iso_utc(reply.at),
        "attachments": [
            {
                "name": attachment.name,
                "size": attachment.size_bytes,
                "url": attachments.sign_url(
                    attachment, audience=reader.audience, person_id=reader.person_id, now=reader.now
                ),
            }
            for attachment in reply.attachments.all()
        ],
    }
