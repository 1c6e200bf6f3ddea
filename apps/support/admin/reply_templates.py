from typing import Any

from django import forms
from django.contrib import admin

from apps.core import business_constants
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.support.models import ReplyTemplate


class ReplyTemplateForm(forms.ModelForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if text := self.fields.get("text"):
            text.help_text = f"{text.help_text} {business_constants.help_text()}."


@admin.register(ReplyTemplate)
class ReplyTemplateAdmin(AdvertisedTextsMixin, ChangedFieldsAdmin):
    """Texts that staff insert into replies."""

    form = ReplyTemplateForm
    list_display = ("title",)
    search_fields = ("title", "text")
    ordering = ("title", "pk")
