"""What this app's sections of the personal data say of a person."""

from apps.accounts.models import User
from apps.content.models import ChapterRead, ContactMessage, Ticket
from apps.content.models.ticket import ContactMessageQuerySet, TicketQuerySet, Writing
from apps.core import indian_time


def chapters_read(person: User, /) -> object:
    rows = ChapterRead.objects.filter(person=person).select_related("chapter").order_by("-read_at", "-pk")
    return [{"chapter": row.chapter.title, "at": indian_time.on_wire(row.read_at)} for row in rows]


def tickets_of(person: User, /) -> TicketQuerySet:
    """Those sent while logged in: a number or address that somebody typed proves nothing."""
    return Ticket.objects.filter(person=person)


def contacts_of(person: User, /) -> ContactMessageQuerySet:
    return ContactMessage.objects.filter(person=person)


def tickets(person: User, /) -> object:
    return [
        {
            **_writing(row),
            "state": row.state,
            "answerDueBy": row.due_date.isoformat(),
            "closedAt": None if row.closed_at is None else indian_time.on_wire(row.closed_at),
        }
        for row in tickets_of(person).order_by("-received_at", "-pk")
    ]


def contacts(person: User, /) -> object:
    return [_writing(row) for row in contacts_of(person).order_by("-received_at", "-pk")]


def _writing(row: Writing) -> dict[str, object]:
    return {
        "number": row.number,
        "name": row.name,
        "mobile": row.mobile,
        "email": row.email,
        "subject": row.subject,
        "message": row.message,
        "receivedAt": indian_time.on_wire(row.received_at),
    }
