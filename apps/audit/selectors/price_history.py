"""What a price was, from the changes in the audit trail. Entries of it can be neither changed nor deleted."""

from dataclasses import dataclass
from datetime import datetime

from django.db import models

from apps.audit.models import AuditEntry

_MAX_ENTRIES = 30
_SUFFIX = "price_paise"
"""Every column with a price ends so."""


@dataclass(frozen=True, slots=True)
class PriceChange:
    at: datetime
    by: str
    name: str
    """Which price: 'Price', or 'Plan '5 sessions': price per session'."""
    old: str
    new: str


def price_history(row: models.Model) -> list[PriceChange]:
    """The newest thirty changes by staff, with those of the rows on its page: one query."""
    entries = AuditEntry.objects.filter(
        object_type=row._meta.label_lower, object_id=str(row.pk), fields__contains=_SUFFIX
    )
    return [
        PriceChange(
            entry.at, str(entry.person), _name(change), change.get("from") or "–", change.get("to") or "–"
        )
        for entry in entries.select_related("person").order_by("-at", "-id")[:_MAX_ENTRIES]
        for change in entry.changes
        if str(change["field"]).endswith(_SUFFIX)
    ]


def _name(change: dict[str, str | None]) -> str:
    label = str(change["label"]).removesuffix(" (paise)")
    part = str(change.get("of") or "")
    return f"{part[:1].upper()}{part[1:]}: {label.lower()}" if part else label
