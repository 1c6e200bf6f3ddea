from typing import Any

from django.http import HttpRequest

from apps.core.changed_fields import ChangedFieldsAdmin


class FixedRowsAdmin(ChangedFieldsAdmin):
    """Staff can change these rows, but not add or delete one."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(FixedRowsAdmin):
    """Staff can view these rows, but not add, change or delete them."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
