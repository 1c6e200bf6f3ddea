"""What the page builders share: their types, and data that several pages carry."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import QueryDict

from apps.accounts.models import User
from apps.content.selectors import public as content
from apps.core.api.pagination import Slice
from apps.core.social_pictures import SocialPicture
from apps.pro.selectors import public as pro
from apps.pro.selectors.sections import UnknownSection
from apps.site.routes import Match, Route

Answers = list[tuple[list[Any], Any]]
"""Pairs of a query key of the browser and its response."""

Part = tuple[list[Any], Callable[[], Any]]
"""A query key of the browser, and what gets its response."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    found: Match
    query: QueryDict
    person: User | None
    now: datetime
    locale: str
    session_key: str | None = None
    """The key of the login session, if there is one."""

    @property
    def values(self) -> dict[str, str]:
        return self.found.values

    @property
    def path(self) -> str:
        return self.found.path


@dataclass(frozen=True, slots=True)
class PageContent:
    """
    What a route adds to the shell: its data and its head.

    A page cannot do without its `answers`, and it can without any of its `parts`.
    """

    answers: Answers = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    title: str | None = None
    description: str | None = None
    canonical: str | None = None
    picture: SocialPicture | None = None
    structured: list[dict[str, Any]] = field(default_factory=list)
    faq_topics: Callable[[str], bool] | None = None
    """Which topics of the FAQ the page shows, by title, if it shows some."""


PageBuilder = Callable[[Route, PageRequest], PageContent]


def slice_key(part: Slice) -> dict[str, Any]:
    return {"skip": part.skip, "limit": part.limit}


def pro_section(request: PageRequest) -> Part:
    def get_section() -> Any:
        try:
            return pro.get_section(person=request.person, now=request.now)
        except UnknownSection:
            return {"data": None}

    return (["pro", "section"], get_section)


def pro_offer() -> Part:
    return (["pro", "offer"], pro.get_offer)


def testimonials_and_faq() -> list[Part]:
    return [(["testimonials"], content.reviews), (["faq"], content.faq)]
