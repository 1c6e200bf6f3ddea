"""
What the server knows of each page: its head, its first data, and its first picture.

A page's data comes from the very functions that answer the calls, under the keys that the browser's
queries use, so nothing is asked again and nothing can differ.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string

from apps.accounts.models import User
from apps.content.selectors import public as content
from apps.core import tagged_cache
from apps.core.errors import Invalid, NotFound
from apps.site import course_filters
from apps.site.pages import courses, events, member, reading
from apps.site.pages.building import Answers, Asked, Content, Maker
from apps.site.routes import NOT_FOUND, Match, Route, missing

CACHE_TAGS = ("site", "catalog", "live", "academy", "pro", "faq", "reviews")
"""Of all that visitors' pages show."""

_MADE: dict[str, Maker] = {
    **courses.MADE,
    **events.MADE,
    **reading.MADE,
    **member.MADE,
    "styleguide": lambda _route, _asked: Content("pages/styleguide.html", {}, []),
    "not-found": lambda _route, _asked: Content("pages/not_found.html", {}, []),
}


@dataclass(frozen=True, slots=True)
class Page:
    route: Route
    title: str
    description: str
    canonical: str
    body: str
    answers: Answers = field(default_factory=list)
    structured: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_found(self) -> bool:
        return self.route.name != NOT_FOUND


def build(
    found: Match, *, query: QueryDict, person: User | None, now: datetime, session_key: str | None = None
) -> Page:
    """The page; a visitor's is kept for everybody until staff save something that it shows."""
    asked = Asked(values=found.values, query=query, person=person, now=now, session_key=session_key)
    shown = _shown_query(found.route, query)
    key = f"page:{found.route.name}:{sorted(found.values.items())}:{shown}"
    try:
        if person is not None or shown is None:
            return _built(found.route, asked)
        return tagged_cache.get_or_set(tags=CACHE_TAGS, key=key, make=lambda: _built(found.route, asked))
    except (NotFound, Invalid):
        # Never kept: anybody can make up addresses, and the cache has no room for all of them.
        return _built(missing(), asked)


def _shown_query(route: Route, query: QueryDict) -> str | None:
    """
    Only what the page shows may be part of the key, or anybody could fill the cache with pages; for the
    same reason a page of a rare query is not kept at all: None.
    """
    return course_filters.key_of_kept(course_filters.asked(query)) if route.name == "courses" else ""


def _built(route: Route, asked: Asked) -> Page:
    shown = _MADE[route.name](route, asked)
    site = content.site()["data"]
    return Page(
        route=route,
        title=shown.title or route.title,
        description=shown.description or route.lead,
        canonical=shown.canonical or route.path,
        body=render_to_string(
            shown.template, {"route": route, "site": site, "now": asked.now, **shown.context}
        ),
        answers=shown.answers,
        structured=shown.structured,
    )
