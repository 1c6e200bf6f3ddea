"""What the list of courses can be narrowed to, and how many courses each value leaves."""

from collections.abc import Iterable
from typing import TypedDict

from django.db.models import Count, Q

from apps.catalog.models import Category, Course, CourseInstructor
from apps.catalog.models.course import priced
from apps.catalog.states import Language, Level, Price

_PRICE_LABELS = {Price.FREE: "Free", Price.PRO: "Free with Pro", Price.PAID: "Paid"}


class Option(TypedDict):
    value: str
    label: str
    count: int


class Options(TypedDict):
    categories: list[Option]
    levels: list[Option]
    instructors: list[Option]
    languages: list[Option]
    prices: list[Option]


def options() -> Options:
    """All categories, and of the rest what some published course has; in five queries."""
    return {
        "categories": _categories(),
        "levels": _of_column("level", Level.values),
        "instructors": _instructors(),
        "languages": _of_column("language", Language.values),
        "prices": _prices(),
    }


def _categories() -> list[Option]:
    counted = Category.objects.annotate(found=Count("courses", filter=Q(courses__is_published=True)))
    rows = counted.order_by("position", "title").values_list("title", "found")
    return [_option(title, title, found) for title, found in rows]


def _of_column(column: str, values: Iterable[str]) -> list[Option]:
    """The values of a closed set in the order in which the set names them."""
    counted = Course.objects.published().order_by().values(column).annotate(found=Count("pk"))
    found = dict(counted.values_list(column, "found"))
    return [_option(value, value, found[value]) for value in values if value in found]


def _instructors() -> list[Option]:
    # Nobody teaches a course twice, so their rows are as many as their courses.
    teaching = CourseInstructor.objects.filter(course__is_published=True)
    names = ("instructor__name", "instructor__slug")
    counted = teaching.order_by(*names).values(*names).annotate(found=Count("pk"))
    return [_option(slug, name, found) for name, slug, found in counted.values_list(*names, "found")]


def _prices() -> list[Option]:
    courses = Course.objects.published()
    found = courses.aggregate(**{price.value: Count("pk", filter=priced(price)) for price in Price})
    return [
        _option(price.value, label, found[price.value])
        for price, label in _PRICE_LABELS.items()
        if found[price.value]
    ]


def _option(value: str, label: str, count: int) -> Option:
    return {"value": value, "label": label, "count": count}
