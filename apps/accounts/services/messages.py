"""Messages to people, except login codes: queued in the caller's transaction, sent after the commit."""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import consents, message_log
from apps.accounts.services import delivery, templates
from apps.accounts.states import ConsentKind, MessageChannel
from apps.outbox.handlers import NotNeeded
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox
from apps.outbox.states import OPEN

logger = logging.getLogger(__name__)

KIND = message_log.KIND


def send(
    *,
    template: str,
    channels: Sequence[MessageChannel],
    to: str,
    params: Mapping[str, str],
    person: User | None = None,
    due_at: datetime | None = None,
    expires_at: datetime | None = None,
) -> Message | None:
    """
    Queue a message in the caller's transaction, for the first of the channels that accepts it.

    A marketing message requires the person's consent, now and again when it is sent. Without consent
    nothing is queued and None is returned.

    :raises OutsideTransaction: if the caller has no open transaction
    """
    person_id = person.pk if person else None
    if not _is_allowed(template=template, channels=channels, person_id=person_id):
        logger.info("message without consent not written", extra={"facts": {"template": template}})
        return None
    payload = {
        "template": template,
        "channels": [str(channel) for channel in channels],
        "to": to,
        "params": dict(params),
        "person_id": None if person_id is None else str(person_id),
    }
    return outbox.enqueue(kind=KIND, payload=payload, due_at=due_at, expires_at=expires_at)


def send_to_person(*, person: User, template: str, params: Mapping[str, str]) -> Message | None:
    """Queue a message to the person's email, or to their number if they have no email."""
    channels, to = _channels_and_recipient(person)
    return send(template=template, channels=channels, to=to, params=params, person=person)


def deliver_to_person(*, person: User, template: str, params: Mapping[str, str], by_mail: bool) -> None:
    """
    Send without queueing, for an outbox handler that has just checked that the message is still needed.

    :raises NotNeeded: if a marketing message has no consent, or the person has no such address
    :raises RetryLater, PermanentFailure: as `delivery.deliver`
    """
    channels, to = ([MessageChannel.MAIL], person.email) if by_mail else _by_phone(person)
    if not to or not _is_allowed(template=template, channels=channels, person_id=person.pk):
        raise NotNeeded("The person can no longer be reached by this channel")
    delivery.deliver(template=template, channels=channels, to=to, params=params, retry_delay=None)


def _channels_and_recipient(person: User) -> tuple[Sequence[MessageChannel], str]:
    if person.email:
        return [MessageChannel.MAIL], person.email
    return _by_phone(person)


def _by_phone(person: User) -> tuple[Sequence[MessageChannel], str]:
    if person.can_whatsapp:
        return [MessageChannel.WHATSAPP, MessageChannel.SMS], person.mobile
    return [MessageChannel.SMS], person.mobile


def handle(payload: Mapping[str, Any], /) -> None:
    """
    Outbox handler: checks the consent again, then sends.

    :raises NotNeeded: if the consent to a marketing message was withdrawn
    """
    template = payload["template"]
    channels = [MessageChannel(channel) for channel in payload["channels"]]
    person_id = UUID(payload["person_id"]) if payload["person_id"] else None
    if not _is_allowed(template=template, channels=channels, person_id=person_id):
        raise NotNeeded("The consent was withdrawn")
    # Unlike a login code it does not expire soon: the outbox's longer backoff survives an outage.
    delivery.deliver(
        template=template, channels=channels, to=payload["to"], params=payload["params"], retry_delay=None
    )


def erase(person: User, _at: datetime, /) -> None:
    """Wipe the messages that were sent to the person, and delete those still queued."""
    rows = message_log.to_person(person=person)
    rows.filter(status__in=OPEN).delete()
    rows.update(payload={})


def _is_allowed(*, template: str, channels: Collection[MessageChannel], person_id: UUID | None) -> bool:
    if not templates.is_marketing(key=template, channels=channels):
        return True
    return person_id is not None and consents.is_live(person_id=person_id, kind=ConsentKind.WHATSAPP)
