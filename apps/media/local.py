"""The provider for files on this machine. `apps/catalog/media` serves its URLs."""

from urllib.parse import quote

from apps.media import grants, mime_types
from apps.media.grants import Grant
from apps.media.models import Asset
from apps.media.providers import ProviderUrl

PREFIX = "media/learn/"


def sign_url(*, asset: Asset, grant: Grant) -> ProviderUrl:
    name = asset.filename
    return ProviderUrl(url=f"/{PREFIX}{grants.sign(grant)}/{quote(name)}", mime=mime_types.mime_type(name))
