from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.commerce.admin.records import (
    APPROVE_PERMISSION,
    REFUND_PERMISSION,
    RecordAdmin,
    address,
)
from apps.commerce.models import RefundRequest, RefundSettings
from apps.commerce.selectors import second_person
from apps.commerce.services import refund_requests, refund_settings
from apps.commerce.states import RefundRequestStatus
from apps.core.errors import DomainError
from apps.core.formatting import exact_price
from apps.core.single_row_admin import SingleRowAdmin


@admin.register(RefundSettings)
class RefundSettingsAdmin(SingleRowAdmin):
    def get_readonly_fields(self, request: HttpRequest, obj: RefundSettings | None = None) -> tuple[str, ...]:
        """Whoever saves next agrees to the sums, so the page says who raised one."""
        return () if obj is None or obj.raised_by_id is None else ("raised_by", "sums_before")

    @admin.display(description="sums that count for them")
    def sums_before(self, row: RefundSettings) -> str:
        return _name_sums(row.sum_before_paise, row.person_day_before_paise)

    def save_model(self, request: HttpRequest, obj: RefundSettings, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        saved = form.before if change else {}
        before = {name: int(saved[name]) for name in refund_settings.SUMS if saved.get(name) is not None}
        refund_settings.record_change(before=before, by=request.user)  # type: ignore[arg-type]
        sums = second_person.limits_paise(by=request.user)  # type: ignore[arg-type]
        if sums != (obj.second_person_above_paise, obj.person_day_paise):
            text = f"For your own refunds {_name_sums(*sums)} counts until somebody else saves this."
            self.message_user(request, text, messages.WARNING)


@admin.register(RefundRequest)
class RefundRequestAdmin(RecordAdmin):
    """Refunds that need a second person. They are decided on the page of their order or here."""

    change_form_template = "admin/commerce/refund_request_form.html"
    list_display = (
        "requested_at",
        "order_link",
        "amount",
        "status",
        "requested_by",
        "decided_by",
        "decided_at",
    )
    list_display_links = ("requested_at",)
    list_filter = ("status", "requested_at")
    list_select_related = ("order", "requested_by", "decided_by")
    search_help_text = "Full order number, mobile, or provider id of the payment or order."
    ordering = ("-requested_at", "-id")
    fields: ClassVar = (
        "order_link",
        "amount",
        "part_of",
        "reason",
        "release_coupon",
        "status",
        "requested_by",
        "requested_at",
        "decided_by",
        "decided_at",
        "decision_note",
        "refund",
    )

    @admin.display(description="amount")
    def amount(self, row: RefundRequest) -> str:
        return exact_price(row.amount_paise)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        approve, decline = view(require_POST(self.approve_view)), view(require_POST(self.decline_view))
        return [
            path("<path:object_id>/approve/", approve, name="commerce_refundrequest_approve"),
            path("<path:object_id>/decline/", decline, name="commerce_refundrequest_decline"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object_or_404(request, object_id)
        return super().change_view(request, object_id, form_url, {"decision": decision_of(row, request.user)})

    def approve_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.get_object_or_404(request, object_id)
        if not request.user.has_perm(APPROVE_PERMISSION):
            raise PermissionDenied

        def approve() -> str:
            refund = refund_requests.approve(request_id=row.pk, by=request.user, at=timezone.now())  # type: ignore[arg-type]
            return f"Approved and refunded {exact_price(refund.amount_paise)}."

        return self._run(request, row, approve)

    def decline_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.get_object_or_404(request, object_id)
        if not (request.user.has_perm(APPROVE_PERMISSION) or _may_withdraw(row, request.user)):
            raise PermissionDenied
        note = request.POST.get("note", "").replace("\x00", "").strip()

        def decline() -> str:
            done = refund_requests.decline(
                request_id=row.pk,
                by=request.user,  # type: ignore[arg-type]
                note=note,
                at=timezone.now(),
            )
            return f"{RefundRequestStatus(done.status).label}: refund of {exact_price(row.amount_paise)}."

        return self._run(request, row, decline)

    def _run(self, request: HttpRequest, row: RefundRequest, decide: Callable[[], str]) -> HttpResponse:
        self.keep_before(request, row.order)  # type: ignore[attr-defined]
        try:
            text = decide()
        except DomainError as error:
            self.message_error(request, error)
        else:
            self.log_change(request, row, text)
            self.log_change(request, row.order, text)
            self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(address(row.order))


def _name_sums(of_order: int | None, of_day: int | None) -> str:
    named = [(of_order, "per order"), (of_day, "per day")]
    return " and ".join(f"{exact_price(paise)} {name}" for paise, name in named if paise is not None)


def decision_of(row: RefundRequest | None, person: Any) -> dict[str, Any] | None:
    """For the buttons of a request that waits."""
    if row is None or row.status != RefundRequestStatus.WAITING:
        return None
    is_own = row.requested_by_id == person.pk
    can_approve = person.has_perm(APPROVE_PERMISSION)
    return {
        "request": row,
        "is_own": is_own,
        "can_approve": can_approve and not is_own,
        "can_decline": can_approve or _may_withdraw(row, person),
    }


def _may_withdraw(row: RefundRequest, person: Any) -> bool:
    return row.requested_by_id == person.pk and bool(person.has_perm(REFUND_PERMISSION))
