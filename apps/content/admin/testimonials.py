from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from apps.content.admin.approvals import ApprovalMixin
from apps.content.models import Testimonial
from apps.content.selectors import testimonials
from apps.content.selectors.testimonials import TEXTS
from apps.core import advert_words
from apps.core.advert_words import PublicText
from apps.core.advertised_texts import AdvertisedTextsMixin, field_texts
from apps.core.changed_fields import ChangedFieldsAdmin

_CHECKED = {*TEXTS, "earnings", "is_published"}


class TestimonialForm(forms.ModelForm):
    def clean(self) -> dict[str, Any]:
        """The proof was of what was written then: another text loses it, under the lock of the row."""
        cleaned = super().clean() or self.cleaned_data
        if not {*TEXTS, "earnings"}.isdisjoint(self.changed_data):
            self.instance.earnings_verified = False
        if cleaned.get("is_published") and not _CHECKED.isdisjoint(self.changed_data):
            self._refuse_claims()
        return cleaned

    def _refuse_claims(self) -> None:
        """What a learner says is our advertisement once we publish it, and nobody can approve it."""
        row = Testimonial(**{name: self.cleaned_data.get(name) or "" for name in (*TEXTS, "earnings")})
        is_proven = self.instance.earnings_verified
        findings = advert_words.find(field_texts(row, (*TEXTS, "earnings") if is_proven else TEXTS))
        found = [str(one) for one in findings if not testimonials.is_proven(self.instance, one)]
        if found:
            asked = "What is published promises nothing, praises without superlatives, and proves earnings."
            self.add_error(None, [asked, *found])


class ProofForm(forms.Form):
    earnings_verified = forms.BooleanField(
        required=False,
        label="Earnings verified",
        help_text="We have seen proof of what this says was earned.",
    )

    def values(self, _digest: str) -> dict[str, Any]:
        return self.cleaned_data


@admin.register(Testimonial)
class TestimonialAdmin(ApprovalMixin, AdvertisedTextsMixin, ChangedFieldsAdmin):
    form = TestimonialForm
    change_form_template = "admin/content/publishing_form.html"
    approval_form = ProofForm
    approval_name = "Verify earnings"
    approval_field = "earnings_verified"
    author_fields = (*TEXTS, "earnings")
    list_display = ("username", "location", "rating", "earnings", "earnings_verified", "is_published")
    list_filter = ("is_published", "earnings_verified", "rating")
    search_fields = ("username", "review", "location")
    ordering = ("position", "pk")

    def get_readonly_fields(self, request: HttpRequest, obj: Testimonial | None = None) -> tuple[str, ...]:
        return ("earnings_verified",)

    def texts_of(self, row: Testimonial) -> Sequence[PublicText]:
        return field_texts(row, self.author_fields)
