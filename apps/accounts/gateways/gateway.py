"""The interface of all message gateways."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from apps.accounts.states import MessageChannel


@dataclass(frozen=True, slots=True)
class Rendered:
    """A message ready to be sent; `params` are in the order of the placeholders in the template."""

    key: str
    channel: MessageChannel
    registered_id: str
    subject: str
    body: str
    params: Mapping[str, str]
    is_marketing: bool


class ChannelFailed(Exception):
    """A temporary failure; `retry_after` is the delay the provider asked for, if any."""

    def __init__(self, reason: str, *, retry_after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class OutcomeUnknown(ChannelFailed):
    """No answer came: the message may have been sent. A retry may send it a second time."""


class ChannelRefused(Exception):
    """A permanent failure, such as an invalid number or an unregistered template. A retry cannot succeed."""


class Gateway(Protocol):
    deduplicates: bool
    """Whether it sends a message once, however often it gets it with the same key."""

    def why_unable(self, registered_id: str, /) -> str:
        """Why it cannot send any message of a template with this id, whoever it is for; empty if it can."""
        ...

    def send(self, *, to: str, rendered: Rendered, key: str = "") -> str:
        """
        Make one attempt to send the message. Returns the provider's id of it, or ''.

        :raises OutcomeUnknown: if it may have been sent
        :raises ChannelFailed: if a retry may succeed
        :raises ChannelRefused: if a retry cannot succeed
        """
        ...
