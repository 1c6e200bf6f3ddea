"""
The strings by which tests pull the provider, and the journal of all it believes.

Served only where `SANDBOX_CONTROL` is 1, and never struck by the faults it sets.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse

from apps.sandbox import account, clock, faults, snapshots
from apps.sandbox.account import account as own
from apps.sandbox.api import inputs, parsing, responses
from apps.sandbox.api.base import ProviderView
from apps.sandbox.models import Event, Payment
from apps.sandbox.selectors import journal
from apps.sandbox.services import disputes, payments, refunds
from apps.sandbox.states import EventStatus, RefundStatus
from apps.sandbox.wakeup import bell

OUTCOMES = ("success", "failure", "authorized", "auto_refunded")


class Journal(ProviderView):
    def get(self, request: HttpRequest) -> HttpResponse:
        return responses.entity(journal.whole())


class Faults(ProviderView):
    """Rules for calls and events; each POST adds one, DELETE takes all away."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return responses.entity({"items": faults.listed()})

    def post(self, request: HttpRequest) -> HttpResponse:
        rule = _rule(inputs.json_object(request.body))
        faults.add(rule)
        return responses.entity(rule.told())

    def delete(self, request: HttpRequest) -> HttpResponse:
        faults.clear()
        return responses.entity({"items": []})


def _rule(data: Mapping[str, Any]) -> faults.Rule:
    probability = None if data.get("probability") is None else parsing.number(data, "probability")
    return faults.Rule(
        target=parsing.text(data, "target"),
        kind=parsing.text(data, "fault", among=faults.CALL_FAULTS + faults.EVENT_FAULTS),
        seconds=parsing.number(data, "seconds"),
        status=parsing.whole(data, "status", default=500) or 500,
        is_after_effect=parsing.text(data, "when", among=("before", "after"), default="before") == "after",
        times=parsing.whole(data, "times"),
        probability=probability,
        seed=parsing.whole(data, "seed", default=0) or 0,
    )


class Pay(ProviderView):
    """What no buyer can do: authorise without a capture, or pay another amount or currency."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        return responses.entity(snapshots.payment(_paid(data)))


def _paid(data: Mapping[str, Any]) -> Payment:
    order_id = parsing.text(data, "order_id")
    outcome = parsing.text(data, "outcome", among=OUTCOMES, default="success")
    if outcome == "failure":
        return payments.fail(order_id=order_id, at=clock.now())
    if outcome == "authorized":
        return payments.authorize(order_id=order_id, at=clock.now())
    if outcome == "auto_refunded":
        return payments.refund_uncaptured(order_id=order_id, at=clock.now())
    amount_paise = parsing.whole(data, "amount")
    instead = None
    if amount_paise is not None:
        instead = payments.Money(amount_paise, parsing.text(data, "currency", default="INR"))
    return payments.succeed(order_id=order_id, at=clock.now(), instead=instead)


class CaptureLate(ProviderView):
    """The bank says yes after all, also to what it had refused."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        payment = payments.capture_late(payment_id=parsing.text(data, "payment_id"), at=clock.now())
        return responses.entity(snapshots.payment(payment))


class FinishRefund(ProviderView):
    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        refund = refunds.finish(
            refund_id=parsing.text(data, "refund_id"),
            status=parsing.text(data, "status", among=("processed", "failed")),
            at=clock.now(),
        )
        return responses.entity(snapshots.refund(refund))


class DashboardRefund(ProviderView):
    """A refund past the merchant's server: partial, several, with any notes or none."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        refund = refunds.make_at_dashboard(
            payment_id=parsing.text(data, "payment_id"),
            amount_paise=None if data.get("amount") is None else inputs.amount(data["amount"]),
            notes=inputs.notes(data.get("notes")),
            status=RefundStatus(parsing.text(data, "status", among=RefundStatus.values, default="processed")),
            at=clock.now(),
        )
        return responses.entity(snapshots.refund(refund))


class RefundNews(ProviderView):
    """An event about a refund with the status of an earlier moment; the refund stays as it is."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        refund = refunds.repeat_news(
            refund_id=parsing.text(data, "refund_id"),
            status=RefundStatus(parsing.text(data, "status", among=RefundStatus.values)),
            at=clock.now(),
        )
        return responses.entity(snapshots.refund(refund))


class DisputePayment(ProviderView):
    """With a `payment_id` a new dispute; with a `dispute_id` and an `event` what becomes of it."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        if "dispute_id" in data:
            dispute = disputes.move(
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
        return responses.entity(snapshots.dispute(dispute))


class AccountSettings(ProviderView):
    """`receipt_mode`, `refund_status` and `webhook_secret`, as far as they are given."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        own.receipt_mode = parsing.text(
            data, "receipt_mode", among=account.RECEIPT_MODES, default=own.receipt_mode
        )
        own.refund_status = parsing.text(
            data, "refund_status", among=account.REFUND_STATUSES, default=own.refund_status
        )
        own.webhook_secret = parsing.text(data, "webhook_secret", default=own.webhook_secret)
        return responses.entity({"receipt_mode": own.receipt_mode, "refund_status": own.refund_status})


class Clock(ProviderView):
    """Lets the provider's clock run ahead, or behind; what that makes due is told at once."""

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        clock.run_ahead(by=timedelta(seconds=parsing.number(data, "seconds")))
        bell.set()
        return responses.entity({"now": clock.now().isoformat()})


class Webhooks(ProviderView):
    """The last events and what became of them; a POST makes one, or all that were told, due once more."""

    def get(self, request: HttpRequest) -> HttpResponse:
        events = Event.objects.order_by("-created_at", "-pk")[inputs.page(request.GET)]
        return responses.entity({"items": [_told(event) for event in events]})

    def post(self, request: HttpRequest) -> HttpResponse:
        data = inputs.json_object(request.body)
        events = Event.objects.all()
        if "id" in data:
            events = events.filter(pk=parsing.text(data, "id"))
        # A replay is signed with the secret of today.
        count = events.update(status=EventStatus.WAITING, due_at=clock.now(), secret=own.webhook_secret)
        bell.set()
        return responses.entity({"count": count})


def _told(event: Event) -> Mapping[str, object]:
    return {
        "id": event.pk,
        "event": event.name,
        "status": event.status,
        "attempts": event.attempts,
        "last_answer": event.last_answer,
        "due_at": event.due_at.isoformat(),
    }
