"""The academy, legal pages and contact forms."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from apps.catalog.selectors import public as catalog
from apps.content.selectors import public as content
from apps.core import covers
from apps.core.social_pictures import SocialPicture
from apps.site import schema_org
from apps.site.pages.common import PageBuilder, PageContent, PageRequest, Part
from apps.site.routes import Route
from apps.support.selectors import public as support

LEGAL_PAGES = (
    "privacy-policy",
    "terms-and-conditions",
    "refund-policy",
    "grievance-redressal",
    "anti-laundering",
    "about-us",
    "contact",
    "complaints",
    "investor-charter",
    "audit",
    "accessibility",
    "mobile-privacy-policy",
    "mobile-terms-and-conditions",
    "mobile-refund-policy",
    "mobile-disclosure-advice",
    "mobile-sebi-ia-registration",
    "mobile-advisory-agreement",
    "mobile-sebi-investor-charter",
)

_SCHEMA_TYPES = {"about-us": "AboutPage", "contact": "ContactPage"}
"""The schema.org types of pages that have a specific one."""

_SAME = {"SEBI-Investor-charter": "/investor-charter"}
_ALSO_ON_THE_SITE = frozenset({"privacy-policy", "terms&conditions", "refund-policy"})


def slug_of(path: str) -> str:
    """The slug is the last part of the path."""
    return path.rpartition("/")[2]


def canonical_of(path: str) -> str:
    """The path of the same text on the site, for the views inside the app."""
    slug = slug_of(path)
    return _SAME.get(slug) or (f"/{slug}" if slug in _ALSO_ON_THE_SITE else path)


_CHAPTER_HUE = 165


def changed_at() -> dict[str, datetime]:
    """When each page was last changed, by route name."""
    return content.pages_changed_at()


def _academy(route: Route, request: PageRequest) -> PageContent:
    answer = content.academy(person=request.person)
    modules = answer["data"]["modules"]
    return PageContent(
        [(["academy", "modules"], answer)],
        structured=[schema_org.academy(modules, title=route.title, lead=route.lead)],
    )


def _glossary(route: Route, _request: PageRequest) -> PageContent:
    answer = content.academy_glossary()
    return PageContent(
        [(["academy", "glossary"], answer)],
        structured=[schema_org.glossary(answer["data"]["terms"], title=route.title)],
    )


def _chapter(_route: Route, request: PageRequest) -> PageContent:
    module_key, key = request.values["module"], request.values["chapter"]
    answer = content.chapter(module_key=module_key, key=key, person=request.person)
    chapter = answer["data"]
    return PageContent(
        [(["academy", "chapter", module_key, key], answer)],
        parts=[
            (
                ["catalog", "after", chapter["module"]["weburlname"]],
                partial(
                    catalog.courses_after_module,
                    module_key=chapter["module"]["weburlname"],
                    person=request.person,
                    now=request.now,
                ),
            )
        ],
        title=chapter["title"],
        description=chapter["summary"],
        canonical=schema_org.chapter_path(chapter["module"]["weburlname"], chapter["weburlname"]),
        picture=SocialPicture(
            by=chapter["module"]["title"],
            cover=covers.url(seed=chapter["weburlname"], hue=_CHAPTER_HUE, ratio="wide"),
        ),
        structured=schema_org.chapter(chapter, publisher=content.site()["data"]),
    )


def _legal_page(route: Route, request: PageRequest) -> PageContent:
    slug = slug_of(route.path)
    answer = content.page(slug=slug)
    page = answer["data"]
    get_parts = _PARTS.get(route.name)
    return PageContent(
        [(["legal-pages", "page", slug], answer)],
        parts=[] if get_parts is None else get_parts(request),
        # Views for the app share their page with the site: there each address keeps a title of its own.
        title=route.title if route.is_bare else page["title"],
        description=page["lead"],
        canonical=canonical_of(route.path),
        structured=[
            schema_org.legal_page(
                page,
                kind=_SCHEMA_TYPES.get(route.name, "WebPage"),
                path=canonical_of(route.path),
            )
        ],
    )


_PARTS: dict[str, Callable[[PageRequest], list[Part]]] = {
    "complaints": lambda request: [
        (["legal-pages", "complaints"], partial(support.complaints, now=request.now))
    ],
    "audit": lambda _request: [(["legal-pages", "audits"], content.audit)],
}

BUILDERS: dict[str, PageBuilder] = {
    **dict.fromkeys(LEGAL_PAGES, _legal_page),
    "academy": _academy,
    "academy-glossary": _glossary,
    "academy-chapter": _chapter,
}
