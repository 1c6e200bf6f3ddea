from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from apps.core.changed_fields import ChangedFieldsAdmin


class SingleRowAdmin(ChangedFieldsAdmin):
    """Settings: the row is added once, then edited, and cannot be deleted. There is no list."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        row = self.model._default_manager.first()
        if row is None and not self.has_add_permission(request):
            return super().changelist_view(request, extra_context)
        page, args = ("add", []) if row is None else ("change", [row.pk])
        return HttpResponseRedirect(
            reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}", args=args)
        )

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context.update({"is_single_row": True, "show_save_and_add_another": False})
        return super().render_change_form(request, context, *args, **kwargs)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not self.model._default_manager.exists()

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """For the menu, which is on every page: it does not offer to add, so no page asks for the row."""
        return {
            "add": False,
            "change": self.has_change_permission(request),
            "delete": False,
            "view": self.has_view_permission(request),
        }

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
