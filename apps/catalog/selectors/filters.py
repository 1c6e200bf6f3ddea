"""The filters of the course list, with the number of courses of each value."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, NotRequired, TypedDict

from django.db.models import Count

from apps.catalog.models import Category, Course, CourseInstructor
from apps.catalog.models.course import CourseQuerySet, price_condition
from apps.catalog.selectors import courses
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Language, Level, Price, Sort
from apps.core.json_types import Help, component
from apps.core.publishing import public

_PRICE_LABELS = {Price.FREE: "Free", Price.PRO: "Free with Pro", Price.PAID: "Paid"}


@component("CourseOptionOut")
class FilterOption(TypedDict):
    value: Annotated[str, Help("The value to send to the course list.")]
    label: str
    count: Annotated[int, Help("How many courses the list returns with only this filter.")]
    matching: NotRequired[
        Annotated[
            int,
            Help(
                "How many courses the list returns with this value and the request's other filters. "
                "Absent if the request has none."
            ),
        ]
    ]


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


def add_matching(options: FilterOptions, *, filters: CourseFilters) -> FilterOptions:
    """The options with the number of courses that each leaves under these filters; in five queries."""
    found: Mapping[str, dict[str, int]] = {
        "categories": _count_by("category__title", _others(filters, categories=())),
        "levels": _count_by("level", _others(filters, levels=())),
        "instructors": _count_by_instructor(_others(filters, instructors=())),
        "languages": _count_by("language", _others(filters, languages=())),
        "prices": _count_by_price(_others(filters, price=None)),
    }

    def counted(name: str, group: list[FilterOption]) -> list[FilterOption]:
        return [{**option, "matching": found[name].get(option["value"], 0)} for option in group]

    return {
        "categories": counted("categories", options["categories"]),
        "levels": counted("levels", options["levels"]),
        "instructors": counted("instructors", options["instructors"]),
        "languages": counted("languages", options["languages"]),
        "prices": counted("prices", options["prices"]),
    }


def _others(filters: CourseFilters, **cleared: tuple[str, ...] | None) -> CourseQuerySet:
    """The courses that the other filters leave: values of one filter are alternatives."""
    # Any sort order but relevance, which would be computed for each course.
    matching = courses.filter_courses(filters=replace(filters, sort=Sort.POPULAR, **cleared))  # type: ignore[arg-type]
    return matching.order_by()


def _count_by(column: str, matching: CourseQuerySet) -> dict[str, int]:
    return dict(matching.values(column).annotate(found=Count("pk")).values_list(column, "found"))


def _count_by_instructor(matching: CourseQuerySet) -> dict[str, int]:
    teaching = CourseInstructor.objects.filter(course__in=matching.values("pk")).order_by()
    slug = "instructor__slug"
    return dict(teaching.values(slug).annotate(found=Count("pk")).values_list(slug, "found"))


def _count_by_price(matching: CourseQuerySet) -> dict[str, int]:
    counts = {price.value: Count("pk", filter=price_condition(price)) for price in Price}
    return dict(matching.aggregate(**counts))


def _categories() -> list[FilterOption]:
    counted = Category.objects.annotate(found=Count("courses", filter=public("courses__")))
    rows = counted.order_by("position", "title").values_list("title", "found")
    return [_option(title, title, found) for title, found in rows]


def _column_options(column: str, values: Iterable[str]) -> list[FilterOption]:
    """The values of a choices column, in the order of its choices."""
    counted = Course.objects.published().order_by().values(column).annotate(found=Count("pk"))
    found = dict(counted.values_list(column, "found"))
    return [_option(value, value, found[value]) for value in values if value in found]


def _instructors() -> list[FilterOption]:
    # Unique for course and instructor, so rows count courses.
    teaching = CourseInstructor.objects.filter(public("course__"))
    names = ("instructor__name", "instructor__slug")
    counted = teaching.order_by(*names).values(*names).annotate(found=Count("pk"))
    return [_option(slug, name, found) for name, slug, found in counted.values_list(*names, "found")]


def _prices() -> list[FilterOption]:
    found = _count_by_price(Course.objects.published())
    return [
        _option(price.value, label, found[price.value])
        for price, label in _PRICE_LABELS.items()
        if found[price.value]
    ]


def _option(value: str, label: str, count: int) -> FilterOption:
    return {"value": value, "label": label, "count": count}
