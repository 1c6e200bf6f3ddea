"""What this app stores about a person, for their download and for the erasure of their account."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet

from apps.accounts import personal_data
from apps.accounts.models import Delivery, User
from apps.accounts.selectors import message_log
from apps.media.storage import private_storage
from apps.outbox.models import Message
from apps.outbox.states import OPEN
from apps.support.models import Attachment, Reply, TicketNote
from apps.support.selectors import exported

_ERASED = {"person": None, "name": "", "mobile": "", "email": "", "subject": "", "message": "", "digest": ""}
_REMOVED = "Removed with the account."


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
    _erase_messages(list(tickets.values_list("number", flat=True)))
    TicketNote.objects.filter(ticket__in=tickets).update(text=_REMOVED)
    _delete_attachments(Attachment.objects.filter(reply__ticket__in=tickets))
    Reply.objects.filter(ticket__in=tickets).update(text=_REMOVED)
    tickets.update(**_ERASED, escalation_reason="", link_version=F("link_version") + 1)


def erase_contacts(person: User, _at: datetime, /) -> None:
    contacts = exported.contacts_of(person)
    _erase_messages(list(contacts.values_list("number", flat=True)))
    _delete_attachments(Attachment.objects.filter(reply__contact__in=contacts))
    contacts.delete()


def _delete_attachments(attachments: QuerySet[Attachment]) -> None:
    """The files go once the rows are gone for good."""
    names = list(attachments.values_list("file", flat=True))
    attachments.delete()
    transaction.on_commit(partial(_delete_files, names), robust=True)


def _delete_files(names: list[str]) -> None:
    for name in names:
        private_storage().delete(name)


def _erase_messages(numbers: list[str]) -> None:
    """The emails about them contain their subject, our replies and links."""
    rows = Message.objects.filter(kind=message_log.KIND, payload__params__number__in=numbers)
    keys = [payload["key"] for payload in rows.values_list("payload", flat=True) if "key" in payload]
    Delivery.objects.filter(key__in=keys).update(subject="", text="")
    rows.filter(status__in=OPEN).delete()
    rows.update(payload={})
