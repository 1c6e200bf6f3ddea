"""
Builds each page on the server: its head, its initial data and its HTML.

The data comes from the functions that the endpoints use and has the keys of the browser's queries, so nothing
is requested twice and both always agree. React renders the HTML from it (`apps/site/rendering.py`).
"""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.http import QueryDict

from apps.accounts.api.serializers import UserOut
from apps.accounts.models import User
from apps.accounts.selectors import profile
from apps.commerce import pricing
from apps.content.selectors import public as content
from apps.core import tagged_cache
from apps.core.errors import Invalid, NotFound
from apps.site import course_filters, rendering
from apps.site.pages import content_pages, courses, events, member
from apps.site.pages.common import Answers, PageBuilder, PageContent, PageRequest
from apps.site.routes import NOT_FOUND, Match, Route, missing

CACHE_TAGS = ("site", "catalog", "live", "academy", "pro", "faq", "reviews")
"""Everything that visitors' pages depend on."""

_BUILDERS: dict[str, PageBuilder] = {
    **courses.BUILDERS,
    **events.BUILDERS,
    **content_pages.BUILDERS,
    **member.BUILDERS,
    "styleguide": lambda _route, _request: PageContent([]),
    "not-found": lambda _route, _request: PageContent([]),
}

_SURROGATES = range(0xD800, 0xE000)
_SCRIPT_ESCAPES = {code: f"\\u{code:04x}" for code in (*map(ord, "<>&\u2028\u2029"), *_SURROGATES)}
"""A surrogate on its own cannot be encoded, but JSON can spell it."""


@dataclass(frozen=True, slots=True)
class Page:
    route: Route
    title: str
    description: str
    canonical: str
    data: str
    """For the browser: JSON for a script element."""
    html: str | None
    """None if rendering failed: the browser renders the page from its data."""
    structured: list[str] = field(default_factory=list)
    """JSON-LD for script elements."""

    @property
    def is_found(self) -> bool:
        return self.route.name != NOT_FOUND


class _NotRendered(Exception):
    """Carries a page without HTML past the cache: the next visitor tries again."""

    def __init__(self, page: Page) -> None:
        super().__init__(page.route.name)
        self.page = page


def build(
    found: Match,
    *,
    path: str,
    query: QueryDict,
    person: User | None,
    now: datetime,
    session_key: str | None = None,
) -> Page:
    """A visitor's page is cached for everybody until something on it changes."""
    request = PageRequest(
        values=found.values, path=path, query=query, person=person, now=now, session_key=session_key
    )
    query_key = _cache_key_of_query(found.route, query)
    key = f"page:{found.route.name}:{sorted(found.values.items())}:{query_key}"
    try:
        if person is not None or query_key is None:
            return _build_page(found.route, request)
        return tagged_cache.get_or_set(
            tags=CACHE_TAGS, key=key, make=lambda: _rendered(_build_page(found.route, request))
        )
    except _NotRendered as failure:
        return failure.page
    except (NotFound, Invalid):
        # Not cached: anybody can make up URLs, and the cache has no room for all of them.
        return _build_page(missing(), request)


def _cache_key_of_query(route: Route, query: QueryDict) -> str | None:
    """
    Only parameters that the page uses are part of the key, and pages of rare queries are not cached at all
    (None). Otherwise anybody could fill the cache.
    """
    return course_filters.cache_key(course_filters.parse_query(query)) if route.name == "courses" else ""


def _rendered(page: Page) -> Page:
    if page.html is None:
        raise _NotRendered(page)
    return page


def _build_page(route: Route, request: PageRequest) -> Page:
    built = _BUILDERS[route.name](route, request)
    data = as_script(_page_data(built.answers, is_found=route.name != NOT_FOUND, request=request))
    try:
        html = rendering.renderer.render(url=_url(route, request), page=data)
    except rendering.RenderingFailed:
        html = None
    return Page(
        route=route,
        title=built.title or route.title,
        description=built.description or route.lead,
        canonical=built.canonical or route.path,
        data=data if html else data.replace('"rendered":true', '"rendered":false', 1),
        html=html,
        structured=[as_script(item) for item in built.structured],
    )


def _url(route: Route, request: PageRequest) -> str:
    """Visitors share a page, so only the parameters that it uses are in its URL."""
    path = quote(request.path)
    if route.name == "courses":
        query = course_filters.query_string(course_filters.parse_query(request.query))
    else:
        query = "" if request.person is None else request.query.urlencode()
    return f"{path}?{query}" if query else path


def _page_data(answers: Answers, *, is_found: bool, request: PageRequest) -> dict[str, Any]:
    person = request.person
    return {
        "rendered": True,
        "now": int(request.now.timestamp() * 1000),
        "site": content.site()["data"],
        "user": None if person is None else UserOut(profile.user_data(person=person, at=request.now)).data,
        "answers": answers,
        "found": is_found,
        "styleguide": settings.STYLEGUIDE,
        "checkoutScript": settings.CHECKOUT_SCRIPT,
        "engagement": {"appId": settings.MOENGAGE_APP_ID, "cluster": settings.MOENGAGE_CLUSTER}
        if settings.MOENGAGE_APP_ID
        else None,
        "taxLinePercent": pricing.TAX_LINE_RATE,
    }


def as_script(value: Any) -> str:
    """JSON for a script element, escaped so that no text can close the element or become markup."""
    text = json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_SCRIPT_ESCAPES)
