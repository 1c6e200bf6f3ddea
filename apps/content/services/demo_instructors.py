"""The demo's instructors, all invented."""

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.core.files.base import ContentFile

from apps.content.models import Instructor
from apps.core.demo import data_file

_FOLDER = Path(__file__).resolve().parents[1] / "demo_files"


@dataclass(frozen=True, slots=True, kw_only=True)
class _DemoInstructor:
    """Its fields are columns."""

    slug: str
    name: str
    experience: str
    bio: str
    credentials: tuple[str, ...]
    languages: tuple[str, ...]


_PEOPLE = data_file("content", "instructors.yaml", tuple[_DemoInstructor, ...])


def seed(_now: datetime) -> str:
    known = set(Instructor.objects.values_list("slug", flat=True))
    people = _PEOPLE.read()
    missing = [person for person in people if person.slug not in known]
    for person in missing:
        instructor = Instructor(**asdict(person))
        _add_film(instructor)
        # A drawing, plainly no photograph of anybody.
        portrait = (_FOLDER / "portraits" / f"{person.slug}.png").read_bytes()
        instructor.photo.save("", ContentFile(portrait, name="portrait.png"), save=True)
    return f"{len(missing)} of {len(people)} added"


def _add_film(instructor: Instructor) -> None:
    """Set the drawn introduction of those who have one. The caller saves the row."""
    film = _FOLDER / "introductions" / f"{instructor.slug}.mp4"
    if film.exists():
        for field, path in ((instructor.film, film), (instructor.film_captions, film.with_suffix(".vtt"))):
            field.save(path.name, ContentFile(path.read_bytes()), save=False)
