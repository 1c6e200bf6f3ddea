"""
The pages that are there from the first day: each is a file, planted as a row for staff to edit.

A page that is missing is planted whenever the tables were brought up to date. What staff have written
stays, whatever the file says.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps as present
from django.utils import timezone

_FOLDER = Path(__file__).parent / "first_pages"

SLUGS = (
    "privacy-policy",
    "terms&conditions",
    "refund-policy",
    "grievance-redressal",
    "anti-laundering",
    "about-us",
    "contact",
    "complaints",
    "investor-charter",
    "audit",
    "accessibility",
    "disclosure-advice",
    "SEBI-IA-Registration",
    "Advisory-Agreement",
)


@dataclass(frozen=True, slots=True)
class FirstPage:
    slug: str
    title: str
    lead: str
    text: str


@cache
def pages() -> tuple[FirstPage, ...]:
    return tuple(_read(slug) for slug in SLUGS)


def seed(*, apps: Any = present, **_signal: Any) -> None:
    """Add the pages that are missing; called when the tables were brought up to date or emptied."""
    try:
        rows = apps.get_model("content", "Page").objects
        versions = apps.get_model("content", "PageVersion").objects
    except LookupError:
        return  # the tables were taken back to before there was any
    known = set(rows.values_list("slug", flat=True))
    missing = [page for page in pages() if page.slug not in known]
    if not missing:
        return
    added = [rows.model(slug=page.slug, title=page.title, lead=page.lead, text=page.text) for page in missing]
    rows.bulk_create(added)
    now = timezone.now()
    versions.bulk_create(
        versions.model(
            page_id=row.pk, number=1, title=row.title, lead=row.lead, text=row.text, valid_from=now
        )
        for row in added
    )


def _read(slug: str) -> FirstPage:
    """A file begins with its title and lead, a line each; '---' ends them."""
    head, _, text = (_FOLDER / f"{slug}.md").read_text(encoding="utf-8").partition("\n---\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    return FirstPage(slug=slug, title=facts["title"], lead=facts["lead"], text=text.strip())
