"""Photos of instructors and learners."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from apps.content import models, tasks
from apps.content.models import Instructor
from apps.content.services import orphan_photos
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.images import upload

pytestmark = pytest.mark.django_db

INSTRUCTOR = {"name": "Kavya", "slug": "kavya", "experience": "8 years", "bio": "", "film_language": "en"}


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def format_and_size(file: Any) -> tuple[str | None, tuple[int, int]]:
    with Image.open(file.open()) as image:
        return image.format, image.size


def test_photo_of_instructor_is_stored_square_and_small(admin_client: Client) -> None:
    form = {**INSTRUCTOR, "photo": upload(1200, 1600)}

    assert admin_client.post("/admin/content/instructor/add/", form).status_code == 302

    instructor = Instructor.objects.get()
    assert instructor.photo.name.startswith("instructors/")
    assert format_and_size(instructor.photo) == ("WEBP", (400, 400))
    small = instructor.photo.name.replace("-400.webp", "-168.webp")
    assert format_and_size(instructor.photo.storage.open(small)) == ("WEBP", (168, 168))


def test_file_that_is_no_image_is_rejected(admin_client: Client) -> None:
    form = {**INSTRUCTOR, "photo": SimpleUploadedFile("face.jpg", b"No image at all")}

    response = admin_client.post("/admin/content/instructor/add/", form)

    assert response.status_code == 200
    assert list(response.context["adminform"].form.errors) == ["photo"]
    assert not Instructor.objects.exists()


def test_photo_of_learner_is_stored_square_and_small() -> None:
    testimonial = models.Testimonial.objects.create(
        username="Devika", location="Kochi", rating=5, review="Calm.", image=upload(200, 100)
    )

    assert format_and_size(testimonial.image) == ("WEBP", (100, 100))


def test_replaced_cleared_or_deleted_photo_leaves_no_file(admin_client: Client) -> None:
    instructors = [InstructorFactory(photo=upload(width, 200)) for width in (110, 120, 130, 140)]
    files = [instructor.photo for instructor in instructors]
    storage, names = files[0].storage, [file.name for file in files]
    kept, replaced, cleared, deleted = instructors
    replaced.photo = upload(300, 300)
    replaced.save()
    cleared.photo = ""
    cleared.save()
    deleted.delete()

    assert orphan_photos.delete_orphans(now=timezone.now()) == 0
    assert orphan_photos.delete_orphans(now=timezone.now() + timedelta(days=2)) == 3

    assert [storage.exists(name) for name in names] == [True, False, False, False]
    assert storage.exists(replaced.photo.name)
    assert storage.exists(replaced.photo.name.replace("-300.webp", "-168.webp"))
    assert kept.photo.name == names[0]


def test_deletion_is_scheduled(settings: Any) -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}

    assert tasks.delete_orphan_photos.name in scheduled
    tasks.delete_orphan_photos.delay()


def test_site_without_photos_has_nothing_to_delete() -> None:
    assert orphan_photos.delete_orphans(now=timezone.now() + timedelta(days=2)) == 0
