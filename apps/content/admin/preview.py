"""What staff write, shown in a tab of its own as its page would show it."""

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
    """Harmless already: it goes into the page as it is."""
    lead: str = ""
    problems: Sequence[str] = ()
    """What the author should know before it is saved."""
    words: int | None = None


class PreviewedAdmin(ChangedFieldsAdmin):
    """'Preview' shows what is in the form, saved or not."""

    change_form_template = "admin/content/previewed_form.html"

    def preview(self, form: QueryDict) -> Preview:
        raise NotImplementedError

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(require_POST(self._preview_view))
        name = f"{self.opts.app_label}_{self.opts.model_name}_preview"
        return [path("preview/", view, name=name), *super().get_urls()]

    def _preview_view(self, request: HttpRequest) -> HttpResponse:
        if not (self.has_change_permission(request) or self.has_add_permission(request)):
            raise PermissionDenied
        shown = self.preview(request.POST)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Preview: {shown.title}",
            "opts": self.opts,
            "shown": shown,
            "html": mark_safe(shown.html),  # noqa: S308 - harmless by what a preview promises
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/content/preview.html", context)
