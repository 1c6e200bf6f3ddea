"""Pictures of people, and of what belongs to a film."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from apps.content import tasks
from apps.content.models import Asset, Instructor
from apps.content.models import Testimonial as Words
from apps.content.services import orphan_photos
from apps.content.tests.factories import AssetFactory, InstructorFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pictures import upload

pytestmark = pytest.mark.django_db

TEACHER = {"name": "Kavya", "slug": "kavya", "experience": "8 years", "bio": ""}


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


def size_of(file: Any) -> tuple[str | None, tuple[int, int]]:
    with Image.open(file.open()) as picture:
        return picture.format, picture.size


def test_a_teachers_face_is_kept_square_and_small(admin_client: Client) -> None:
    form = {**TEACHER, "photo": upload(1200, 1600)}

    assert admin_client.post("/admin/content/instructor/add/", form).status_code == 302

    teacher = Instructor.objects.get()
    assert teacher.photo.name.startswith("instructors/")
    assert size_of(teacher.photo) == ("WEBP", (168, 168))


def test_a_text_that_is_called_a_photo_is_refused_at_its_field(admin_client: Client) -> None:
    form = {**TEACHER, "photo": SimpleUploadedFile("face.jpg", b"No face at all")}

    response = admin_client.post("/admin/content/instructor/add/", form)

    assert response.status_code == 200
    assert list(response.context["adminform"].form.errors) == ["photo"]
    assert not Instructor.objects.exists()


def test_a_learners_face_is_kept_square_and_small() -> None:
    said = Words.objects.create(
        username="Devika", location="Kochi", rating=5, review="Calm.", image=upload(200, 100)
    )

    assert size_of(said.image) == ("WEBP", (100, 100))


def test_a_face_that_is_replaced_taken_away_or_deleted_leaves_no_file(admin_client: Client) -> None:
    teachers = [InstructorFactory(photo=upload(width, 200)) for width in (110, 120, 130, 140)]
    files = [teacher.photo for teacher in teachers]
    storage, names = files[0].storage, [file.name for file in files]
    shown, replaced, cleared, gone = teachers
    replaced.photo = upload(300, 300)
    replaced.save()
    cleared.photo = ""
    cleared.save()
    gone.delete()

    assert orphan_photos.remove_unshown(now=timezone.now()) == 0
    assert orphan_photos.remove_unshown(now=timezone.now() + timedelta(days=2)) == 3

    assert [storage.exists(name) for name in names] == [True, False, False, False]
    assert storage.exists(replaced.photo.name)
    assert shown.photo.name == names[0]


def test_the_sweep_is_scheduled(settings: Any) -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}

    assert tasks.remove_faces.name in scheduled
    tasks.remove_faces.delay()


def test_a_site_without_faces_has_none_to_remove() -> None:
    assert orphan_photos.remove_unshown(now=timezone.now() + timedelta(days=2)) == 0


def asset_form(**changed: Any) -> dict[str, Any]:
    facts = {"title": "Still", "kind": "image", "language": "", "duration_seconds": "0"}
    return {**facts, "provider": "local", "source_key": "", **changed}


def test_a_still_is_kept_in_its_shape_below_its_own_folder(admin_client: Client) -> None:
    form = asset_form(file=upload(2000, 2400, name="still.jpg"))

    assert admin_client.post("/admin/content/asset/add/", form).status_code == 302

    asset = Asset.objects.get()
    assert asset.file.name.startswith(f"private/{asset.pk}/")
    assert asset.size_bytes == asset.file.size > 0
    assert size_of(asset.file) == ("WEBP", (1280, 1536))


def test_what_is_no_still_is_refused_at_its_field(admin_client: Client) -> None:
    form = asset_form(file=SimpleUploadedFile("still.jpg", b"<svg>"))

    response = admin_client.post("/admin/content/asset/add/", form)

    assert list(response.context["adminform"].form.errors) == ["file"]
    assert not Asset.objects.exists()


def test_a_still_from_before_stays_as_it_is_when_it_is_renamed(admin_client: Client) -> None:
    asset = AssetFactory(kind="image", file__filename="still.jpg", file__data=b"as it came")

    response = admin_client.post(f"/admin/content/asset/{asset.pk}/change/", asset_form(title="Renamed"))

    assert response.status_code == 302
    asset.refresh_from_db()
    assert (asset.title, asset.filename) == ("Renamed", "still.jpg")
