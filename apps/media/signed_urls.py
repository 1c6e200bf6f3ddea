"""
Short-lived URLs of assets, signed for the person who may open them.

A video host or object storage that signs its own URLs is another provider: a module, and a line in
`_PROVIDERS`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from apps.media import local
from apps.media.grants import Grant
from apps.media.models import Asset
from apps.media.providers import SignUrl
from apps.media.states import Provider

LIFETIME = timedelta(minutes=10)

_PROVIDERS: dict[str, SignUrl] = {Provider.LOCAL: local.sign_url}


@dataclass(frozen=True, slots=True)
class SignedUrl:
    url: str
    mime: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who opens an asset, and as part of what. Without a person it is a visitor with a free preview."""

    audience: str
    item_id: UUID
    person_id: UUID | None
    plays_playlists: bool = True
    """Browsers' own video element plays no HLS, so previews in the admin get the uploaded file."""


def sign_url(asset: Asset, *, viewer: Viewer, now: datetime, lifetime: timedelta = LIFETIME) -> SignedUrl:
    """The caller must have checked that the viewer may open the asset."""
    expires_at = (now + lifetime).replace(microsecond=0)
    grant = Grant(
        audience=viewer.audience,
        item_id=viewer.item_id,
        asset_id=asset.pk,
        person_id=viewer.person_id,
        until=expires_at,
    )
    provided = _PROVIDERS[asset.provider](asset=asset, grant=grant, plays_playlists=viewer.plays_playlists)
    return SignedUrl(url=provided.url, mime=provided.mime, expires_at=expires_at)
