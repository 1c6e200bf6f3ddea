"""The interface of a provider: each has a module with a function `sign_url`."""

from dataclasses import dataclass
from typing import Protocol

from apps.media.grants import Grant
from apps.media.models import Asset


@dataclass(frozen=True, slots=True)
class ProviderUrl:
    """The MIME type may differ from the file's: a video host may return a playlist."""

    url: str
    mime: str


class SignUrl(Protocol):
    def __call__(self, *, asset: Asset, grant: Grant, plays_playlists: bool) -> ProviderUrl: ...
