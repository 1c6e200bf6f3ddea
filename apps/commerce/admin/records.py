from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.admin.read_only import ReadOnlyAdmin
from apps.commerce.selectors import finding
from apps.core.errors import DomainError

MAY_REFUND = "commerce.refund_order"
"""Whoever changes orders does not by that send money out."""

WIDE = {"is_nav_sidebar_enabled": False}
"""For lists with many columns: without the list of all screens beside them."""


class RecordAdmin(ReadOnlyAdmin):
    """
    What happened: staff read it, and nobody adds, changes or deletes it.

    Lists have one order, that of an index, and are searched by exact names, each in an index of its own.
    """

    order_path = "order"
    """From a row to its order."""
    own_names: ClassVar[tuple[str, ...]] = ()
    """Columns that name a row, beside what names its order."""

    sortable_by: ClassVar[tuple[str, ...]] = ()
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    class Media:
        css: ClassVar = {"all": ["brand/sales.css"]}

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, WIDE)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return self.own_names or (self.order_path,)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.filter(pk__in=self._found(term)), False

    def _found(self, term: str) -> set[Any]:
        rows = self.model._default_manager.order_by()
        orders: set[UUID] = finding.orders_known_as(term)
        found = set(rows.filter(**{f"{self.order_path}__in": orders}).values_list("pk", flat=True))
        for name in self.own_names:
            found |= set(rows.filter(**{name: term}).values_list("pk", flat=True))
        return found

    def asked(self, request: HttpRequest, object_id: str) -> Any:
        """The row of an address, or 404."""
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        return row

    def may_act(self, request: HttpRequest) -> bool:
        """Nobody changes a row; who may change its kind presses its buttons."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))

    def tell_refusal(self, request: HttpRequest, error: DomainError) -> None:
        self.message_user(request, error.message, messages.ERROR)

    @admin.display(description="order")
    def order_link(self, row: Any) -> SafeString | str:
        return link(row.order, row.order.number)


def link(row: Model, text: str) -> SafeString:
    """To the staff page of a row."""
    return format_html('<a href="{}">{}</a>', address(row), text)


def address(row: Model) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
