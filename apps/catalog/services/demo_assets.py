"""Copies the demo's videos, captions and PDFs into the media folder."""

from pathlib import Path
from uuid import UUID, uuid5

from django.core.files import File
from django.core.files.storage import default_storage

from apps.catalog.services.demo_curriculum_data import CURRICULA
from apps.media.models import Asset
from apps.media.models.asset import private_path
from apps.media.states import AssetKind

DEMO_FILES = Path(__file__).resolve().parents[1] / "demo_files"
_NAMESPACE = UUID("5b1f0c62-6d0e-4a3c-9a6e-3d8f6f0c7a11")


def seed() -> int:
    """
    Add missing rows and files. Files that staff replaced are left as they are.

    Returns how many were added.
    """
    assets = _demo_assets()
    existing = Asset.objects.in_bulk([asset.pk for asset in assets.values()])
    added = sum(_add_asset(name, asset=existing.get(asset.pk, asset)) for name, asset in assets.items())
    return added + sum(_add_preview(name) for name in CURRICULA.read().previews.values())


def asset_id(name: str) -> UUID:
    """The id of the demo asset with this path below `demo_files`; the same on every machine."""
    return uuid5(_NAMESPACE, name)


def preview_path(name: str) -> str:
    """The path of a course's preview video in the media folder."""
    return f"previews/{name}.mp4"


def _add_asset(name: str, *, asset: Asset) -> bool:
    stored = asset.file.name
    if stored and (asset.filename != Path(name).name or default_storage.exists(stored)):
        return False
    path = private_path(asset, name)
    if default_storage.exists(path):
        # From an earlier database.
        asset.file.name = path
        asset.save()
    else:
        with (DEMO_FILES / name).open("rb") as content:
            asset.file.save(Path(name).name, File(content))
    return True


def _add_preview(name: str) -> bool:
    if default_storage.exists(preview_path(name)):
        return False
    with (DEMO_FILES / "previews" / f"{name}.mp4").open("rb") as content:
        default_storage.save(preview_path(name), File(content))
    return True


def _demo_assets() -> dict[str, Asset]:
    assets = {}
    for name, video in CURRICULA.read().videos.items():
        assets[f"films/{name}.mp4"] = Asset(title=video.title, kind=AssetKind.VIDEO)
        assets[f"films/{name}.jpg"] = Asset(title=f"{video.title}: poster", kind=AssetKind.IMAGE)
        for language in video.captions:
            captions = Asset(
                title=f"{video.title}: captions ({language})", kind=AssetKind.CAPTIONS, language=language
            )
            assets[f"captions/{name}.{language}.vtt"] = captions
    for document, title in CURRICULA.read().document_titles.items():
        assets[f"documents/{document}.pdf"] = Asset(title=title, kind=AssetKind.PDF)
    for name, asset in assets.items():
        asset.pk = asset_id(name)
    return assets
