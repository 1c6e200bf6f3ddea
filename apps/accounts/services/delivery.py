"""Bringing a message to a person by the first channel that takes it."""

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
from apps.outbox.handlers import GiveUp, TryLater

logger = logging.getLogger(__name__)

PAUSE = timedelta(seconds=45)
"""Seven tries in the five minutes that a login code lives."""


def deliver(
    *,
    template: str,
    channels: Sequence[MessageChannel],
    to: str,
    params: Mapping[str, str],
    pause: timedelta | None = PAUSE,
) -> MessageChannel:
    """
    Send by the first of the channels that takes it, and return that one.

    Each channel's text takes of the values what it names. After a failure the provider says when to come
    back, else `pause` does; None leaves it to the outbox, whose pauses grow.

    :raises TryLater: if none took it and one of them may do so later
    :raises GiveUp: if none ever will
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
    told = "; ".join(reasons) or "No channel to send by"
    if failed is None:
        raise GiveUp(told)
    raise TryLater(told, after=failed.retry_after or pause)


def _send(*, template: str, channel: MessageChannel, to: str, params: Mapping[str, str]) -> None:
    if not _can_reach(channel, to=to):
        raise ChannelRefused("there is no such address")
    try:
        rendered = templates.render_from(key=template, channel=channel, offered=params)
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
