from typing import Any

from django.http import HttpRequest

from apps.core.changed_fields import ChangedFieldsAdmin


class SingleRowAdmin(ChangedFieldsAdmin):
    """Settings: the row is added once, then edited, and cannot be deleted."""

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
