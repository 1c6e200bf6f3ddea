from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html

from apps.accounts.models import MessageTemplate
from apps.accounts.services import templates
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.core.formatting import words_of


class MessageTemplateForm(forms.ModelForm):
    def clean_body(self) -> str:
        # Browsers submit CRLF line ends; the registered text has LF.
        body: str = self.cleaned_data["body"]
        return body.replace("\r\n", "\n")

    def clean_variables(self) -> Any:
        # An empty field means that the text has no variables.
        variables = self.cleaned_data["variables"]
        return {} if variables is None else variables


@admin.register(MessageTemplate)
class MessageTemplateAdmin(AdvertisedTextsMixin, ChangedFieldsAdmin):
    """Message templates. They cannot be deleted, because the code refers to them by key."""

    form = MessageTemplateForm
    list_display = ("message", "channel", "is_registered", "is_marketing", "changed_at")
    list_filter = ("channel", "is_marketing")
    search_fields = ("key", "registered_id", "body")
    ordering = ("key", "channel")
    fields = (
        "key",
        "channel",
        "registered_id",
        "subject",
        "body",
        "variables",
        "is_marketing",
        "preview",
        "changed_at",
    )

    @admin.display(description="message", ordering="key")
    def message(self, template: MessageTemplate) -> str:
        return words_of(template.key)

    @admin.display(boolean=True, description="registered")
    def is_registered(self, template: MessageTemplate) -> bool:
        return bool(template.registered_id)

    @admin.display(description="Preview (last saved version, sample values)")
    def preview(self, template: MessageTemplate) -> str:
        if template._state.adding:
            return "Save the template to see a preview."
        try:
            rendered = templates.preview(MessageTemplate.objects.get(pk=template.pk))
        except templates.TemplateRefused as error:
            return str(error)
        return format_html("<pre>{}</pre>", "\n\n".join(filter(None, [rendered.subject, rendered.body])))

    def get_readonly_fields(
        self, request: HttpRequest, obj: MessageTemplate | None = None
    ) -> tuple[str, ...]:
        # The code looks a template up by these two fields.
        fixed = ("message", "channel") if obj else ()
        return (*fixed, "preview", "changed_at")

    def get_fields(self, request: HttpRequest, obj: MessageTemplate | None = None) -> tuple[str, ...]:
        return (*(("key",) if obj is None else ("message",)), *self.fields[1:])

    def has_delete_permission(self, request: HttpRequest, obj: MessageTemplate | None = None) -> bool:
        return False
