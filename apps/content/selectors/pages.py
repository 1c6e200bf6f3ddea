"""Legal and information pages."""

from datetime import datetime
from typing import Annotated, TypedDict

from django.db import models

from apps.content import page_text
from apps.content.models import PageVersion, SiteSettings
from apps.content.selectors import site
from apps.core import business_constants, indian_time, tagged_cache
from apps.core.errors import NotFound
from apps.core.json_types import Date, DateTime, Help, component

ALIASES = {"SEBI-Investor-charter": "investor-charter"}
"""One charter at two URLs."""

_ONLY_IN_THE_APP = frozenset({"disclosure-advice", "SEBI-IA-Registration", "Advisory-Agreement"})
"""Pages that the site shows at the URLs of the app."""


class UnknownPage(NotFound):
    message = "This page does not exist."


@component("PageSectionOut")
class Section(TypedDict):
    anchor: str
    title: str


@component("PageOut")
class PageContent(TypedDict):
    slug: str
    title: str
    lead: str
    html: str
    sections: list[Section]
    version: int
    validFrom: DateTime
    lastReviewedOn: Annotated[Date | None, Help("Null until somebody has reviewed it.")]
    reviewedBy: str | None


def page(slug: str, /) -> PageContent:
    """
    The current version of a page.

    :raises UnknownPage: if there is no such page
    """
    name = ALIASES.get(slug, slug)
    slugs = tagged_cache.get_or_set(tags=("site",), key="pages", make=_slugs)
    if name not in slugs:
        # Not cached: anybody can make up slugs.
        raise UnknownPage()
    return tagged_cache.get_or_set(
        tags=("site",), key=f"page:{name}:{business_constants.version()}", make=lambda: _read(name)
    )


def changed_at() -> dict[str, datetime]:
    """The time from which the current version of each page is valid, by slug."""
    return dict(current_versions().values_list("page__slug", "valid_from"))


def path_of(slug: str, /) -> str:
    return f"/mobile/{slug}" if slug in _ONLY_IN_THE_APP else f"/{slug}"


def placeholder_values(row: SiteSettings, /) -> dict[str, str]:
    return {name: getattr(row, name) for name in page_text.PLACEHOLDERS} | business_constants.texts()


def _slugs() -> frozenset[str]:
    return frozenset(current_versions().values_list("page__slug", flat=True))


def current_versions() -> models.QuerySet[PageVersion]:
    return PageVersion.objects.filter(number=models.F("page__version"))


def _read(name: str) -> PageContent:
    version = current_versions().filter(page__slug=name).select_related("page").get()
    rendered = page_text.render(version.text, placeholders=placeholder_values(site.saved()))
    return {
        "slug": version.page.slug,
        "title": version.title,
        "lead": business_constants.fill(version.lead),
        "html": rendered.html,
        "sections": [{"anchor": part.anchor, "title": part.title} for part in rendered.sections],
        "version": version.number,
        "validFrom": indian_time.iso_utc(version.valid_from),
        "lastReviewedOn": version.reviewed_date.isoformat() if version.reviewed_date else None,
        "reviewedBy": version.reviewed_by or None,
    }
