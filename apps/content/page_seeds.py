"""
Seeds the legal and information pages from files, as rows for staff to edit.

`migrate` adds the pages that are missing. It never overwrites what staff have written.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps as installed_apps
from django.utils import timezone

from apps.core.data_files import read_document

_FOLDER = Path(__file__).parent / "seed_files" / "pages"

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
class PageSeed:
    slug: str
    title: str
    lead: str
    text: str


@cache
def pages() -> tuple[PageSeed, ...]:
    return tuple(
        PageSeed(slug=slug, **read_document(_FOLDER / f"{slug}.md", head=("title", "lead"))) for slug in SLUGS
    )


def seed(*, apps: Any = installed_apps, **_signal: Any) -> None:
    """Add the pages that are missing; called after `migrate` and `flush`."""
    try:
        rows = apps.get_model("content", "Page").objects
        versions = apps.get_model("content", "PageVersion").objects
    except LookupError:
        return  # migrated back to before the model
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
