from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from apps.commerce.admin.records import REFUND_PERMISSION, RecordAdmin, address, link
from apps.commerce.flows import refunding
from apps.commerce.models import Refund, RefundAttempt
from apps.commerce.states import RefundStatus
from apps.core.changed_fields import ChangedFieldsTabularInline
from apps.core.errors import DomainError
from apps.core.formatting import exact_price


class AttemptInline(ChangedFieldsTabularInline):
    """Refund attempts at the provider."""

    can_delete = False
    extra = max_num = 0
    model = RefundAttempt
    verbose_name_plural = "attempts at the provider"
    fields = (
        "created_at",
        "amount",
        "status",
        "provider_refund_id",
        "sent_at",
        "processed_at",
        "error",
        "idempotency_key",
    )

    readonly_fields = ("amount",)

    @admin.display(description="amount")
    def amount(self, attempt: RefundAttempt) -> str:
        return exact_price(attempt.amount_paise)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


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
        "requested_by",
    )
    list_filter = ("status", "cause", "requested_at")
    list_select_related = ("order",)
    search_help_text = "Full order number, mobile, or provider id of the refund, payment or order."
    ordering = ("-requested_at", "-id")
    search_columns: ClassVar = ("attempts__provider_refund_id",)
    inlines = (AttemptInline,)
    fields = (
        "order_link",
        "payment_link",
        "amount",
        "part_of",
        "cause",
        "reason",
        "requested_by",
        "status",
        "requested_at",
        "promised_date",
        "processed_at",
    )

    @admin.display(description="amount")
    def amount(self, refund: Any) -> str:
        return exact_price(refund.amount_paise)

    @admin.display(description="payment")
    def payment_link(self, refund: Any) -> SafeString | str:
        payment = refund.payment
        return "None: the bill was zero" if payment is None else link(payment, payment.provider_payment_id)

    def get_urls(self) -> list[Any]:
        send = self.admin_site.admin_view(require_POST(self.retry_view))
        return [
            path("<path:object_id>/retry/", send, name="commerce_refund_retry"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        refund = self.get_object_or_404(request, object_id)
        can_send = refund.status == RefundStatus.FAILED and request.user.has_perm(REFUND_PERMISSION)
        context = {
            "can_retry": can_send,
            "subtitle": f"{exact_price(refund.amount_paise)} of order {refund.order}",
        }
        return super().change_view(request, object_id, form_url, context)

    def retry_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not request.user.has_perm(REFUND_PERMISSION):
            raise PermissionDenied
        refund = self.get_object_or_404(request, object_id)
        try:
            sent = refunding.retry_refund(refund_id=refund.pk)
        except DomainError as error:
            self.message_error(request, error)
        else:
            text = f"Retried the refund of {exact_price(refund.amount_paise)}."
            if sent.status == RefundStatus.PROCESSED:
                text = (
                    f"The provider had already refunded {exact_price(refund.amount_paise)}. Nothing was sent."
                )
            self.log_change(request, refund, text)
            self.log_change(request, refund.order, text)
            self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(address(refund.order))
