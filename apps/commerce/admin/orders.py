from typing import Any, cast
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.accounts.models import User
from apps.commerce.admin import kinds, order_pages
from apps.commerce.admin.disputes import DisputedFilter
from apps.commerce.admin.records import REFUND_PERMISSION, RecordAdmin, address
from apps.commerce.admin.refund_forms import RefundForm
from apps.commerce.flows import provider_sync
from apps.commerce.models import Order
from apps.commerce.selectors import second_person
from apps.commerce.selectors.refundable import NotRefundable
from apps.commerce.services import refund_requests, refunds
from apps.commerce.states import OrderStatus
from apps.core.errors import DomainError
from apps.core.formatting import exact_price

_ALREADY_REFUNDED = "This was already refunded. Nothing was changed."
_PARTLY_REFUNDED = "Part of this has been refunded in the meantime. Please review the rest."
_NO_RESPONSE = "The payment provider is not responding. Nothing was changed. Please try again in a minute."
_UNKNOWN_TO_PROVIDER = "The provider has no record of this order: the buyer never reached payment."


@admin.register(Order)
class OrderAdmin(RecordAdmin):
    shows_personal_data = True
    order_path = "pk"
    list_display = (
        "placed_at",
        "number",
        "status",
        "buyer",
        "title",
        "kind_name",
        "bill",
        "coupon_code",
        "paid_at",
    )
    list_display_links = ("number",)
    list_filter = ("status", kinds.KindFilter, DisputedFilter, "placed_at", "paid_at")
    linked_lookups = ("coupon__id__exact", "person__id__exact")
    list_select_related = ("person",)
    search_help_text = (
        "Full order number, mobile, invoice number, or provider id of the order, payment or refund."
    )
    ordering = ("-placed_at", "-id")

    @admin.display(description="buyer")
    def buyer(self, order: Order) -> str:
        return str(order.person)

    @admin.display(description="item")
    def title(self, order: Order) -> str:
        return str(order.quote["title"])

    @admin.display(description="kind")
    def kind_name(self, order: Order) -> str:
        return kinds.kind_label(order.kind)

    @admin.display(description="bill")
    def bill(self, order: Order) -> str:
        return exact_price(order.bill_paise)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("<path:object_id>/refund/", view(self.refund_view), name="commerce_order_refund"),
            path("<path:object_id>/poll/", view(require_POST(self.poll_view)), name="commerce_order_poll"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        order = self.get_object_or_404(request, object_id)
        if not self.has_view_permission(request, order):
            raise PermissionDenied
        context = {
            **self._page_context(request, order),
            **order_pages.context(order, person=request.user, can_act=self.can_act(request)),
        }
        return TemplateResponse(request, "admin/commerce/order.html", context)

    def refund_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Select lines, review the amounts, then refund."""
        order = self.get_object_or_404(request, object_id)
        if not request.user.has_perm(REFUND_PERMISSION):
            raise PermissionDenied
        form = RefundForm(order=order, data=request.POST if request.method == "POST" else None)
        is_valid = form.is_valid()
        refusal = _refusal(order, form, is_valid=is_valid)
        if refusal:
            self.message_not_needed(request, refusal)
            return HttpResponseRedirect(address(order))
        if second_person.waiting_request(order) is not None:
            self.message_not_needed(request, refunds.RefundWaits.message)
            return HttpResponseRedirect(address(order))
        if is_valid and form.has_shrunk:
            self.message_user(request, _PARTLY_REFUNDED, messages.WARNING)
        elif is_valid and form.is_reviewed:
            return self._refund(request, order, form)
        context = {**self._page_context(request, order, "Refund"), "form": form}
        if not is_valid or "change" in request.POST:
            return TemplateResponse(request, "admin/commerce/refund_ask.html", context)
        summary = form.summary(at=timezone.now())
        context["refund"] = summary
        context["needs_second_person"] = second_person.is_needed(
            order=order,
            amount_paise=summary["total_paise"],
            by=cast(User, request.user),
            at=timezone.now(),
        )
        return TemplateResponse(request, "admin/commerce/refund_confirm.html", context)

    def poll_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self.get_object_or_404(request, object_id)
        if not self.can_act(request):
            raise PermissionDenied
        before = order.get_status_display()
        try:
            found = provider_sync.poll_order(order=order, at=timezone.now())
        except DomainError as error:
            self.message_error(request, error)
            return HttpResponseRedirect(address(order))
        if found is None:
            self.message_user(request, _NO_RESPONSE, messages.WARNING)
        elif found.provider_order_id is None:
            self.message_user(request, _UNKNOWN_TO_PROVIDER, messages.INFO)
        else:
            now = OrderStatus(found.status).label
            text = f"Status unchanged: {now}." if now == before else f"Status changed from {before} to {now}."
            self.message_user(request, f"Provider polled. {text}", messages.SUCCESS)
        self.log_change(request, order, "Polled the provider.")
        return HttpResponseRedirect(address(order))

    def _refund(self, request: HttpRequest, order: Order, form: RefundForm) -> HttpResponse:
        given = {
            "order_id": order.pk,
            "line_ids": [row.pk for row in form.chosen],
            "reason": form.cleaned_data["reason"],
            "release_coupon": form.cleaned_data.get("release_coupon", False),
            "part": form.part,
            "at": timezone.now(),
        }
        try:
            text = self._refund_or_request(request, given)
        except NotRefundable as error:
            # A double click: the first request finished after this one had read the order.
            again = RefundForm(order=self._load_order(order.pk), data=request.POST)
            text = _refusal(order, again, is_valid=again.is_valid()) or error.message
            self.message_not_needed(request, text)
        except DomainError as error:
            self.message_error(request, error)
        else:
            self.log_change(request, order, text)
            self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(address(order))

    def _refund_or_request(self, request: HttpRequest, given: dict[str, Any]) -> str:
        """What the buttons say: a refund that turns out to need a second person is not requested unasked."""
        if "requested" in request.POST:
            asked = refund_requests.request(**given, by=request.user)  # type: ignore[arg-type]
            return f"Requested a refund of {exact_price(asked.amount_paise)}. Another person must approve it."
        refund = refunds.refund_as_staff(**given, by=request.user)  # type: ignore[arg-type]
        return f"Refunded {exact_price(refund.amount_paise)}."

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Order | None:
        order: Order | None = super().get_object(request, object_id, from_field)
        return order and self._load_order(order.pk)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        rows: QuerySet[Order] = super().get_queryset(request)
        # Long, and in no list.
        return rows.defer("request", "billing", "tax_lines", "notice")

    def _load_order(self, order_id: UUID) -> Order:
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


def _refusal(order: Order, form: RefundForm, *, is_valid: bool) -> str:
    if is_valid and form.is_done:
        return _ALREADY_REFUNDED
    if order.status != OrderStatus.PAID or not form.left:
        return NotRefundable.message
    return ""
