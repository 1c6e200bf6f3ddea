"""Seeds the demo's categories and courses. Existing rows keep what staff changed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from apps.catalog.models import Category, Course, CourseInstructor, ModuleCourse
from apps.catalog.selectors import categories
from apps.catalog.states import Icon, Language, Level
from apps.content.models import AcademyModule
from apps.content.selectors import instructors
from apps.core import indian_time
from apps.core.demo import data_file

_OFFER = timedelta(days=60)
"""How long the struck prices are shown."""

_AFTER_MODULES = {
    "how-the-market-works": "reading-an-annual-report",
    "reading-charts": "trend-range-and-volume",
    "risk-and-derivatives": "options-rights-obligations-and-price",
}
"""The course that goes on from each module of the academy."""


@dataclass(frozen=True, slots=True)
class DemoCategory:
    title: str
    icon: Icon
    hue: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCourse:
    category: str
    title: str
    weburlname: str
    lead: str
    long_description: str
    learn: tuple[str, ...]
    requirements: tuple[str, ...] = ("No earlier knowledge of the market",)
    instructors: tuple[str, ...]
    level: Level = Level.BEGINNER
    language: Language = Language.ENGLISH
    rupees: int = 0
    markup_rupees: int | None = None
    is_pro: bool = False
    is_new: bool = False
    access_days: int = 365
    learners: int
    """How many of the demo's learners have it."""
    days_ago: int
    figure: str = ""
    """Of the cover."""
    figure_numbers: str = ""


CATEGORIES = data_file("catalog", "categories.yaml", tuple[DemoCategory, ...])
COURSES = data_file("catalog", "courses.yaml", tuple[DemoCourse, ...])


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    new_categories = _add_categories()
    existing = set(Course.objects.values_list("weburlname", flat=True))
    missing = [course for course in COURSES.read() if course.weburlname not in existing]
    if missing:
        _add_courses(missing, now=now)
    _choose_courses_after_modules()
    return (
        f"{new_categories} of {len(CATEGORIES.read())} categories and "
        f"{len(missing)} of {len(COURSES.read())} courses added"
    )


def _choose_courses_after_modules() -> None:
    """Once: what staff change or remove afterwards stays so."""
    if ModuleCourse.objects.exists():
        return
    modules = dict(AcademyModule.objects.values_list("weburlname", "pk"))
    courses = dict(
        Course.objects.filter(weburlname__in=_AFTER_MODULES.values()).values_list("weburlname", "pk")
    )
    ModuleCourse.objects.bulk_create(
        [
            ModuleCourse(module_id=modules[module], course_id=courses[course])
            for module, course in _AFTER_MODULES.items()
            if module in modules and course in courses
        ]
    )


def _add_categories() -> int:
    existing = set(Category.objects.values_list("title", flat=True))
    missing = [
        Category(title=demo.title, icon=demo.icon, hue=demo.hue, position=position)
        for position, demo in enumerate(CATEGORIES.read(), start=1)
        if demo.title not in existing
    ]
    if missing:
        Category.objects.bulk_create(missing)
    return len(missing)


def _add_courses(missing: list[DemoCourse], *, now: datetime) -> None:
    category_ids = categories.ids_by_title()
    teachers = instructors.ids_by_slug()
    rows = [(demo, _build_course(demo, category_id=category_ids[demo.category], now=now)) for demo in missing]
    Course.objects.bulk_create([row for _, row in rows])
    CourseInstructor.objects.bulk_create(
        CourseInstructor(course=row, instructor_id=teachers[slug], position=position)
        for demo, row in rows
        for position, slug in enumerate(demo.instructors)
    )


def _build_course(demo: DemoCourse, *, category_id: UUID, now: datetime) -> Course:
    published_at = now - timedelta(days=demo.days_ago)
    return Course(
        title=demo.title,
        weburlname=demo.weburlname,
        category_id=category_id,
        lead=demo.lead,
        long_description=demo.long_description,
        level=demo.level,
        language=demo.language,
        what_you_will_learn=list(demo.learn),
        requirements=list(demo.requirements),
        offer_price_paise=demo.rupees * 100,
        markup_price_paise=demo.markup_rupees * 100 if demo.markup_rupees else None,
        markup_last_day=indian_time.day_of(now + _OFFER) if demo.markup_rupees else None,
        is_pro=demo.is_pro,
        is_new=demo.is_new,
        access_days=demo.access_days,
        is_published=True,
        confirmed_prices=[demo.rupees * 100],
        free_confirmed=demo.rupees == 0,
        published_at=published_at,
        content_updated_at=published_at,
        figure=demo.figure,
        figure_numbers=demo.figure_numbers,
    )
