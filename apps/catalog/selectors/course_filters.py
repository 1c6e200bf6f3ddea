"""
The filters of the course list in a URL.

Parsed as by frontend/src/features/catalog/lib/courseFilters.ts: the result is the query key of the list.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Price, Sort
from apps.core.url_params import trim

PAGE = 24
"""Mirrored by features/catalog/queries.ts, which requests the rest."""

_LISTS = ("category", "level", "instructor", "language")
_MAX_CACHED_KEY = 120
_MAX_VALUE_LENGTH, _MAX_VALUES = 120, 50

CourseQuery = Mapping[str, Any]
"""The filters of a URL, named as in the browser's query key. Empty ones are absent."""


def parse_query(params: QueryDict) -> CourseQuery:
    lists = {name: _distinct(params.getlist(name)) for name in _LISTS}
    price, search, sort = (_first(params, name) for name in ("price", "search", "sort"))
    is_usual = sort == Sort.POPULAR and not search
    query = {**lists, "price": price, "search": search}
    if sort in Sort.values and not is_usual:
        query["sort"] = sort
    return {name: value for name, value in query.items() if value}


def filters(query: CourseQuery) -> CourseFilters | None:
    """The catalog's filters. None: no course can match."""
    if "price" in query and query["price"] not in Price.values:
        return None
    return CourseFilters(
        categories=tuple(sorted(query.get("category", ()))),
        levels=tuple(sorted(query.get("level", ()))),
        instructors=tuple(sorted(query.get("instructor", ()))),
        languages=tuple(sorted(query.get("language", ()))),
        price=Price(query["price"]) if "price" in query else None,
        search=query.get("search", ""),
        sort=Sort(query["sort"]) if "sort" in query else None,
    )


def selection(query: CourseQuery) -> CourseQuery:
    """The filters without the sort order, as the browser asks for counts; none if the API refuses one."""
    values = [value for name in _LISTS for value in query.get(name, ())]
    is_valid = (
        filters(query) is not None
        and all(len(query.get(name, ())) <= _MAX_VALUES for name in _LISTS)
        and all(len(value) <= _MAX_VALUE_LENGTH for value in values)
    )
    return {name: value for name, value in query.items() if name != "sort"} if is_valid else {}


def cache_key(query: CourseQuery) -> str | None:
    """
    The part of the cache key for this list. None: its pages are not cached.

    Only the lists that every page links to are cached, because there are too many combinations of filters.
    """
    categories = query.get("category", [])
    is_common = not set(query) - {"category"} and len(categories) <= 1
    kept = "".join(categories)
    return kept if is_common and len(kept) <= _MAX_CACHED_KEY else None


def query_string(query: CourseQuery) -> str:
    return urlencode(
        [(name, query[name]) for name in (*_LISTS, "price", "search", "sort") if name in query], True
    )


def _distinct(values: Sequence[str]) -> list[str]:
    return [value for value in dict.fromkeys(map(_clean, values)) if value]


def _first(query: QueryDict, name: str) -> str:
    return _clean(next(iter(query.getlist(name)), ""))


def _clean(text: str) -> str:
    """Without NUL characters, which PostgreSQL refuses."""
    return trim(text.replace("\x00", " "))
