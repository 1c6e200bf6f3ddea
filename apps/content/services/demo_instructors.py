"""The demo's instructors, all invented."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.core.files.base import ContentFile

from apps.content.models import Instructor
from apps.content.services.demo_portraits import Face, draw

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


_PEOPLE = [
    _DemoInstructor(
        slug="meera-iyer",
        name="Meera Iyer",
        experience="14 years",
        bio=(
            "Meera read charts for a proprietary desk in Mumbai before she started teaching. She cares about "
            "process: what you write down before a trade matters more than the trade."
        ),
        credentials=(
            "NISM Series XV: Research Analyst",
            "CFA charterholder",
        ),
        languages=(
            "English",
            "Tamil",
            "Hindi",
        ),
        face=Face(
            ground="#dbe9e2", clothes="#1f6f54", skin="#c68a5f", hair="#241a17", style="long", has_bindi=True
        ),
    ),
    _DemoInstructor(
        slug="arjun-deshmukh",
        name="Arjun Deshmukh",
        experience="11 years",
        bio=(
            "Arjun traded index options through three market cycles. His lessons start with what can be lost."
        ),
        credentials=("NISM Series VIII: Equity Derivatives",),
        languages=(
            "English",
            "Marathi",
            "Hindi",
        ),
        face=Face(
            ground="#e3e6f1", clothes="#33416e", skin="#b87c50", hair="#1f1715", style="short", beard="full"
        ),
    ),
    _DemoInstructor(
        slug="farah-qureshi",
        name="Farah Qureshi",
        experience="9 years",
        bio=(
            "Farah analysed consumer and pharma companies for a fund house. She teaches annual reports as "
            "stories with numbers."
        ),
        credentials=(
            "Chartered accountant",
            "NISM Series XV: Research Analyst",
        ),
        languages=(
            "English",
            "Urdu",
            "Hindi",
        ),
        face=Face(
            ground="#f3e3df", clothes="#7a2f3b", skin="#d09a70", hair="#35211b", style="bob", has_glasses=True
        ),
    ),
    _DemoInstructor(
        slug="nikhil-banerjee",
        name="Nikhil Banerjee",
        experience="16 years",
        bio=(
            "Nikhil covered rates and currencies for a bank in Kolkata. He explains the economy in the order "
            "in which it affects your portfolio."
        ),
        credentials=(
            "CFA charterholder",
            "NISM Series I: Currency Derivatives",
        ),
        languages=(
            "English",
            "Bengali",
        ),
        face=Face(
            ground="#e6e9ea",
            clothes="#4c5a61",
            skin="#bb8257",
            hair="#8b8a88",
            style="short",
            beard="moustache",
            has_glasses=True,
        ),
    ),
    _DemoInstructor(
        slug="kavya-reddy",
        name="Kavya Reddy",
        experience="8 years",
        bio=("Kavya helps families in Hyderabad plan their money, from the first salary to retirement."),
        credentials=(
            "Certified Financial Planner",
            "NISM Series X-A: Investment Adviser",
        ),
        languages=(
            "English",
            "Telugu",
            "Hindi",
        ),
        face=Face(
            ground="#f6ecd2", clothes="#b77a1d", skin="#b97b4f", hair="#221815", style="bun", has_bindi=True
        ),
    ),
    _DemoInstructor(
        slug="harpreet-singh-gill",
        name="Harpreet Singh Gill",
        experience="12 years",
        bio=(
            "Harpreet managed risk at a brokerage. He teaches position size, margin and the art of doing "
            "nothing."
        ),
        credentials=(
            "FRM",
            "NISM Series VIII: Equity Derivatives",
        ),
        languages=(
            "English",
            "Punjabi",
            "Hindi",
        ),
        face=Face(
            ground="#f2e2d3", clothes="#9c4a1a", skin="#c08a60", hair="#2a201c", style="turban", beard="full"
        ),
    ),
    _DemoInstructor(
        slug="sudha-raman",
        name="Dr. Sudha Raman",
        experience="21 years",
        bio=(
            "Sudha taught finance at a business school in Chennai and has written on how investors decide "
            "under stress."
        ),
        credentials=("PhD in finance",),
        languages=(
            "English",
            "Tamil",
        ),
        face=Face(
            ground="#ece3f0", clothes="#5d3b73", skin="#b27a51", hair="#a5a2a0", style="bun", has_glasses=True
        ),
    ),
    _DemoInstructor(
        slug="rohit-saxena",
        name="Rohit Saxena",
        experience="10 years",
        bio=(
            "Rohit teaches in Hindi and sticks to one idea per lesson. He started out as a sub-broker in "
            "Kanpur."
        ),
        credentials=("NISM Series X-A: Investment Adviser",),
        languages=(
            "Hindi",
            "English",
        ),
        face=Face(ground="#dfeaf0", clothes="#2c6a8c", skin="#c48d62", hair="#1d1614", style="short"),
    ),
]


def seed(_now: datetime) -> str:
    known = set(Instructor.objects.values_list("slug", flat=True))
    missing = [person for person in _PEOPLE if person.slug not in known]
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
    return f"{len(missing)} of {len(_PEOPLE)} added"


def _add_film(instructor: Instructor) -> None:
    """Set the drawn introduction of those who have one. The caller saves the row."""
    film = _INTRODUCTIONS / f"{instructor.slug}.mp4"
    if film.exists():
        for field, path in ((instructor.film, film), (instructor.film_captions, film.with_suffix(".vtt"))):
            field.save(path.name, ContentFile(path.read_bytes()), save=False)
