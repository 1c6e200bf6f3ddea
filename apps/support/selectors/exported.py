"""This app's sections of somebody's personal data."""

from typing import Any

from apps.accounts.models import User
from apps.core import indian_time
from apps.support.models import ContactMessage, Ticket
from apps.support.models.ticket import ContactMessageQuerySet, TicketQuerySet


def tickets_of(person: User, /) -> TicketQuerySet:
    """Only those sent while logged in: a mobile number or email that somebody typed proves nothing."""
    return Ticket.objects.filter(person=person)


def contacts_of(person: User, /) -> ContactMessageQuerySet:
    return ContactMessage.objects.filter(person=person)


def tickets(person: User, /) -> object:
    return [ticket(row) for row in _newest_first(tickets_of(person))]


def ticket(row: Ticket, /) -> dict[str, object]:
    return {
        **_submission(row),
        "state": row.state,
        "answerDueBy": row.due_date.isoformat(),
        "closedAt": indian_time.iso_utc_or_none(row.closed_at),
    }


def contacts(person: User, /) -> object:
    return [_submission(row) for row in _newest_first(contacts_of(person))]


def _newest_first(rows: Any) -> Any:
    return rows.prefetch_related("replies__attachments").order_by("-received_at", "-pk")


def _submission(row: Ticket | ContactMessage) -> dict[str, object]:
    return {
        "number": row.number,
        "name": row.name,
        "mobile": row.mobile,
        "email": row.email,
        "subject": row.subject,
        "message": row.message,
        "receivedAt": indian_time.iso_utc(row.received_at),
        "replies": [
            {
                "fromUs": reply.is_from_staff,
                "byLink": reply.is_unproved,
                "text": reply.text,
                "at": indian_time.iso_utc(reply.at),
                "attachments": [attachment.name for attachment in reply.attachments.all()],
            }
            for reply in row.replies.all()
        ],
    }
