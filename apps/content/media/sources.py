"""What a provider answers when it is asked where an asset can be had."""

from dataclasses import dataclass
from typing import Protocol

from apps.content.media.grants import Grant
from apps.content.models import Asset


@dataclass(frozen=True, slots=True)
class Source:
    """Where it can be had for the grant's time, and as what: a video host may answer with a playlist."""

    url: str
    mime: str


class Locate(Protocol):
    """What each provider's module has: it signs an address of its own kind for the grant."""

    def __call__(self, *, asset: Asset, grant: Grant) -> Source: ...
