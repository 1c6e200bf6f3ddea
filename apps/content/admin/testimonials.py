from typing import Any

from django import forms
from django.contrib import admin

from apps.content.models import Testimonial
from apps.core import advert_words
from apps.core.advert_words import Claim
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.core.publishing import field_texts

_TEXTS = ("username", "userhandle", "location", "review")
_CHECKED = {*_TEXTS, "earnings", "earnings_verified", "is_published"}
_NEED_PROOF = (Claim.EARNINGS, Claim.NO_WARNING)


class TestimonialForm(forms.ModelForm):
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("is_published") and not _CHECKED.isdisjoint(self.changed_data):
            self._refuse_claims()
        return cleaned

    def _refuse_claims(self) -> None:
        """What a learner says is our advertisement once we publish it, and nobody can approve it."""
        row = Testimonial(**{name: self.cleaned_data.get(name) or "" for name in (*_TEXTS, "earnings")})
        is_proven = self.cleaned_data.get("earnings_verified", False)
        findings = advert_words.find(field_texts(row, (*_TEXTS, "earnings") if is_proven else _TEXTS))
        found = [str(one) for one in findings if not (is_proven and one.claim in _NEED_PROOF)]
        if found:
            asked = "What is published promises nothing, praises without superlatives, and proves earnings."
            self.add_error(None, [asked, *found])


@admin.register(Testimonial)
class TestimonialAdmin(ChangedFieldsAdmin):
    form = TestimonialForm
    list_display = ("username", "location", "rating", "earnings", "earnings_verified", "is_published")
    list_filter = ("is_published", "earnings_verified", "rating")
    search_fields = ("username", "review", "location")
    ordering = ("position", "pk")
