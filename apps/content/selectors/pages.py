"""The pages of words, as they are read."""

from datetime import datetime
from typing import TypedDict

from django.db import models

from apps.content import page_text
from apps.content.models import PageVersion, SiteSettings
from apps.content.selectors import site
from apps.core import indian_time, tagged_cache
from apps.core.errors import NotFound

SAME_PAGE = {"SEBI-Investor-charter": "investor-charter"}
"""One charter, read at two addresses, so that they can never differ."""


class UnknownPage(NotFound):
    message = "We have no page of that name."


class Section(TypedDict):
    anchor: str
    title: str


class WordPage(TypedDict):
    slug: str
    title: str
    lead: str
    html: str
    sections: list[Section]
    version: int
    validFrom: str
    lastReviewedOn: str | None
    reviewedBy: str | None


def page(slug: str, /) -> WordPage:
    """
    A page as it is valid now.

    :raises UnknownPage: if there is none of that name
    """
    name = SAME_PAGE.get(slug, slug)
    found = tagged_cache.get_or_set(tags=("site",), key="pages", make=_names)
    if name not in found:
        # Never kept under its own name: anybody can make up addresses.
        raise UnknownPage()
    return tagged_cache.get_or_set(tags=("site",), key=f"page:{name}", make=lambda: _read(name))


def changed_at() -> dict[str, datetime]:
    """When each page began to say what it says now."""
    return dict(_present().values_list("page__slug", "valid_from"))


def facts(row: SiteSettings, /) -> dict[str, str]:
    """What a text may name of the company."""
    return {name: getattr(row, name) for name in page_text.FACTS}


def _names() -> frozenset[str]:
    return frozenset(_present().values_list("page__slug", flat=True))


def _present() -> models.QuerySet[PageVersion]:
    return PageVersion.objects.filter(number=models.F("page__version"))


def _read(name: str) -> WordPage:
    version = _present().filter(page__slug=name).select_related("page").get()
    shown = page_text.shown(version.text, facts=facts(site.saved()))
    return {
        "slug": version.page.slug,
        "title": version.title,
        "lead": version.lead,
        "html": shown.html,
        "sections": [{"anchor": part.anchor, "title": part.title} for part in shown.sections],
        "version": version.number,
        "validFrom": indian_time.on_wire(version.valid_from),
        "lastReviewedOn": version.reviewed_date.isoformat() if version.reviewed_date else None,
        "reviewedBy": version.reviewed_by or None,
    }
