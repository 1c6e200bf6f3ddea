"""Files on this machine: our own signed addresses, which `apps/catalog/media` serves."""

from urllib.parse import quote

from apps.content.media import grants, mimes
from apps.content.media.grants import Grant
from apps.content.media.sources import Source
from apps.content.models import Asset

PREFIX = "media/learn/"


def locate(*, asset: Asset, grant: Grant) -> Source:
    name = asset.filename
    return Source(url=f"/{PREFIX}{grants.signed(grant)}/{quote(name)}", mime=mimes.of(name))
