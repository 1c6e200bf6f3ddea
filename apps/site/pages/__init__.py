"""
Builds each page on the server: its head, its initial data and its HTML.

The data comes from the functions that the endpoints use and has the keys of the browser's queries, so nothing
is requested twice and both always agree. React renders the HTML from it (`apps/site/rendering.py`).
"""

import json
import logging
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import InterfaceError, OperationalError
from django.http import QueryDict
from django.utils.translation import gettext

from apps.accounts.api.serializers import UserOut
from apps.accounts.selectors import login_form, profile
from apps.accounts.states import ConsentKind
from apps.catalog.selectors import course_filters
from apps.commerce import deadlines
from apps.commerce.gateways import registry
from apps.commerce.selectors import gst_rates
from apps.content.selectors import public as content
from apps.core import business_constants, indian_time, language, social_pictures, tagged_cache
from apps.core.covers.inline import inline_covers
from apps.core.errors import DomainError, Invalid, NotFound
from apps.live.selectors import event_filters
from apps.site import rendering, schema_org
from apps.site.pages import content_pages, courses, events, member
from apps.site.pages.common import Answers, PageBuilder, PageContent, PageRequest
from apps.site.routes import NOT_FOUND, Route, not_found

logger = logging.getLogger("rally.pages")

CACHE_TAGS = ("site", "catalog", "live", "academy", "pro", "faq", "reviews")
"""Everything that visitors' pages depend on."""

_BUILDERS: dict[str, PageBuilder] = {
    **courses.BUILDERS,
    **events.BUILDERS,
    **content_pages.BUILDERS,
    **member.BUILDERS,
    "styleguide": lambda _route, _request: PageContent(),
    "not-found": lambda _route, _request: PageContent(),
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
    picture: str
    """The path of the picture for link previews."""
    data: str
    """For the browser: JSON for a script element."""
    html: str | None
    """None if rendering failed: the browser renders the page from its data."""
    status: HTTPStatus
    is_complete: bool
    """Whether it has its HTML and all its data."""
    structured: list[str] = field(default_factory=list)
    """JSON-LD for script elements."""

    @property
    def is_found(self) -> bool:
        return self.status is not HTTPStatus.NOT_FOUND


class _Incomplete(Exception):
    """Carries a page that lacks something past the cache: the next visitor tries again."""

    def __init__(self, page: Page) -> None:
        super().__init__(page.route.name)
        self.page = page


def build(request: PageRequest) -> Page:
    """A visitor's page is cached, for everybody who reads this language, until something on it changes."""
    try:
        return _cached_page(request)
    except (NotFound, Invalid):
        # Under no key of its own: anybody can make up URLs, and the cache has no room for all of them.
        return _cached_page(replace(request, found=not_found()))


def build_not_found(request: PageRequest) -> Page:
    """The visitors' page, which is cached, for members too: what differs, their browsers render."""
    page = _cached_page(replace(request, person=None))
    if request.person is None:
        return page
    return replace(
        page, data=_marked_unrendered(as_script(_page_data([], route=page.route, request=request)))
    )


def _cached_page(request: PageRequest) -> Page:
    route = request.found.route
    query_key = _cache_key_of_query(route, request.query)
    try:
        if request.person is not None or query_key is None:
            return _build_page(route, request)
        now = request.now
        stated = f"{business_constants.version()}:{gst_rates.rate_at(now)}:{indian_time.day_of(now)}"
        key = f"page:{request.locale}:{route.name}:{sorted(request.values.items())}:{query_key}:{stated}"
        return tagged_cache.get_or_set(
            tags=CACHE_TAGS, key=key, make=lambda: _complete(_build_page(route, request))
        )
    except _Incomplete as failure:
        return failure.page


def _cache_key_of_query(route: Route, query: QueryDict) -> str | None:
    """
    Only parameters that the page uses are part of the key, and pages of rare queries are not cached at all
    (None). Otherwise anybody could fill the cache. What may be withdrawn must not be found in it either.
    """
    if route.name in ("certificate", "support-request"):
        return None
    if route.name == "courses":
        return course_filters.cache_key(course_filters.parse_query(query))
    is_filtered = route.name in events.FILTERED_LISTS and event_filters.query_string(query)
    return None if is_filtered else ""


def _complete(page: Page) -> Page:
    if not page.is_complete:
        raise _Incomplete(page)
    return page


def _build_page(route: Route, request: PageRequest) -> Page:
    built, status = _content(route, request)
    answers, has_all_parts = _with_parts(built, route)
    data = as_script(_page_data(answers, route=route, request=request))
    html = _render(route, request, data) if status < HTTPStatus.INTERNAL_SERVER_ERROR else None
    return Page(
        route=route,
        title=_encodable(built.title or _heading(route, route.title)),
        description=_encodable(built.description or _heading(route, route.lead)),
        canonical=built.canonical or route.path,
        picture=social_pictures.url(built.title or route.title, built.picture),
        data=_marked_unrendered(data) if html is None else data,
        html=html,
        status=status,
        is_complete=html is not None and has_all_parts,
        structured=[as_script(item) for item in (*built.structured, *_questions(built, answers))],
    )


def _marked_unrendered(data: str) -> str:
    return data.replace('"rendered":true', '"rendered":false', 1)


def _encodable(text: str) -> str:
    """A surrogate on its own would fail the whole response, which is UTF-8."""
    return text.encode("utf-8", "replace").decode()


def _content(route: Route, request: PageRequest) -> tuple[PageContent, HTTPStatus]:
    """
    Where it fails the page is sent without it, so that the browser can try again.

    Not where the database does not answer: whatever else the page needs would wait for it as well.
    """
    try:
        built = _BUILDERS[route.name](route, request)
    except (NotFound, Invalid, OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("page without its data", extra={"facts": {"route": route.name}})
        return PageContent(canonical=request.path), HTTPStatus.INTERNAL_SERVER_ERROR
    return built, HTTPStatus.NOT_FOUND if route.name == NOT_FOUND else HTTPStatus.OK


def _with_parts(built: PageContent, route: Route) -> tuple[Answers, bool]:
    """All answers, without the parts that failed: the browser fetches these. Whether none failed."""
    answers, is_whole = [*built.answers], True
    for key, get_answer in built.parts:
        try:
            answers.append((key, get_answer()))
        except DomainError:
            # The endpoint refuses it as well, with the reason.
            continue
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("part of a page left out", extra={"facts": {"route": route.name, "part": key}})
            is_whole = False
    return answers, is_whole


def _questions(built: PageContent, answers: Answers) -> list[dict[str, Any]]:
    """The FAQ for search engines, unless it is one of the parts that failed."""
    if built.faq_topics is None:
        return []
    found = [answer["data"] for key, answer in answers if key == ["faq"]]
    topics = [topic for data in found for topic in data if built.faq_topics(topic["topicTitle"])]
    return [schema_org.questions(topics)] if topics else []


def _render(route: Route, request: PageRequest, data: str) -> str | None:
    try:
        html = rendering.renderer.render(url=_url(route, request), page=data)
    except rendering.RenderingFailed:
        return None
    return inline_covers(html)


def _heading(route: Route, text: str) -> str:
    return gettext(text) if route.is_translated else text


def _url(route: Route, request: PageRequest) -> str:
    """Visitors share a page, so only the parameters that it uses are in its URL."""
    path = quote(request.path)
    if route.name == "support-request":
        query = urlencode({"key": request.query.get("key", "")})
    elif route.name == "courses":
        query = course_filters.query_string(course_filters.parse_query(request.query))
    elif route.name in events.FILTERED_LISTS:
        query = event_filters.query_string(request.query)
    else:
        query = "" if request.person is None else request.query.urlencode()
    return f"{path}?{query}" if query else path


def _page_data(answers: Answers, *, route: Route, request: PageRequest) -> dict[str, Any]:
    person, gateway = request.person, registry.of_new_orders()
    # The specified badge in the language of the page; staff write another in the language they want.
    site = content.site()["data"]
    badge = site["verifiedBadge"]
    return {
        "rendered": True,
        "locale": request.locale,
        "languageNote": language.NOTE,
        "now": int(request.now.timestamp() * 1000),
        "site": {**site, "verifiedBadge": gettext(badge)},
        "user": None if person is None else UserOut(profile.user_data(person=person, at=request.now)).data,
        "answers": answers,
        "found": route.name != NOT_FOUND,
        "styleguide": settings.STYLEGUIDE,
        "payment": {"provider": gateway.name, "script": gateway.browser_checkout().script},
        "engagement": None if route.is_unlisted else _engagement(),
        "siteUrl": settings.SITE_URL,
        "gstPercent": gst_rates.percent_at(request.now),
        "refundTime": deadlines.bank_refund_time(),
        "figures": {
            _camel(name): int(lasts.total_seconds()) for name, lasts in business_constants.durations().items()
        },
    }


def _engagement() -> dict[str, str] | None:
    if not settings.MOENGAGE_APP_ID:
        return None
    return {
        "appId": settings.MOENGAGE_APP_ID,
        "cluster": settings.MOENGAGE_CLUSTER,
        "consentText": login_form.consent_text(ConsentKind.ENGAGEMENT).text,
    }


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)


def as_script(value: Any) -> str:
    """JSON for a script element, escaped so that no text can close the element or become markup."""
    text = json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_SCRIPT_ESCAPES)
