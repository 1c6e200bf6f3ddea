from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.audit.services import trail
from apps.commerce.selectors import order_search
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.core.errors import DomainError
from apps.core.read_only_admin import ReadOnlyAdmin

REFUND_PERMISSION = "commerce.refund_order"
"""Separate from the permission to change orders, because it moves money."""

APPROVE_PERMISSION = "commerce.approve_refund"
"""To decide a refund that needs a second person."""


class SalesAdmin(ChangedFieldsAdmin):
    """Its list has many columns, and no sidebar."""

    class Media:
        css: ClassVar = {"all": ["brand/sales.css"]}

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "is_nav_sidebar_enabled": False})


class RecordAdmin(SalesAdmin, ReadOnlyAdmin):
    """
    Read-only records.

    Lists have a fixed order that an index supports, and search by exact values, each with an index.
    """

    order_path = "order"
    """Lookup from a row to its order."""
    search_columns: ClassVar[tuple[str, ...]] = ()
    """Columns that search matches, besides those of the order."""

    sortable_by: ClassVar[tuple[str, ...]] = ()
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return self.search_columns or (self.order_path,)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.filter(pk__in=self._found(term)), False

    def _found(self, term: str) -> set[Any]:
        rows = self.model._default_manager.order_by()
        orders: set[UUID] = order_search.find_order_ids(term)
        found = set(rows.filter(**{f"{self.order_path}__in": orders}).values_list("pk", flat=True))
        for name in self.search_columns:
            found |= set(rows.filter(**{name: term}).values_list("pk", flat=True))
        return found

    def get_object_or_404(self, request: HttpRequest, object_id: str) -> Any:
        """The row with this id, or 404."""
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        return row

    def can_act(self, request: HttpRequest) -> bool:
        """The rows are read-only: the change permission allows the buttons of their pages."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))

    def message_error(self, request: HttpRequest, error: DomainError) -> None:
        self.message_user(request, error.message, messages.ERROR)

    def message_not_needed(self, request: HttpRequest, text: str) -> None:
        """Nothing was done and nothing is wrong, as after a double click."""
        trail.mark_refused(request)
        self.message_user(request, text, messages.INFO)

    @admin.display(description="order")
    def order_link(self, row: Any) -> SafeString | str:
        return link(row.order, row.order.number)


def link(row: Model, text: str) -> SafeString:
    """To the admin page of a row."""
    return format_html('<a href="{}">{}</a>', address(row), text)


def address(row: Model) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
