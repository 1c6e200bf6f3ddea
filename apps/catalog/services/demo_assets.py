"""The demo's films, captions and documents, copied into the media folder once."""

from pathlib import Path
from uuid import UUID, uuid5

from django.core.files import File
from django.core.files.storage import default_storage

from apps.catalog.services.demo_lessons import CAPTIONS, DOCUMENT_TITLES, FILM_TITLES, PREVIEWS
from apps.content.models import Asset
from apps.content.models.asset import private_path
from apps.content.states import AssetKind

FOLDER = Path(__file__).resolve().parents[1] / "demo_files"
_NAMES = UUID("5b1f0c62-6d0e-4a3c-9a6e-3d8f6f0c7a11")


def seed() -> int:
    """
    Add what is missing, rows and files; whatever staff put in its place is left alone.

    Returns how many were added.
    """
    wanted = _wanted()
    known = Asset.objects.in_bulk([asset.pk for asset in wanted.values()])
    added = sum(_add(name, asset=known.get(asset.pk, asset)) for name, asset in wanted.items())
    return added + sum(_add_preview(name) for name in PREVIEWS.values())


def asset_id(name: str) -> UUID:
    """The id of the demo's asset with this path below `demo_files`, the same on every machine."""
    return uuid5(_NAMES, name)


def preview_path(name: str) -> str:
    """Where a course's silent preview lies in the media folder."""
    return f"previews/{name}.mp4"


def _add(name: str, *, asset: Asset) -> bool:
    stored = asset.file.name
    if stored and (asset.filename != Path(name).name or default_storage.exists(stored)):
        return False
    place = private_path(asset, name)
    if default_storage.exists(place):
        # Left there by an earlier database.
        asset.file.name = place
        asset.save()
    else:
        with (FOLDER / name).open("rb") as content:
            asset.file.save(Path(name).name, File(content))
    return True


def _add_preview(name: str) -> bool:
    if default_storage.exists(preview_path(name)):
        return False
    with (FOLDER / "previews" / f"{name}.mp4").open("rb") as content:
        default_storage.save(preview_path(name), File(content))
    return True


def _wanted() -> dict[str, Asset]:
    wanted = {}
    for film, title in FILM_TITLES.items():
        wanted[f"films/{film}.mp4"] = Asset(title=title, kind=AssetKind.VIDEO)
        wanted[f"films/{film}.jpg"] = Asset(title=f"{title}: still picture", kind=AssetKind.IMAGE)
        for language in CAPTIONS[film]:
            captions = Asset(
                title=f"{title}: captions ({language})", kind=AssetKind.CAPTIONS, language=language
            )
            wanted[f"captions/{film}.{language}.vtt"] = captions
    for document, title in DOCUMENT_TITLES.items():
        wanted[f"documents/{document}.pdf"] = Asset(title=title, kind=AssetKind.PDF)
    for name, asset in wanted.items():
        asset.pk = asset_id(name)
    return wanted
