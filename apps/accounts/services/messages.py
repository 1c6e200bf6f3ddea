"""Messages to people, except login codes: queued in the caller's transaction, sent after the commit."""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from apps.accounts import message_texts
from apps.accounts.models import User
from apps.accounts.selectors import consents, message_log
from apps.accounts.services import delivery, message_attempts, templates
from apps.accounts.services.delivery import Identity
from apps.accounts.states import ConsentKind, DeliveryStatus, MessageChannel, Reach
from apps.core.ids import new_id
from apps.outbox.handlers import NotNeeded
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox
from apps.outbox.states import OPEN

logger = logging.getLogger(__name__)

KIND = message_log.KIND
LATER_KIND = "message to person"


def send(
    *,
    template: str,
    channels: Sequence[MessageChannel],
    to: str,
    params: Mapping[str, str],
    person: User | None = None,
    due_at: datetime | None = None,
    expires_at: datetime | None = None,
    key: UUID | None = None,
) -> Message | None:
    """
    Queue a message in the caller's transaction, for the first of the channels that accepts it.

    A marketing message requires the person's consent, now and again when it is sent. Without consent
    nothing is queued and None is returned, nor if a message with this key was queued or sent before.

    :raises OutsideTransaction: if the caller has no open transaction
    """
    person_id = person.pk if person else None
    if not _is_allowed(template=template, channels=channels, person_id=person_id):
        logger.info("message without consent not written", extra={"facts": {"template": template}})
        return None
    key = key or new_id()
    is_new = message_attempts.queue(
        key=key,
        person_id=person_id,
        template=template,
        channel=channels[0],
        to=to,
        at=timezone.now(),
    )
    if not is_new:
        return None
    payload = {
        "key": str(key),
        "template": template,
        "channels": [str(channel) for channel in channels],
        "to": to,
        "params": dict(params),
        "person_id": None if person_id is None else str(person_id),
    }
    return outbox.enqueue(kind=KIND, payload=payload, due_at=due_at, expires_at=expires_at)


def send_to_person(
    *, person: User, template: str, params: Mapping[str, str], key: UUID | None = None
) -> list[Message]:
    """
    Queue a message to the person, by each way that its kind goes (`message_texts.reach_of`).

    What goes to the phone and by email is two messages, so that one never holds up or repeats the other.
    With a key it is queued once, however often this is called: give one where a handler may run twice.
    """
    sent = (
        send(
            template=template,
            channels=channels,
            to=to,
            params=params,
            person=person,
            key=key and uuid5(key, channels[-1]),
        )
        for channels, to in _recipients(person, template=template)
    )
    return [message for message in sent if message is not None]


def send_later(*, person_id: UUID, template: str, params: Mapping[str, str]) -> None:
    """
    Queue a message to a person in the caller's transaction, at the cost of one row.

    Addresses and consents are read when the next sweep sends it, so a purchase does not wait for them.

    :raises OutsideTransaction: if the caller has no open transaction
    """
    payload = {
        "key": str(new_id()),
        "person_id": str(person_id),
        "template": template,
        "params": dict(params),
    }
    outbox.enqueue(kind=LATER_KIND, payload=payload, dispatch_on_commit=False)


def handle_later(payload: Mapping[str, Any], /) -> None:
    """
    Outbox handler of `send_later`.

    :raises NotNeeded: if the account was erased
    """
    person = User.objects.get(pk=UUID(payload["person_id"]))
    if person.erased_at is not None:
        raise NotNeeded("The account was erased")
    with transaction.atomic():
        send_to_person(
            person=person, template=payload["template"], params=payload["params"], key=UUID(payload["key"])
        )


def deliver_to_person(
    *, person: User, template: str, params: Mapping[str, str], by_mail: bool, once_as: UUID | None = None
) -> None:
    """
    Send without queueing, for an outbox handler that has just checked that the message is still needed.

    `once_as` identifies a message that must not come twice, such as a reminder: if a process dies while it
    sends it, it is sent again only where the provider recognises the repetition.

    :raises NotNeeded: if a marketing message has no consent, or the person has no such address
    :raises RetryLater, PermanentFailure: as `delivery.deliver`
    """
    channels, to = ([MessageChannel.MAIL], person.reachable_email) if by_mail else _by_phone(person)
    if not to or not _is_allowed(template=template, channels=channels, person_id=person.pk):
        raise NotNeeded("The person can no longer be reached by this channel")
    identity = Identity(key=once_as, person_id=person.pk, at_most_once=once_as is not None)
    delivery.deliver(
        template=template, channels=channels, to=to, params=params, identity=identity, retry_delay=None
    )


def _recipients(person: User, *, template: str) -> list[tuple[Sequence[MessageChannel], str]]:
    """The channels and the address of each way, the phone first."""
    reach = message_texts.reach_of(template)
    by_mail: list[tuple[Sequence[MessageChannel], str]] = []
    if email := person.reachable_email:
        by_mail.append(([MessageChannel.MAIL], email))
    if by_mail and reach != Reach.PHONE_AND_EMAIL:
        return by_mail
    if reach == Reach.EMAIL_OR_WHATSAPP:
        return [([MessageChannel.WHATSAPP], person.mobile)] if person.can_whatsapp else []
    return [_by_phone(person), *by_mail]


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
    # Messages that an older release has queued have no key.
    key = UUID(payload["key"]) if "key" in payload else None
    if not _is_allowed(template=template, channels=channels, person_id=person_id):
        reason = "The consent was withdrawn"
        if key is not None:
            message_attempts.drop(key=key, reason=reason, at=timezone.now())
        raise NotNeeded(reason)
    # Unlike a login code it does not expire soon: the outbox's longer backoff survives an outage.
    delivery.deliver(
        template=template,
        channels=channels,
        to=payload["to"],
        params=payload["params"],
        identity=Identity(key=key, person_id=person_id),
        retry_delay=None,
    )


def erase(person: User, _at: datetime, /) -> None:
    """Wipe the messages that were sent to the person, here and in the log, and delete those still queued."""
    rows = message_log.queued_to(person=person)
    rows.filter(status__in=OPEN).delete()
    rows.update(payload={})
    log = message_log.to_person(person=person)
    log.filter(status=DeliveryStatus.QUEUED).delete()
    log.update(to="", subject="", text="")


def _is_allowed(*, template: str, channels: Collection[MessageChannel], person_id: UUID | None) -> bool:
    if not templates.is_marketing(key=template, channels=channels):
        return True
    return person_id is not None and consents.is_live(person_id=person_id, kind=ConsentKind.WHATSAPP)
