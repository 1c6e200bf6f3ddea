"""A preview of what is in an admin form, in a new tab."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from apps.core.changed_fields import ChangedFieldsAdmin


@dataclass(frozen=True, slots=True)
class Preview:
    title: str
    html: str
    """Sanitised: it is inserted as it is."""
    lead: str = ""
    errors: Sequence[str] = ()
    """What would prevent the form from being saved."""
    word_count: int | None = None


class PreviewAdmin(ChangedFieldsAdmin):
    """An admin with a 'Preview' button, which shows what is in the form without saving it."""

    change_form_template = "admin/content/preview_form.html"

    def preview(self, form: QueryDict) -> Preview:
        raise NotImplementedError

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(require_POST(self._preview_view))
        name = f"{self.opts.app_label}_{self.opts.model_name}_preview"
        return [path("preview/", view, name=name), *super().get_urls()]

    def _preview_view(self, request: HttpRequest) -> HttpResponse:
        if not (self.has_change_permission(request) or self.has_add_permission(request)):
            raise PermissionDenied
        preview = self.preview(request.POST)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Preview: {preview.title}",
            "opts": self.opts,
            "preview": preview,
            "html": mark_safe(preview.html),  # noqa: S308 - `Preview.html` is sanitised
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/content/preview.html", context)
