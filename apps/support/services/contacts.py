"""Messages of the contact form: stored for staff, and reported to the office by email."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.services import messages
from apps.accounts.states import MessageChannel
from apps.content.selectors import site
from apps.support.models import ContactMessage
from apps.support.services import submissions, versions
from apps.support.services.submissions import SubmittedForm


@transaction.atomic(durable=True)
def receive(*, submitted: SubmittedForm, person: User | None, address: str, now: datetime) -> ContactMessage:
    """
    Store a message and notify the office. Suspected spam is stored without a notification.

    The same text sent again within a day is the same message.

    :raises TooManySubmissions: if the sender or the IP address has reached its limit
    """
    duplicate = submissions.find_duplicate_or_count(
        ContactMessage, form="contact", submitted=submitted, address=address, now=now
    )
    if duplicate is not None:
        return duplicate
    message = ContactMessage.objects.create(
        **submissions.field_values(submitted, person=person, now=now),
        number=submissions.new_number("CM", now=now),
        is_suspect=submitted.is_suspect,
        waiting_since=now,
    )
    if not submitted.is_suspect:
        _notify_office(message)
    return message


@transaction.atomic(durable=True)
def mark_answered(*, message_ids: list[UUID], by: User, at: datetime) -> int:
    """Return how many of the messages had not been answered before. Each of them gets a note that says so."""
    unanswered = ContactMessage.objects.filter(pk__in=message_ids, answered_at__isnull=True)
    rows = versions.lock_all(unanswered)
    for row in rows:
        row.answered_at, row.answered_by = at, by
    ContactMessage.objects.bulk_update(rows, ["answered_at", "answered_by", "version"])
    versions.note_all(rows, "Marked as answered.", by=by, at=at)
    return len(rows)


def _notify_office(message: ContactMessage) -> None:
    url = settings.SITE_URL + reverse("admin:support_contactmessage_change", args=[message.pk])
    messages.send(
        template="contact_for_office",
        channels=[MessageChannel.MAIL],
        to=site.saved().contact_email,
        params={
            "number": message.number,
            "subject": submissions.subject_for_office(message.subject),
            "link": url,
        },
    )
