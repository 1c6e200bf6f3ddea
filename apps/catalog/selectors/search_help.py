"""What helps somebody who searches for courses: a filter, another spelling, courses that come close."""

from datetime import date
from typing import Annotated, TypedDict

from apps.catalog import search
from apps.catalog.search import Query
from apps.catalog.selectors import cards, course_filters, courses
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Language, Level, Price
from apps.core.json_types import Choices, Help

SUGGESTED_COURSES = 3


class FilterOffer(TypedDict):
    """The filters that a search names, with its other words as the search."""

    title: Annotated[str, Help("Such as 'Free Hindi courses'.")]
    path: Annotated[str, Help("The path of the filtered list.")]
    price: Annotated[str, Choices(Price.values)] | None
    levels: list[str]
    languages: list[str]
    search: str
    count: Annotated[int, Help("How many courses the filtered list has.")]


class SearchHelp(TypedDict):
    filter: Annotated[FilterOffer | None, Help("Null: the search names no filter that finds a course.")]
    didYouMean: Annotated[
        str | None, Help("A spelling that finds courses, if the search has a word that no course has.")
    ]
    courses: Annotated[
        list[cards.CourseCard], Help("The three courses with most of the words, or the most popular ones.")
    ]


def search_help(text: str, /, *, day: date) -> SearchHelp:
    query = search.interpret(text)
    return {
        "filter": filter_offer(query),
        "didYouMean": _probable(query),
        "courses": courses.closest_cards(query, count=SUGGESTED_COURSES, day=day),
    }


def filter_offer(query: Query, /, *, needs_all_words: bool = False) -> FilterOffer | None:
    """
    The filtered list that a query names: with its other words, or without where these find nothing.

    Takes queries only if it names one.

    :param needs_all_words: for a query whose other words find something else
    """
    if not query.named:
        return None
    can_drop_words = bool(query.rest) and not needs_all_words
    return _offer(query, rest=query.rest) or (_offer(query, rest="") if can_drop_words else None)


def _offer(query: Query, *, rest: str) -> FilterOffer | None:
    levels = [value.value for value in query.named if isinstance(value, Level)]
    languages = [value.value for value in query.named if isinstance(value, Language)]
    price = next((value for value in query.named if isinstance(value, Price)), None)
    filters = CourseFilters(levels=tuple(levels), languages=tuple(languages), price=price, search=rest)
    count = courses.count_courses(filters=filters)
    if not count:
        return None
    chosen = {"level": levels, "language": languages, "price": price and price.value, "search": rest}
    path = course_filters.query_string({name: value for name, value in chosen.items() if value})
    names = [*(["Free"] if price else []), *levels, *languages, "courses"]
    return {
        "title": " ".join(names) + (f" for “{rest}”" if rest else ""),
        "path": f"/courses?{path}",
        "price": price and price.value,
        "levels": levels,
        "languages": languages,
        "search": rest,
        "count": count,
    }


def _probable(query: Query) -> str | None:
    """Only if it finds something: each of its words alone may do, and all together may not."""
    probable = query.probable
    if probable is None or not courses.count_courses(filters=CourseFilters(search=probable)):
        return None
    return probable
