"""
Where an asset can be had: a short-lived address, signed for whoever may open it.

Each provider has its module here and its line in the table. A video host or an object storage that
signs its own addresses is one module more.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from apps.content.media import local
from apps.content.media.grants import Grant
from apps.content.media.sources import Locate
from apps.content.models import Asset
from apps.content.states import Provider

LIFETIME = timedelta(minutes=10)

_PROVIDERS: dict[str, Locate] = {Provider.LOCAL: local.locate}


@dataclass(frozen=True, slots=True)
class Address:
    url: str
    mime: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks, and what the asset is opened for; a person of None is a visitor with a free preview."""

    door: str
    item_id: UUID
    person_id: UUID | None


def address_of(asset: Asset, *, reader: Reader, now: datetime) -> Address:
    """The caller has made sure that the reader may open it."""
    until = (now + LIFETIME).replace(microsecond=0)
    grant = Grant(
        door=reader.door,
        item_id=reader.item_id,
        asset_id=asset.pk,
        person_id=reader.person_id,
        until=until,
    )
    source = _PROVIDERS[asset.provider](asset=asset, grant=grant)
    return Address(url=source.url, mime=source.mime, expires_at=until)
