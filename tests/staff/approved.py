"""Texts that Compliance approved, as they are now."""

from datetime import date
from typing import Any

from django.utils import timezone

from apps.core import advertised_texts, indian_time, publishing


def digest_of(row: Any) -> str:
    return publishing.digest(advertised_texts.of_label(row._meta.label_lower).texts_of([row])[row.pk])


def approve(row: Any, *, until: date | None = None) -> None:
    last_day = until or indian_time.day_of(timezone.now())
    type(row)._default_manager.filter(pk=row.pk).update(
        approval_number="A-1", approval_last_day=last_day, approved_digest=digest_of(row)
    )
    row.refresh_from_db()
