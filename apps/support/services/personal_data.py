"""What this app stores about a person, for their download and for the erasure of their account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import Delivery, User
from apps.accounts.selectors import message_log
from apps.outbox.models import Message
from apps.outbox.states import OPEN
from apps.support.models import Attachment
from apps.support.selectors import exported
from apps.support.services import old_grievances


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("grievances", export=exported.tickets, erase=erase_tickets)
    personal_data.register("contact messages", export=exported.contacts, erase=erase_contacts)


def erase_tickets(person: User, at: datetime, /) -> None:
    """
    Lock the grievances of an erased account away. The tickets stay anonymised: the regulator wants the count.

    Joins the caller's transaction.
    """
    tickets = exported.tickets_of(person)
    _erase_messages(list(tickets.values_list("number", flat=True)))
    old_grievances.lock_away(tickets, at=at)
    old_grievances.empty(tickets)


def erase_contacts(person: User, _at: datetime, /) -> None:
    contacts = exported.contacts_of(person)
    _erase_messages(list(contacts.values_list("number", flat=True)))
    old_grievances.delete_attachments(Attachment.objects.filter(reply__contact__in=contacts))
    contacts.delete()


def _erase_messages(numbers: list[str]) -> None:
    """The emails about them contain their subject, our replies and links."""
    rows = Message.objects.filter(kind=message_log.KIND, payload__params__number__in=numbers)
    keys = [payload["key"] for payload in rows.values_list("payload", flat=True) if "key" in payload]
    Delivery.objects.filter(key__in=keys).update(subject="", text="")
    rows.filter(status__in=OPEN).delete()
    rows.update(payload={})
