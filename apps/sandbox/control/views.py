"""
The control API for tests: fault rules, payments that no buyer can make, and the journal.

Served only with `SANDBOX_CONTROL=1`. Fault rules do not apply to it.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse

from apps.sandbox import account, clock, faults, serializers
from apps.sandbox.account import account as current
from apps.sandbox.api import inputs, parsing, responses
from apps.sandbox.api.base import ProviderView
from apps.sandbox.models import Event, Payment
from apps.sandbox.selectors import journal
from apps.sandbox.services import disputes, payments, refunds
from apps.sandbox.states import EventStatus, RefundStatus
from apps.sandbox.wakeup import events_due

OUTCOMES = ("success", "failure", "authorized", "auto_refunded")


class Journal(ProviderView):
    def get(self, request: HttpRequest) -> HttpResponse:
        return responses.entity(journal.build())


class Faults(ProviderView):
    """Fault rules: POST adds one, DELETE removes all."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return responses.entity({"items": faults.list_rules()})

    def post(self, request: HttpRequest) -> HttpResponse:
        rule = _rule(inputs.json_object(request.body))
        faults.add_rule(rule)
        return responses.entity(rule.as_json())

    def delete(self, request: HttpRequest) -> HttpResponse:
        faults.clear_rules()
        return responses.entity({"items": []})


def _rule(data: Mapping[str, Any]) -> faults.Rule:
    probability = None if data.get("probability") is None else parsing.number(data, "probability")
    return faults.Rule(
        target=parsing.text(data, "target"),
        kind=parsing.text(data, "fault", among=faults.REQUEST_FAULTS + faults.EVENT_FAULTS),
        seconds=parsing.number(data, "seconds"),
        status=parsing.integer(data, "status", default=500) or 500,
        is_after_effect=parsing.text(data, "when", among=("before", "after"), default="before") == "after",
        times=parsing.integer(data, "times"),
        probability=probability,
        seed=parsing.integer(data, "seed", default=0) or 0,
    )


class Pay(ProviderView):
    """Pay as no buyer can: authorise without capture, or pay another amount or currency."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        return responses.entity(serializers.payment(_pay(data)))


def _pay(data: Mapping[str, Any]) -> Payment:
    order_id = parsing.text(data, "order_id")
    outcome = parsing.text(data, "outcome", among=OUTCOMES, default="success")
    if outcome == "failure":
        return payments.fail(order_id=order_id, at=clock.now())
    if outcome == "authorized":
        return payments.authorize(order_id=order_id, at=clock.now())
    if outcome == "auto_refunded":
        return payments.refund_uncaptured(order_id=order_id, at=clock.now())
    amount_paise = parsing.integer(data, "amount")
    charged = None
    if amount_paise is not None:
        charged = payments.Money(amount_paise, parsing.text(data, "currency", default="INR"))
    return payments.succeed(order_id=order_id, at=clock.now(), charged=charged)


class CaptureLate(ProviderView):
    """Capture late: an authorised or even a failed payment."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        payment = payments.capture_late(payment_id=parsing.text(data, "payment_id"), at=clock.now())
        return responses.entity(serializers.payment(payment))


class FinishRefund(ProviderView):
    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        refund = refunds.finish(
            refund_id=parsing.text(data, "refund_id"),
            status=parsing.text(data, "status", among=("processed", "failed")),
            at=clock.now(),
        )
        return responses.entity(serializers.refund(refund))


class DashboardRefund(ProviderView):
    """A refund started at the provider's dashboard, without the merchant's server."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        refund = refunds.create_from_dashboard(
            payment_id=parsing.text(data, "payment_id"),
            amount_paise=None if data.get("amount") is None else inputs.amount(data["amount"]),
            notes=inputs.notes(data.get("notes")),
            status=RefundStatus(parsing.text(data, "status", among=RefundStatus.values, default="processed")),
            at=clock.now(),
        )
        return responses.entity(serializers.refund(refund))


class ResendRefundEvent(ProviderView):
    """Send a late refund event with an older status; the refund itself does not change."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        refund = refunds.resend_event(
            refund_id=parsing.text(data, "refund_id"),
            status=RefundStatus(parsing.text(data, "status", among=RefundStatus.values)),
            at=clock.now(),
        )
        return responses.entity(serializers.refund(refund))


class DisputePayment(ProviderView):
    """With `payment_id`: open a dispute. With `dispute_id` and `event`: update it."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        if "dispute_id" in data:
            dispute = disputes.apply_event(
                dispute_id=parsing.text(data, "dispute_id"),
                event=parsing.text(data, "event", among=disputes.EVENTS),
                at=clock.now(),
            )
        else:
            dispute = disputes.open_dispute(
                payment_id=parsing.text(data, "payment_id"),
                amount_paise=None if data.get("amount") is None else inputs.amount(data["amount"]),
                phase=parsing.text(data, "phase", default="chargeback")[:20],
                at=clock.now(),
            )
        return responses.entity(serializers.dispute(dispute))


class AccountSettings(ProviderView):
    """Change `receipt_mode`, `refund_status` or `webhook_secret`."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        current.receipt_mode = parsing.text(
            data, "receipt_mode", among=account.RECEIPT_MODES, default=current.receipt_mode
        )
        current.refund_status = parsing.text(
            data, "refund_status", among=account.REFUND_STATUSES, default=current.refund_status
        )
        current.webhook_secret = parsing.text(data, "webhook_secret", default=current.webhook_secret)
        return responses.entity(
            {"receipt_mode": current.receipt_mode, "refund_status": current.refund_status}
        )


class Clock(ProviderView):
    """Shift the provider's clock; webhooks that become due are sent."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        clock.shift(by=timedelta(seconds=parsing.number(data, "seconds")))
        events_due.set()
        return responses.entity({"now": clock.now().isoformat()})


class Webhooks(ProviderView):
    """The latest events and their status; POST sends one event, or all, again."""

    def get(self, request: HttpRequest) -> HttpResponse:
        events = Event.objects.order_by("-created_at", "-pk")[inputs.page(request.GET)]
        return responses.entity({"items": [_event_json(event) for event in events]})

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        events = Event.objects.all()
        if "id" in data:
            events = events.filter(pk=parsing.text(data, "id"))
        # A replay is signed with the current secret.
        count = events.update(status=EventStatus.WAITING, due_at=clock.now(), secret=current.webhook_secret)
        events_due.set()
        return responses.entity({"count": count})


def _event_json(event: Event) -> Mapping[str, object]:
    return {
        "id": event.pk,
        "event": event.name,
        "status": event.status,
        "attempts": event.attempts,
        "last_answer": event.last_answer,
        "due_at": event.due_at.isoformat(),
    }
