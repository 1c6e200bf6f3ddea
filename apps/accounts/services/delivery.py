"""Delivers a message by the first channel that accepts it."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from apps.accounts.gateways import registry
from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused, OutcomeUnknown, Rendered
from apps.accounts.models import Delivery
from apps.accounts.models.user import MOBILE
from apps.accounts.services import message_attempts, templates
from apps.accounts.states import DeliveryStatus, MessageChannel
from apps.outbox.handlers import PermanentFailure, RetryLater

logger = logging.getLogger(__name__)

RETRY_DELAY = timedelta(seconds=45)
"""Allows several tries while a login code is valid."""


@dataclass(frozen=True, slots=True)
class Identity:
    """
    Which message this is, for the log and so that it is sent once.

    After a crash between sending and recording it is unknown whether a message was sent. With
    `at_most_once` it is not sent again then, unless the provider recognises the repetition by the key.
    Without a key it is only logged.
    """

    key: UUID | None = None
    person_id: UUID | None = None
    at_most_once: bool = False


def deliver(
    *,
    template: str,
    channels: Sequence[MessageChannel],
    to: str,
    params: Mapping[str, str],
    identity: Identity | None = None,
    retry_delay: timedelta | None = RETRY_DELAY,
) -> MessageChannel:
    """
    Send by the first channel that accepts the message, and return that channel.

    Each channel's template uses the params that it names. A failed delivery is retried when the provider
    says, else after `retry_delay`; with None the outbox uses its own backoff.

    :raises RetryLater: if no channel accepted it and at least one failure is temporary
    :raises PermanentFailure: if no channel will ever accept it, or it may have been sent already
    """
    identity = identity or Identity()
    previous = _previous_attempt(identity, channels)
    if previous is not None and previous.status == DeliveryStatus.SENT:
        return MessageChannel(previous.channel)
    if previous is not None:
        # The channels before it have refused the message.
        channels = channels[list(channels).index(MessageChannel(previous.channel)) :]
    failed: ChannelFailed | None = None
    reasons: list[str] = []
    for channel in channels:
        attempt = _Attempt(template, channel, to, params, identity, previous)
        try:
            attempt.run()
        except (ChannelFailed, ChannelRefused) as error:
            if isinstance(error, OutcomeUnknown) and identity.at_most_once:
                raise PermanentFailure(f"{channel.label} {error}: it may have been sent") from error
            failed = error if isinstance(error, ChannelFailed) else failed
            reasons.append(f"{channel.label} {error}")
            facts = {"template": template, "channel": str(channel), "reason": str(error)}
            logger.warning("channel did not take it", extra={"facts": facts})
        else:
            return channel
    message = "; ".join(reasons) or "No channel to send by"
    if failed is None:
        raise PermanentFailure(message)
    raise RetryLater(message, after=failed.retry_after or retry_delay)


def _previous_attempt(identity: Identity, channels: Sequence[MessageChannel]) -> Delivery | None:
    """The attempt that was sent, or that is to be repeated because its process died."""
    row = message_attempts.of_message(key=identity.key) if identity.key else None
    if row is None or row.status == DeliveryStatus.SENT:
        return row
    now = timezone.now()
    if row.status == DeliveryStatus.SENDING:
        if row.claimed_at is not None and row.claimed_at > now - message_attempts.LONGEST_ATTEMPT:
            raise RetryLater("Another process is sending it", after=message_attempts.LONGEST_ATTEMPT)
        if row.channel in channels and registry.for_channel(MessageChannel(row.channel)).deduplicates:
            return row
        message_attempts.record(
            row_id=row.pk, status=DeliveryStatus.UNKNOWN, at=now, reason="The process died while sending it"
        )
    if identity.at_most_once:
        raise PermanentFailure("It may have been sent already")
    return None


@dataclass(frozen=True, slots=True)
class _Attempt:
    template: str
    channel: MessageChannel
    to: str
    params: Mapping[str, str]
    identity: Identity
    previous: Delivery | None

    def run(self) -> None:
        """:raises ChannelFailed, ChannelRefused: if the channel did not take it"""
        try:
            rendered, gateway = self._rendered(), registry.for_channel(self.channel)
        except ChannelRefused as error:
            self._record_unsent(str(error))
            raise
        row_id = self._claim(rendered)
        key = f"{self.identity.key}-{self.channel}" if self.identity.key else ""
        try:
            provider_id = gateway.send(to=self.to, rendered=rendered, key=key)
        except OutcomeUnknown as error:
            self._record(row_id, rendered, DeliveryStatus.UNKNOWN, reason=str(error))
            raise
        except (ChannelFailed, ChannelRefused) as error:
            self._record(row_id, rendered, DeliveryStatus.FAILED, reason=str(error))
            raise
        self._record(row_id, rendered, DeliveryStatus.SENT, provider_id=provider_id)

    def _rendered(self) -> Rendered:
        if not _can_reach(self.channel, to=self.to):
            raise ChannelRefused("there is no such address")
        try:
            return templates.render_matching(key=self.template, channel=self.channel, params=self.params)
        except templates.TemplateRefused as error:
            raise ChannelRefused(str(error)) from error

    def _claim(self, rendered: Rendered) -> UUID | None:
        key, at = self.identity.key, timezone.now()
        if key is None:
            return None
        try:
            if self.previous is not None and self.previous.channel == self.channel:
                message_attempts.claim_again(self.previous, at=at)
                return self.previous.pk
            return message_attempts.claim(
                key=key, person_id=self.identity.person_id, to=self.to, rendered=rendered, at=at
            )
        except message_attempts.AlreadyClaimed:
            raise RetryLater(
                "Another process is sending it", after=message_attempts.LONGEST_ATTEMPT
            ) from None

    def _record(self, row_id: UUID | None, rendered: Rendered, status: DeliveryStatus, **more: str) -> None:
        at = timezone.now()
        if row_id is not None:
            message_attempts.record(row_id=row_id, status=status, at=at, **more)
            return
        person_id = self.identity.person_id
        message_attempts.record_at_once(
            person_id=person_id, to=self.to, rendered=rendered, status=status, at=at, **more
        )

    def _record_unsent(self, reason: str) -> None:
        message_attempts.record_unsent(
            key=self.identity.key,
            person_id=self.identity.person_id,
            template=self.template,
            channel=self.channel,
            to=self.to,
            reason=reason,
            at=timezone.now(),
        )


def _can_reach(channel: MessageChannel, *, to: str) -> bool:
    if channel is not MessageChannel.MAIL:
        return MOBILE.fullmatch(to) is not None
    try:
        validate_email(to)
    except ValidationError:
        return False
    return True
