from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from apps.commerce.admin.records import RecordAdmin, address, link
from apps.commerce.models import Refund
from apps.commerce.services import refunds
from apps.commerce.states import RefundStatus
from apps.commerce.templatetags.amounts import paise
from apps.core.errors import DomainError


@admin.register(Refund)
class RefundAdmin(RecordAdmin):
    change_form_template = "admin/commerce/refund_form.html"
    list_display = (
        "requested_at",
        "order_link",
        "amount",
        "cause",
        "status",
        "promised_date",
        "processed_at",
        "asked_by",
    )
    list_filter = ("status", "cause", "requested_at")
    list_select_related = ("order",)
    search_help_text = "Order number, provider's refund, payment or order id, or mobile, in full."
    ordering = ("-requested_at", "-id")
    own_names: ClassVar = ("provider_refund_id",)
    fields = (
        "order_link",
        "payment_link",
        "amount",
        "cause",
        "reason",
        "asked_by",
        "status",
        "provider_refund_id",
        "tries",
        "requested_at",
        "promised_date",
        "processed_at",
    )

    @admin.display(description="amount")
    def amount(self, refund: Any) -> str:
        return paise(refund.amount_paise)

    @admin.display(description="payment")
    def payment_link(self, refund: Any) -> SafeString | str:
        payment = refund.payment
        return "None: the bill was zero" if payment is None else link(payment, payment.provider_payment_id)

    def get_urls(self) -> list[Any]:
        send = self.admin_site.admin_view(require_POST(self.send_again_view))
        return [
            path("<path:object_id>/send-again/", send, name="commerce_refund_send_again"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        refund = self.asked(request, object_id)
        can_send = refund.status == RefundStatus.FAILED and self.may_act(request)
        shown = {
            "can_send_again": can_send,
            "subtitle": f"{paise(refund.amount_paise)} of order {refund.order}",
        }
        return super().change_view(request, object_id, form_url, shown)

    def send_again_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not self.may_act(request):
            raise PermissionDenied
        refund = self.asked(request, object_id)
        try:
            refunds.send_again(refund_id=refund.pk)
        except DomainError as error:
            self.tell_refusal(request, error)
        else:
            told = f"Sent the refund of {paise(refund.amount_paise)} again."
            self.log_change(request, refund, told)
            self.log_change(request, refund.order, told)
            self.message_user(request, told, messages.SUCCESS)
        return HttpResponseRedirect(address(refund.order))
