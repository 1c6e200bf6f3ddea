"""A warning where staff save what everybody reads and what has no approval of its own (decision 0081)."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest

from apps.core import advert_words
from apps.core.advert_words import PublicText
from apps.core.publishing import field_texts

_PUBLISHED = "is_published"


class AdvertisedTextsMixin:
    """Comes before a ModelAdmin in the bases."""

    advertised_fields: Sequence[str]

    def advertised_texts(self, row: Any) -> Sequence[PublicText]:
        return field_texts(row, self.advertised_fields)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)  # type: ignore[misc]
        row = form.instance
        is_changed = not {*self.advertised_fields, _PUBLISHED}.isdisjoint(form.changed_data)
        if not is_changed or not getattr(row, _PUBLISHED, True):
            return
        findings = advert_words.find(self.advertised_texts(row))
        if findings:
            found = "; ".join(map(str, findings))
            code = "Everybody can read this, and the advertisement code restricts it."
            messages.warning(request, f"{code} Change it, or have it approved. {found}")
