from typing import Any

from django.http import HttpRequest

from apps.core.changed_fields import ChangedFieldsAdmin


class SingleRowAdmin(ChangedFieldsAdmin):
    """Settings: the row is added once, then edited, and cannot be deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not self.model._default_manager.exists()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
