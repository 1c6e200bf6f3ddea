"""Images uploaded as assets, such as posters of videos."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from apps.core.testing.images import upload
from apps.media.models import Asset
from apps.media.tests.factories import AssetFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def format_and_size(file: Any) -> tuple[str | None, tuple[int, int]]:
    with Image.open(file.open()) as image:
        return image.format, image.size


def asset_form(**changes: Any) -> dict[str, Any]:
    fields = {"title": "Still", "kind": "image", "language": "", "duration_seconds": "0"}
    return {**fields, "provider": "local", "source_key": "", **changes}


def test_uploaded_image_is_resized_and_stored_in_private_folder(admin_client: Client) -> None:
    form = asset_form(file=upload(2000, 2400, name="still.jpg"))

    assert admin_client.post("/admin/media/asset/add/", form).status_code == 302

    asset = Asset.objects.get()
    assert asset.file.name.startswith(f"private/{asset.pk}/")
    assert asset.size_bytes == asset.file.size > 0
    assert format_and_size(asset.file) == ("WEBP", (1280, 1536))


def test_file_that_is_no_image_is_rejected(admin_client: Client) -> None:
    form = asset_form(file=SimpleUploadedFile("still.jpg", b"<svg>"))

    response = admin_client.post("/admin/media/asset/add/", form)

    assert list(response.context["adminform"].form.errors) == ["file"]
    assert not Asset.objects.exists()


def test_renaming_does_not_process_a_stored_image_again(admin_client: Client) -> None:
    asset = AssetFactory(kind="image", file__filename="still.jpg", file__data=b"as it came")

    response = admin_client.post(f"/admin/media/asset/{asset.pk}/change/", asset_form(title="Renamed"))

    assert response.status_code == 302
    asset.refresh_from_db()
    assert (asset.title, asset.filename) == ("Renamed", "still.jpg")
