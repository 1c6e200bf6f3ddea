"""The filters of the course list, with the number of courses of each value."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from django.db.models import Count, Q

from apps.catalog.models import Category, Course, CourseInstructor
from apps.catalog.models.course import price_condition
from apps.catalog.states import Language, Level, Price
from apps.core.json_types import Help, component

_PRICE_LABELS = {Price.FREE: "Free", Price.PRO: "Free with Pro", Price.PAID: "Paid"}


@component("OptionOut")
class FilterOption(TypedDict):
    value: Annotated[str, Help("The value to send to the course list.")]
    label: str
    count: Annotated[int, Help("How many courses the list returns with only this filter.")]


@component("CourseOptionsOut")
class FilterOptions(TypedDict):
    categories: list[FilterOption]
    levels: list[FilterOption]
    instructors: list[FilterOption]
    languages: list[FilterOption]
    prices: list[FilterOption]


def filter_options() -> FilterOptions:
    """All categories, and the other values that published courses have; in five queries."""
    return {
        "categories": _categories(),
        "levels": _column_options("level", Level.values),
        "instructors": _instructors(),
        "languages": _column_options("language", Language.values),
        "prices": _prices(),
    }


def _categories() -> list[FilterOption]:
    counted = Category.objects.annotate(found=Count("courses", filter=Q(courses__is_published=True)))
    rows = counted.order_by("position", "title").values_list("title", "found")
    return [_option(title, title, found) for title, found in rows]


def _column_options(column: str, values: Iterable[str]) -> list[FilterOption]:
    """The values of a choices column, in the order of its choices."""
    counted = Course.objects.published().order_by().values(column).annotate(found=Count("pk"))
    found = dict(counted.values_list(column, "found"))
    return [_option(value, value, found[value]) for value in values if value in found]


def _instructors() -> list[FilterOption]:
    # Unique for course and instructor, so rows count courses.
    teaching = CourseInstructor.objects.filter(course__is_published=True)
    names = ("instructor__name", "instructor__slug")
    counted = teaching.order_by(*names).values(*names).annotate(found=Count("pk"))
    return [_option(slug, name, found) for name, slug, found in counted.values_list(*names, "found")]


def _prices() -> list[FilterOption]:
    courses = Course.objects.published()
    found = courses.aggregate(**{price.value: Count("pk", filter=price_condition(price)) for price in Price})
    return [
        _option(price.value, label, found[price.value])
        for price, label in _PRICE_LABELS.items()
        if found[price.value]
    ]


def _option(value: str, label: str, count: int) -> FilterOption:
    return {"value": value, "label": label, "count": count}
