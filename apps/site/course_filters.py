"""
The list of courses as an address asks for it, and what its page shows around it.

The twin is frontend/src/features/catalog/lib/shelf.ts: both must read an address alike, since what is read
is the key under which the browser looks for the list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.selectors.filters import Option, Options
from apps.catalog.states import Price, Sort

PAGE = 24
"""Twin: features/catalog/queries.ts, which asks for the rest."""

_LISTS = ("category", "level", "instructor", "language")
_LONGEST_KEPT = 120

_SORTS = {
    Sort.NEWEST: "Newest first",
    Sort.RATING: "Best rated",
    Sort.PRICE_LOW: "Price: low to high",
    Sort.PRICE_HIGH: "Price: high to low",
}

Shelf = Mapping[str, Any]
"""What is asked for, by the names and in the form of the browser's key; what is not asked for is absent."""


def asked(query: QueryDict) -> Shelf:
    lists = {name: _distinct(query.getlist(name)) for name in _LISTS}
    price, search, sort = (_first(query, name) for name in ("price", "search", "sort"))
    is_usual = sort == Sort.POPULAR and not search
    shelf = {**lists, "price": price, "search": search}
    if sort in Sort.values and not is_usual:
        shelf["sort"] = sort
    return {name: value for name, value in shelf.items() if value}


def filters(shelf: Shelf) -> CourseFilters | None:
    """What the catalogue is asked; None: it has no course of that kind."""
    if "price" in shelf and shelf["price"] not in Price.values:
        return None
    return CourseFilters(
        categories=tuple(sorted(shelf.get("category", ()))),
        levels=tuple(sorted(shelf.get("level", ()))),
        instructors=tuple(sorted(shelf.get("instructor", ()))),
        languages=tuple(sorted(shelf.get("language", ()))),
        price=Price(shelf["price"]) if "price" in shelf else None,
        search=shelf.get("search", ""),
        sort=Sort(shelf["sort"]) if "sort" in shelf else None,
    )


def key_of_kept(shelf: Shelf) -> str | None:
    """
    Under what a page of this list is kept for everybody; None: it is made for whoever asks.

    Of the numberless mixtures only those are kept that the site itself links to from everywhere.
    """
    categories = shelf.get("category", [])
    is_common = not set(shelf) - {"category"} and len(categories) <= 1
    kept = "".join(categories)
    return kept if is_common and len(kept) <= _LONGEST_KEPT else None


def address(shelf: Shelf) -> str:
    query = urlencode(
        [(name, shelf[name]) for name in (*_LISTS, "price", "search", "sort") if name in shelf], True
    )
    return f"/courses?{query}" if query else "/courses"


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
class Picture:
    """What the page shows of what is asked for."""

    categories: Sequence[Link]
    chosen_categories: Sequence[str]
    groups: Sequence[Group]
    sorts: Sequence[Choice]
    search: str
    filter_count: int
    is_narrowed: bool


def picture(shelf: Shelf, *, options: Options) -> Picture:
    narrowing = [shelf.get(name, []) for name in ("level", "instructor", "language")]
    return Picture(
        categories=_categories(shelf, options["categories"]),
        chosen_categories=shelf.get("category", []),
        groups=_groups(shelf, options),
        sorts=_sorts(shelf),
        search=shelf.get("search", ""),
        filter_count=sum(map(len, narrowing)) + ("price" in shelf),
        is_narrowed=bool(set(shelf) - {"sort"}),
    )


def _categories(shelf: Shelf, options: Sequence[Option]) -> list[Link]:
    rest = {name: value for name, value in shelf.items() if name != "category"}
    chosen = shelf.get("category", [])
    return [
        Link(address(rest), "All courses", None, not chosen),
        *(
            Link(
                address({**rest, "category": [option["value"]]}),
                option["label"],
                option["count"],
                option["value"] in chosen,
            )
            for option in options
        ),
    ]


def _groups(shelf: Shelf, options: Options) -> list[Group]:
    """Each kind of filter in which there is something to choose from."""
    groups = (
        Group("Price", "price", _prices(shelf, options["prices"]) if options["prices"] else []),
        Group("Level", "level", _choices(shelf, "level", options["levels"])),
        Group("Language", "language", _choices(shelf, "language", options["languages"])),
        Group("Instructor", "instructor", _choices(shelf, "instructor", options["instructors"])),
    )
    return [group for group in groups if group.choices]


def _prices(shelf: Shelf, options: Sequence[Option]) -> list[Choice]:
    price = shelf.get("price", "")
    return [Choice("", "Any price", None, not price), *(_choice(option, {price}) for option in options)]


def _choices(shelf: Shelf, name: str, options: Sequence[Option]) -> list[Choice]:
    chosen = set(shelf.get(name, ()))
    return [_choice(option, chosen) for option in options]


def _choice(option: Option, chosen: set[str]) -> Choice:
    return Choice(option["value"], option["label"], option["count"], option["value"] in chosen)


def _sorts(shelf: Shelf) -> list[Choice]:
    sort = shelf.get("sort", "")
    popular = [(Sort.POPULAR.value, "Most popular")]
    usual = [("", "Best match"), *popular] if "search" in shelf else [("", "Most popular")]
    labels = [*usual, *((value.value, label) for value, label in _SORTS.items())]
    return [Choice(value, label, None, value == sort) for value, label in labels]


def _distinct(values: Sequence[str]) -> list[str]:
    return [value for value in dict.fromkeys(map(_clean, values)) if value]


def _first(query: QueryDict, name: str) -> str:
    return _clean(next(iter(query.getlist(name)), ""))


def _clean(text: str) -> str:
    """No text that people read holds a NUL, and PostgreSQL will not compare one."""
    return text.replace("\x00", " ").strip()
