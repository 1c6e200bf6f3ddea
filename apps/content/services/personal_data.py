"""What this app holds of a person, for their download and for the erasure of their account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.accounts.selectors import message_log
from apps.content.models import ChapterRead, TicketNote
from apps.content.selectors import exported
from apps.outbox.models import Message
from apps.outbox.states import OPEN

_NOBODY = {"person": None, "name": "", "mobile": "", "email": "", "subject": "", "message": "", "digest": ""}


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("academy", export=exported.chapters_read, erase=forget_chapters)
    personal_data.register("grievances", export=exported.tickets, erase=forget_tickets)
    personal_data.register("contact messages", export=exported.contacts, erase=forget_contacts)


def forget_chapters(person: User, _at: datetime, /) -> None:
    """Take out what an erased person has read. Joins the caller's transaction."""
    ChapterRead.objects.filter(person=person).delete()


def forget_tickets(person: User, _at: datetime, /) -> None:
    """Of a grievance stays that it came, when, and what became of it: the regulator asks for its count."""
    theirs = exported.tickets_of(person)
    _forget_messages(list(theirs.values_list("number", flat=True)))
    TicketNote.objects.filter(ticket__in=theirs).update(text="Taken out with the account.")
    theirs.update(**_NOBODY)


def forget_contacts(person: User, _at: datetime, /) -> None:
    theirs = exported.contacts_of(person)
    _forget_messages(list(theirs.values_list("number", flat=True)))
    theirs.delete()


def _forget_messages(numbers: list[str]) -> None:
    """What was written to the office about them holds their subject."""
    rows = Message.objects.filter(kind=message_log.KIND, payload__params__number__in=numbers)
    rows.filter(status__in=OPEN).delete()
    rows.update(payload={})
