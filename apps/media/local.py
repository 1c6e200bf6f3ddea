"""The provider for files of our own storage. `apps/catalog/media` and `apps/live/api` serve its URLs."""

import re
from pathlib import PurePath
from urllib.parse import quote

from apps.media import ffmpeg, grants, mime_types
from apps.media.grants import Grant
from apps.media.models import Asset
from apps.media.models.asset import PLAYABLE_EXTENSIONS
from apps.media.providers import ProviderUrl

PREFIX = "media/learn/"
RECORDINGS_PREFIX = "media/recordings/"
_PREFIXES = {"recording": RECORDINGS_PREFIX}
"""The URL prefixes of audiences whose files another app serves."""

_IMPORTED_FILE = re.compile(r"[a-z0-9_-]{1,40}\.(?:m3u8|m4s|mp4)")


def sign_url(*, asset: Asset, grant: Grant, plays_playlists: bool) -> ProviderUrl:
    name = asset.filename
    if asset.playlist and (plays_playlists or PurePath(name).suffix[1:].lower() not in PLAYABLE_EXTENSIONS):
        name = ffmpeg.PLAYLIST
    prefix = _PREFIXES.get(grant.audience, PREFIX)
    return ProviderUrl(url=f"/{prefix}{grants.sign(grant)}/{quote(name)}", mime=mime_types.mime_type(name))


def stored_name(asset: Asset, filename: str) -> str | None:
    """The name in the storage of the file that a signed URL ends with; None if the asset has no such file."""
    if asset.file and asset.filename == filename:
        return str(asset.file.name)
    if asset.playlist and _IMPORTED_FILE.fullmatch(filename):
        return str(PurePath(asset.playlist).with_name(filename))
    return None
