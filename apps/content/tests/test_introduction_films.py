"""The introduction film of a mentor: what staff may upload, who sees it, what is deleted."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile

from apps.content.models import Instructor, instructor
from apps.content.selectors import instructors
from apps.content.services import demo_instructors, orphan_photos
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def with_film(film=b"film", captions=b"WEBVTT\n", name="intro.mp4", captions_name="intro.vtt"):
    mentor = InstructorFactory()
    for field, content, filename in (
        (mentor.film, film, name),
        (mentor.film_captions, captions, captions_name),
    ):
        if content is not None:
            field.save(filename, ContentFile(content), save=False)
    return mentor


def test_a_film_with_captions_is_shown():
    mentor = with_film()
    mentor.film_language = "hi"
    mentor.full_clean()
    mentor.save()

    assert instructors.profile(mentor)["film"] == {
        "url": "/media/instructors/films/intro.mp4",
        "captions": "/media/instructors/films/intro.vtt",
        "language": "hi",
    }


def test_without_a_film_there_is_none():
    assert instructors.profile(InstructorFactory())["film"] is None


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"captions": None}, "film_captions", "The film needs captions"),
        ({"captions": b"1\n00:01 --> 00:02\n"}, "film_captions", "not WebVTT"),
        ({"name": "intro.avi"}, "film", "not allowed"),
        ({"name": "intro.html"}, "film", "not allowed"),
        ({"captions_name": "intro.srt"}, "film_captions", "not allowed"),
    ],
)
def test_other_files_are_refused(changes, field, message):
    with pytest.raises(ValidationError) as error:
        with_film(**changes).full_clean()

    assert message in " ".join(error.value.message_dict[field])


def test_a_large_film_is_refused(monkeypatch):
    monkeypatch.setattr(instructor, "MAX_FILM_BYTES", 3)

    with pytest.raises(ValidationError, match="larger than"):
        with_film().full_clean()


def test_a_row_whose_files_are_missing_can_be_edited():
    mentor = with_film()
    mentor.save()
    for field in (mentor.film, mentor.film_captions):
        Path(field.path).unlink()

    Instructor.objects.get(pk=mentor.pk).full_clean()


def test_a_replaced_film_is_deleted_after_a_day(settings):
    mentor = with_film()
    mentor.save()
    old = Path(mentor.film.path)
    mentor.film.save("newer.mp4", ContentFile(b"newer"))
    for path in (old, Path(mentor.film.path), Path(mentor.film_captions.path)):
        os.utime(path, (NOW.timestamp(), NOW.timestamp()))

    assert orphan_photos.delete_orphans(now=NOW + timedelta(hours=1)) == 0
    assert orphan_photos.delete_orphans(now=NOW + timedelta(days=2)) == 1
    assert not old.exists()
    assert Path(mentor.film.path).exists()


def test_the_demo_has_an_introduction_with_captions():
    demo_instructors.seed(NOW)

    shown = Instructor.objects.exclude(film="")
    assert shown.count() == 1
    for mentor in shown:
        mentor.full_clean()
        assert mentor.film.size < 200_000
