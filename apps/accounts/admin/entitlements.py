from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.accounts.models import Entitlement
from apps.core.changed_fields import ChangedFieldsAdmin


@admin.register(Entitlement)
class EntitlementAdmin(ChangedFieldsAdmin):
    list_display = ("person", "scope", "label", "source", "starts_at", "ends_at")
    list_filter = ("scope", "source")
    list_select_related = ("person",)
    search_fields = ("person__mobile", "label")
    autocomplete_fields: ClassVar = ["person"]
    date_hierarchy = "starts_at"

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Entitlement]) -> None:
        # One by one: `delete` also invalidates the person's cached entitlements.
        for entitlement in queryset:
            entitlement.delete()
