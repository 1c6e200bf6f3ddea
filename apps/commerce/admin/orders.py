from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.commerce.admin import kinds, order_pages
from apps.commerce.admin.disputes import DisputedFilter
from apps.commerce.admin.records import MAY_REFUND, RecordAdmin, address
from apps.commerce.admin.refund_forms import RefundForm
from apps.commerce.flows import provider_sync
from apps.commerce.models import Order
from apps.commerce.services import refunds
from apps.commerce.states import OrderStatus
from apps.commerce.templatetags.amounts import paise
from apps.core.errors import DomainError

_REFUNDED_BEFORE = "This was refunded already. Nothing more was done."
_SHRUNK = "A part of this went back meanwhile. Please look at the rest again."
_SILENT = "The provider does not answer. Nothing was changed. Please try again in a minute."
_UNKNOWN = "The provider does not know this order: nobody got as far as paying."


@admin.register(Order)
class OrderAdmin(RecordAdmin):
    order_path = "pk"
    list_display = (
        "placed_at",
        "number",
        "status",
        "buyer",
        "thing",
        "kind_name",
        "bill",
        "coupon_code",
        "paid_at",
    )
    list_display_links = ("number",)
    list_filter = ("status", kinds.KindFilter, DisputedFilter, "placed_at")
    linked_lookups = ("coupon__id__exact",)
    list_select_related = ("person",)
    search_help_text = (
        "In full: order number, mobile, an order, payment or refund id of the provider's, or an invoice."
    )
    ordering = ("-placed_at", "-id")

    @admin.display(description="buyer")
    def buyer(self, order: Order) -> str:
        return str(order.person)

    @admin.display(description="what")
    def thing(self, order: Order) -> str:
        return str(order.quote["title"])

    @admin.display(description="kind")
    def kind_name(self, order: Order) -> str:
        return kinds.named(order.kind)

    @admin.display(description="bill")
    def bill(self, order: Order) -> str:
        return paise(order.bill_paise)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("<path:object_id>/refund/", view(self.refund_view), name="commerce_order_refund"),
            path("<path:object_id>/ask/", view(require_POST(self.ask_view)), name="commerce_order_ask"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        order = self.asked(request, object_id)
        if not self.has_view_permission(request, order):
            raise PermissionDenied
        context = {
            **self._page_context(request, order),
            **order_pages.context(order, person=request.user, may_act=self.may_act(request)),
        }
        return TemplateResponse(request, "admin/commerce/order.html", context)

    def refund_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What goes back and why; then what that comes to; then it goes."""
        order = self.asked(request, object_id)
        if not request.user.has_perm(MAY_REFUND):
            raise PermissionDenied
        form = RefundForm(order=order, data=request.POST if request.method == "POST" else None)
        is_told = form.is_valid()
        refusal = _refusal(order, form, is_told=is_told)
        if refusal:
            self.message_user(request, refusal, messages.INFO)
            return HttpResponseRedirect(address(order))
        if is_told and form.has_shrunk:
            self.message_user(request, _SHRUNK, messages.WARNING)
        elif is_told and "confirmed" in request.POST:
            return self._refund(request, order, form)
        context = {**self._page_context(request, order, "Refund"), "form": form}
        if not is_told or "change" in request.POST:
            return TemplateResponse(request, "admin/commerce/refund_ask.html", context)
        context["goes_back"] = form.summary(at=timezone.now())
        return TemplateResponse(request, "admin/commerce/refund_confirm.html", context)

    def ask_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self.asked(request, object_id)
        if not self.may_act(request):
            raise PermissionDenied
        before = order.get_status_display()
        try:
            found = provider_sync.at_order(order=order, at=timezone.now())
        except DomainError as error:
            self.tell_refusal(request, error)
            return HttpResponseRedirect(address(order))
        if found is None:
            self.message_user(request, _SILENT, messages.WARNING)
        elif found.provider_order_id is None:
            self.message_user(request, _UNKNOWN, messages.INFO)
        else:
            now = OrderStatus(found.status).label
            told = f"It stays as it is: {now}." if now == before else f"It was {before}, and is now {now}."
            self.message_user(request, f"The provider was asked. {told}", messages.SUCCESS)
        self.log_change(request, order, "Asked the provider.")
        return HttpResponseRedirect(address(order))

    def _refund(self, request: HttpRequest, order: Order, form: RefundForm) -> HttpResponse:
        try:
            refund = refunds.by_staff(
                order_id=order.pk,
                line_ids=[row.pk for row in form.chosen],
                reason=form.cleaned_data["reason"],
                by=str(request.user)[:80],
                gives_coupon_back=form.cleaned_data.get("gives_coupon_back", False),
                at=timezone.now(),
            )
        except refunds.NotRefundable:
            # A second click, whose first one was under way when this one looked.
            again = RefundForm(order=self._as_it_is(order.pk), data=request.POST)
            told = _refusal(order, again, is_told=again.is_valid()) or refunds.NotRefundable.message
            self.message_user(request, told, messages.INFO)
        except DomainError as error:
            self.tell_refusal(request, error)
        else:
            told = f"Refunded {paise(refund.amount_paise)}."
            self.log_change(request, order, told)
            self.message_user(request, told, messages.SUCCESS)
        return HttpResponseRedirect(address(order))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Order | None:
        order: Order | None = super().get_object(request, object_id, from_field)
        return order and self._as_it_is(order.pk)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        rows: QuerySet[Order] = super().get_queryset(request)
        # Long, and in no list.
        return rows.defer("request", "billing", "tax_lines", "notice")

    def _as_it_is(self, order_id: UUID) -> Order:
        rows = Order.objects.select_related("person", "coupon", "cart", "paid_by", "invoice")
        return rows.prefetch_related("lines").get(pk=order_id)

    def _page_context(self, request: HttpRequest, order: Order, name: str = "") -> dict[str, Any]:
        return {
            **self.admin_site.each_context(request),
            "title": f"{name}: order {order}" if name else f"Order {order}",
            "name": name,
            "opts": self.opts,
            "order": order,
            "is_nav_sidebar_enabled": False,
        }


def _refusal(order: Order, form: RefundForm, *, is_told: bool) -> str:
    if is_told and form.is_done:
        return _REFUNDED_BEFORE
    if order.status != OrderStatus.PAID or not form.left:
        return refunds.NotRefundable.message
    return ""
