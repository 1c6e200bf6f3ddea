"""The demo's instructors, all invented."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.core.files.base import ContentFile

from apps.content.models import Instructor
from apps.content.services.demo_portraits import Face, draw
from apps.core.demo import data_file

_INTRODUCTIONS = Path(__file__).resolve().parents[1] / "demo_files" / "introductions"


@dataclass(frozen=True, slots=True, kw_only=True)
class _DemoInstructor:
    slug: str
    name: str
    experience: str
    bio: str
    credentials: tuple[str, ...]
    languages: tuple[str, ...]
    face: Face


_PEOPLE = data_file("content", "instructors.yaml", tuple[_DemoInstructor, ...])


def seed(_now: datetime) -> str:
    known = set(Instructor.objects.values_list("slug", flat=True))
    people = _PEOPLE.read()
    missing = [person for person in people if person.slug not in known]
    for person in missing:
        instructor = Instructor(
            slug=person.slug,
            name=person.name,
            experience=person.experience,
            bio=person.bio,
            credentials=[*person.credentials],
            languages=[*person.languages],
        )
        _add_film(instructor)
        instructor.photo.save("", draw(person.face), save=True)
    return f"{len(missing)} of {len(people)} added"


def _add_film(instructor: Instructor) -> None:
    """Set the drawn introduction of those who have one. The caller saves the row."""
    film = _INTRODUCTIONS / f"{instructor.slug}.mp4"
    if film.exists():
        for field, path in ((instructor.film, film), (instructor.film_captions, film.with_suffix(".vtt"))):
            field.save(path.name, ContentFile(path.read_bytes()), save=False)
