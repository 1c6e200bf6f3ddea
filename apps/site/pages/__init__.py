"""
Builds each page on the server: its head, its first paint and its initial data.

The data comes from the functions that the endpoints use and has the keys of the browser's queries, so
nothing is requested twice and both always agree.
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
from apps.site.pages import content_pages, courses, events, member
from apps.site.pages.page_types import Answers, PageBuilder, PageContent, PageRequest
from apps.site.routes import NOT_FOUND, Match, Route, missing

CACHE_TAGS = ("site", "catalog", "live", "academy", "pro", "faq", "reviews")
"""Everything that visitors' pages depend on."""

_BUILDERS: dict[str, PageBuilder] = {
    **courses.BUILDERS,
    **events.BUILDERS,
    **content_pages.BUILDERS,
    **member.BUILDERS,
    "styleguide": lambda _route, _request: PageContent("pages/styleguide.html", {}, []),
    "not-found": lambda _route, _request: PageContent("pages/not_found.html", {}, []),
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
    """A visitor's page is cached for everybody until something on it changes."""
    request = PageRequest(values=found.values, query=query, person=person, now=now, session_key=session_key)
    query_key = _cache_key_of_query(found.route, query)
    key = f"page:{found.route.name}:{sorted(found.values.items())}:{query_key}"
    try:
        if person is not None or query_key is None:
            return _build_page(found.route, request)
        return tagged_cache.get_or_set(
            tags=CACHE_TAGS, key=key, make=lambda: _build_page(found.route, request)
        )
    except (NotFound, Invalid):
        # Not cached: anybody can make up URLs, and the cache has no room for all of them.
        return _build_page(missing(), request)


def _cache_key_of_query(route: Route, query: QueryDict) -> str | None:
    """
    Only parameters that the page uses are part of the key, and pages of rare queries are not cached at all
    (None). Otherwise anybody could fill the cache.
    """
    return course_filters.cache_key(course_filters.parse_query(query)) if route.name == "courses" else ""


def _build_page(route: Route, request: PageRequest) -> Page:
    built = _BUILDERS[route.name](route, request)
    site = content.site()["data"]
    return Page(
        route=route,
        title=built.title or route.title,
        description=built.description or route.lead,
        canonical=built.canonical or route.path,
        body=render_to_string(
            built.template, {"route": route, "site": site, "now": request.now, **built.context}
        ),
        answers=built.answers,
        structured=built.structured,
    )
