"""What every way to a person's phone or mailbox has in common."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from apps.accounts.states import MessageChannel


@dataclass(frozen=True, slots=True)
class Rendered:
    """One message as it is to be sent; its values stand in the order in which the text names them."""

    key: str
    channel: MessageChannel
    registered_id: str
    subject: str
    body: str
    params: Mapping[str, str]
    is_marketing: bool


class ChannelFailed(Exception):
    """It did not work this time; `retry_after` where the other side said when to come back."""

    def __init__(self, reason: str, *, retry_after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class ChannelRefused(Exception):
    """It never will work like this: the number is none, or the text is not registered."""


class Gateway(Protocol):
    def send(self, *, to: str, rendered: Rendered) -> None:
        """
        Hand a message over to whoever brings it, once.

        :raises ChannelFailed: if it may work later
        :raises ChannelRefused: if it never will
        """
        ...
