"""What people write through the contact form: kept for staff, and told to the office."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.services import messages
from apps.accounts.states import MessageChannel
from apps.content.models import ContactMessage
from apps.content.selectors import site
from apps.content.services import submissions
from apps.content.services.submissions import Written

_FORM = "contact"


@transaction.atomic(durable=True)
def receive(*, written: Written, person: User | None, address: str, now: datetime) -> ContactMessage:
    """
    Keep a message for staff and tell the office; what looks like spam is kept and told to nobody.

    The same words sent again within a day are the same message.

    :raises TooManyWritings: past what one sender or address may write
    """
    known = submissions.taken_in(ContactMessage, form=_FORM, written=written, address=address, now=now)
    if known is not None:
        return known
    message = ContactMessage.objects.create(
        **submissions.columns(written, person=person, now=now),
        number=submissions.new_number("CM", now=now),
        is_suspect=written.is_suspect,
    )
    if not written.is_suspect:
        _tell_office(message)
    return message


@transaction.atomic
def answered(*, message_ids: list[UUID], by: User, at: datetime) -> int:
    """Note that staff have answered; says how many were waiting."""
    waiting = ContactMessage.objects.filter(pk__in=message_ids, answered_at__isnull=True)
    return waiting.update(answered_at=at, answered_by=by)


def _tell_office(message: ContactMessage) -> None:
    address = settings.SITE_URL + reverse("admin:content_contactmessage_change", args=[message.pk])
    messages.send(
        template="contact_for_office",
        channels=[MessageChannel.MAIL],
        to=site.saved().contact_email,
        params={
            "number": message.number,
            "subject": submissions.for_office(message.subject),
            "link": address,
        },
    )
