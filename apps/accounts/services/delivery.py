"""Delivers a message by the first channel that accepts it."""

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from apps.accounts.gateways import registry
from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused
from apps.accounts.models.user import MOBILE
from apps.accounts.services import templates
from apps.accounts.states import MessageChannel
from apps.outbox.handlers import PermanentFailure, RetryLater

logger = logging.getLogger(__name__)

RETRY_DELAY = timedelta(seconds=45)
"""Allows several tries while a login code is valid."""


def deliver(
    *,
    template: str,
    channels: Sequence[MessageChannel],
    to: str,
    params: Mapping[str, str],
    retry_delay: timedelta | None = RETRY_DELAY,
) -> MessageChannel:
    """
    Send by the first channel that accepts the message, and return that channel.

    Each channel's template uses the params that it names. A failed delivery is retried when the provider
    says, else after `retry_delay`; with None the outbox uses its own backoff.

    :raises RetryLater: if no channel accepted it and at least one failure is temporary
    :raises PermanentFailure: if no channel will ever accept it
    """
    failed: ChannelFailed | None = None
    reasons: list[str] = []
    for channel in channels:
        try:
            _send(template=template, channel=channel, to=to, params=params)
        except (ChannelFailed, ChannelRefused) as error:
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


def _send(*, template: str, channel: MessageChannel, to: str, params: Mapping[str, str]) -> None:
    if not _can_reach(channel, to=to):
        raise ChannelRefused("there is no such address")
    try:
        rendered = templates.render_matching(key=template, channel=channel, params=params)
    except templates.TemplateRefused as error:
        raise ChannelRefused(str(error)) from error
    registry.for_channel(channel).send(to=to, rendered=rendered)


def _can_reach(channel: MessageChannel, *, to: str) -> bool:
    if channel is not MessageChannel.MAIL:
        return MOBILE.fullmatch(to) is not None
    try:
        validate_email(to)
    except ValidationError:
        return False
    return True
