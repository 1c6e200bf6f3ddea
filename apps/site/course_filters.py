"""
The filters of the course list: parsed from the URL, and as the page shows them.

Mirrored by frontend/src/features/catalog/lib/courseFilters.ts. Both must parse a query alike: the result is
the query key of the list in the browser.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.selectors.filters import FilterOption, FilterOptions
from apps.catalog.states import Price, Sort

PAGE = 24
"""Mirrored by features/catalog/queries.ts, which requests the rest."""

_LISTS = ("category", "level", "instructor", "language")
_MAX_CACHED_KEY = 120

_SORTS = {
    Sort.NEWEST: "Newest first",
    Sort.RATING: "Best rated",
    Sort.PRICE_LOW: "Price: low to high",
    Sort.PRICE_HIGH: "Price: high to low",
}

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


def cache_key(query: CourseQuery) -> str | None:
    """
    The part of the cache key for this list. None: its pages are not cached.

    Only the lists that every page links to are cached, because there are too many combinations of filters.
    """
    categories = query.get("category", [])
    is_common = not set(query) - {"category"} and len(categories) <= 1
    kept = "".join(categories)
    return kept if is_common and len(kept) <= _MAX_CACHED_KEY else None


def list_url(query: CourseQuery) -> str:
    encoded = urlencode(
        [(name, query[name]) for name in (*_LISTS, "price", "search", "sort") if name in query], True
    )
    return f"/courses?{encoded}" if encoded else "/courses"


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    count: int | None
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Group:
    legend: str
    name: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Link:
    to: str
    label: str
    count: int | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class FilterContext:
    """The filters, as the page shows them."""

    categories: Sequence[Link]
    chosen_categories: Sequence[str]
    groups: Sequence[Group]
    sorts: Sequence[Choice]
    search: str
    filter_count: int
    is_narrowed: bool


def build_context(query: CourseQuery, *, options: FilterOptions) -> FilterContext:
    narrowing = [query.get(name, []) for name in ("level", "instructor", "language")]
    return FilterContext(
        categories=_categories(query, options["categories"]),
        chosen_categories=query.get("category", []),
        groups=_groups(query, options),
        sorts=_sorts(query),
        search=query.get("search", ""),
        filter_count=sum(map(len, narrowing)) + ("price" in query),
        is_narrowed=bool(set(query) - {"sort"}),
    )


def _categories(query: CourseQuery, options: Sequence[FilterOption]) -> list[Link]:
    rest = {name: value for name, value in query.items() if name != "category"}
    chosen = query.get("category", [])
    return [
        Link(list_url(rest), "All courses", None, not chosen),
        *(
            Link(
                list_url({**rest, "category": [option["value"]]}),
                option["label"],
                option["count"],
                option["value"] in chosen,
            )
            for option in options
        ),
    ]


def _groups(query: CourseQuery, options: FilterOptions) -> list[Group]:
    """The groups of filters that have choices."""
    groups = (
        Group("Price", "price", _prices(query, options["prices"]) if options["prices"] else []),
        Group("Level", "level", _choices(query, "level", options["levels"])),
        Group("Language", "language", _choices(query, "language", options["languages"])),
        Group("Mentor", "instructor", _choices(query, "instructor", options["instructors"])),
    )
    return [group for group in groups if group.choices]


def _prices(query: CourseQuery, options: Sequence[FilterOption]) -> list[Choice]:
    price = query.get("price", "")
    return [Choice("", "Any price", None, not price), *(_choice(option, {price}) for option in options)]


def _choices(query: CourseQuery, name: str, options: Sequence[FilterOption]) -> list[Choice]:
    chosen = set(query.get(name, ()))
    return [_choice(option, chosen) for option in options]


def _choice(option: FilterOption, chosen: set[str]) -> Choice:
    return Choice(option["value"], option["label"], option["count"], option["value"] in chosen)


def _sorts(query: CourseQuery) -> list[Choice]:
    sort = query.get("sort", "")
    popular = [(Sort.POPULAR.value, "Most popular")]
    usual = [("", "Best match"), *popular] if "search" in query else [("", "Most popular")]
    labels = [*usual, *((value.value, label) for value, label in _SORTS.items())]
    return [Choice(value, label, None, value == sort) for value, label in labels]


def _distinct(values: Sequence[str]) -> list[str]:
    return [value for value in dict.fromkeys(map(_clean, values)) if value]


def _first(query: QueryDict, name: str) -> str:
    return _clean(next(iter(query.getlist(name)), ""))


def _clean(text: str) -> str:
    """Without NUL characters, which PostgreSQL refuses."""
    return text.replace("\x00", " ").strip()
