"""A message of staff to all attendees of an event: once to each of them, however often it is confirmed."""

import textwrap
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.gateways.gateway import Rendered
from apps.accounts.models import User
from apps.accounts.services import messages, templates
from apps.accounts.states import MessageChannel
from apps.core.errors import Conflict, Invalid
from apps.live import message_params
from apps.live.models import AttendeeMessage
from apps.live.selectors import attendee_reach, attendees
from apps.live.selectors.attendees import Event
from apps.outbox.handlers import NotNeeded
from apps.outbox.services import messages as outbox

KIND = "attendee message"
NOTE, NEWS = "attendee_note", "attendee_news"
"""The templates for what is about the booking, and for anything else."""

_PARTS = ("part_a", "part_b", "part_c", "part_d", "part_e")

_PLAIN = "Write plain words, without links and special characters. A link to the details is added."
_TOO_LONG = "This is too long for an SMS. Leave out some words."


class AlreadyWritten(Conflict):
    code = "attendees_already_written_to"
    message = "This message has already been sent. Nobody gets it twice."


class NobodyToWriteTo(Conflict):
    code = "no_attendees"
    message = "There is nobody to write to."


def clean(*, subject: str, text: str) -> tuple[str, str]:
    """
    Both as they are sent, each on one line.

    :raises Invalid: if they cannot be sent as they are
    """
    subject, text = (" ".join(value.split()) for value in (subject, text))
    errors = {
        name: [_PLAIN]
        for name, value in (("subject", subject), ("text", text))
        if not templates.is_text(value)
    }
    if "text" not in errors and sms_parts(text) is None:
        errors["text"] = [_TOO_LONG]
    if errors:
        raise Invalid(errors)
    return subject, text


def sms_parts(text: str) -> dict[str, str] | None:
    """The text for an SMS, or None if it is too long for one."""
    lines = textwrap.wrap(text, templates.LONGEST_PART, break_on_hyphens=False)
    if len(lines) > len(_PARTS):
        return None
    return dict(zip(_PARTS, [*lines, *[""] * (len(_PARTS) - len(lines))], strict=True))


def send(
    *, key: UUID, event: Event, subject: str, text: str, is_about_booking: bool, by: User, at: datetime
) -> AttendeeMessage:
    """
    Queue the message for everybody who has a seat, in the caller's transaction.

    :raises AlreadyWritten: if a message with this key was queued before; a concurrent one is waited for
    :raises NobodyToWriteTo: if nobody has a seat, or nobody of them agreed to messages
    :raises Invalid: as `clean`
    """
    subject, text = clean(subject=subject, text=text)
    found = attendee_reach.recipients(event=event, is_about_booking=is_about_booking)
    message = AttendeeMessage(
        id=key,
        event_kind=event.kind,
        event_id=event.row.pk,
        subject=subject,
        text=text,
        is_about_booking=is_about_booking,
        sent_by=by,
        sent_at=at,
        people=0,
    )
    try:
        with transaction.atomic():
            message.save(force_insert=True)
    except IntegrityError:
        raise AlreadyWritten() from None
    people = list(found.order_by("pk").values_list("person_id", flat=True))
    if not people:
        raise NobodyToWriteTo()
    message.people = len(people)
    message.save(update_fields=["people"])
    payloads = [{"message_id": str(key), "person_id": str(person_id)} for person_id in people]
    outbox.enqueue_all(kind=KIND, payloads=payloads)
    return message


def handle(payload: Mapping[str, Any], /) -> None:
    """
    Outbox handler.

    :raises NotNeeded: if the person has no seat any more, or their account was erased
    """
    message = AttendeeMessage.objects.get(pk=UUID(payload["message_id"]))
    event = attendees.find(kind=message.event_kind, item_id=message.event_id)
    if event is None:
        raise NotNeeded("The event was deleted since")
    found = attendee_reach.recipients(event=event, is_about_booking=message.is_about_booking)
    booking = found.filter(person=UUID(payload["person_id"])).select_related("person").first()
    if booking is None:
        raise NotNeeded("The seat or the consent has ended since")
    with transaction.atomic():
        messages.send_to_person(
            person=booking.person,
            template=_template(message.is_about_booking),
            params=_params(event, message.subject, message.text, message.is_about_booking),
            key=uuid5(message.pk, str(booking.person_id)),
        )


def preview(*, event: Event, subject: str, text: str, is_about_booking: bool) -> list[Rendered]:
    """The message as one person gets it, in each channel by which it goes."""
    params = _params(event, subject, text, is_about_booking)
    channels = (MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL)
    return [
        templates.render_matching(key=_template(is_about_booking), channel=channel, params=params)
        for channel in (channels if is_about_booking else channels[1:])
    ]


def _template(is_about_booking: bool) -> str:
    return NOTE if is_about_booking else NEWS


def _params(event: Event, subject: str, text: str, is_about_booking: bool) -> dict[str, str]:
    own = message_params.item_params(event.row, now=timezone.now())
    link = own["link"] if is_about_booking else f"{settings.SITE_URL}/settings"
    return {**own, "link": link, "subject": subject, "text": text, **(sms_parts(text) or {})}
