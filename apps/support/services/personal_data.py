"""What this app stores about a person, for their download and for the erasure of their account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.accounts.selectors import message_log
from apps.outbox.models import Message
from apps.outbox.states import OPEN
from apps.support.models import TicketNote
from apps.support.selectors import exported

_ERASED = {"person": None, "name": "", "mobile": "", "email": "", "subject": "", "message": "", "digest": ""}


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("grievances", export=exported.tickets, erase=erase_tickets)
    personal_data.register("contact messages", export=exported.contacts, erase=erase_contacts)


def erase_tickets(person: User, _at: datetime, /) -> None:
    """
    Anonymise the grievances of an erased account. Their dates and states stay: the regulator wants the count.

    Joins the caller's transaction.
    """
    tickets = exported.tickets_of(person)
    _erase_office_messages(list(tickets.values_list("number", flat=True)))
    TicketNote.objects.filter(ticket__in=tickets).update(text="Removed with the account.")
    tickets.update(**_ERASED)


def erase_contacts(person: User, _at: datetime, /) -> None:
    contacts = exported.contacts_of(person)
    _erase_office_messages(list(contacts.values_list("number", flat=True)))
    contacts.delete()


def _erase_office_messages(numbers: list[str]) -> None:
    """Our emails to the office about them contain their subject."""
    rows = Message.objects.filter(kind=message_log.KIND, payload__params__number__in=numbers)
    rows.filter(status__in=OPEN).delete()
    rows.update(payload={})
