"""
An in-memory fake of Razorpay for tests: the requests of `RazorpayGateway`, and methods that control it.

The contract tests in `tests/provider` compare it with the sandbox over real HTTP.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection
from django.utils import timezone

from apps.commerce.gateways.outcomes import Done, Outcome, Refused, Unknown
from apps.commerce.gateways.payloads import (
    BuyerContact,
    ProviderDispute,
    ProviderOrder,
    ProviderPayment,
    ProviderRefund,
    ProviderSettlementLine,
)
from apps.commerce.gateways.razorpay import parsing
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway, require_idempotency_key
from apps.commerce.tests import fake_provider_events
from apps.core import indian_time

Call = TypeVar("Call", bound=Callable[..., Any])

METHODS = (
    "create_order",
    "find_order",
    "fetch_order",
    "replace_notes",
    "contact_of",
    "fetch_payment",
    "payments_of",
    "orders_between",
    "refund",
    "refunds_of",
    "all_disputes",
    "settlement_lines",
)
_PAGED_METHODS = ("orders_between", "all_disputes", "settlement_lines")
_PAGE_SIZE = 100
_INVALID_ID = Refused("BAD_REQUEST_ERROR", "The id provided is not valid.")
_NOT_FOUND = Refused("BAD_REQUEST_ERROR", "The id provided does not exist")


@dataclass
class _Fault:
    times: int
    outcome: Refused | Unknown
    has_effect: bool


def _provider_method(call: Call) -> Call:
    """Count the call, apply a configured fault, and serialise calls as a database would."""
    name = call.__name__

    @wraps(call)
    def answer(self: FakeProvider, **given: Any) -> Any:
        with self._lock:
            assert_outside_transactions()
            self.calls[name] += 1
            fault = self._fault_of(name)
            if fault is None:
                return call(self, **given)
            if fault.has_effect:
                call(self, **given)
            return iter([fault.outcome]) if name in _PAGED_METHODS else fault.outcome

    return answer  # type: ignore[return-value]


def assert_outside_transactions() -> None:
    own = [block for block in connection.atomic_blocks if not getattr(block, "_from_testcase", False)]
    assert not own, "the provider is never called inside a transaction"


class FakeProvider:
    """
    The provider's state in dictionaries.

    `calls` counts calls. `receipt_mode` is same, reject or duplicate; `refund_status` is the status of new
    refunds; while `is_down`, no call gets a response.
    """

    base_url = "https://provider.example"

    def __init__(self) -> None:
        self.orders: dict[str, ProviderOrder] = {}
        self.payments: dict[str, ProviderPayment] = {}
        self.refunds: dict[str, ProviderRefund] = {}
        self.disputes: dict[str, ProviderDispute] = {}
        self.settled: dict[str, ProviderSettlementLine] = {}
        self.calls: Counter[str] = Counter()
        self.maximum_paise = RazorpayGateway.maximum_paise
        self.receipt_mode = "same"
        self.refund_status = "processed"
        self.is_down = False
        self.contact = BuyerContact(mobile="9888877777", email="payer@example.in")
        self.clock: Callable[[], datetime] = timezone.now
        self._refund_keys: dict[str, ProviderRefund] = {}
        self._faults: dict[str, list[_Fault]] = {}
        self._lock = threading.RLock()

    # --- controlled by tests ----------------------------------------------------------------------

    def lose_response(
        self, call: str, *, times: int = 1, after_effect: bool = False, why: str = "timeout"
    ) -> None:
        """The next calls of this name have an unknown outcome, before or after taking effect."""
        self._add_fault(call, _Fault(times, Unknown(why), after_effect))

    def refuse(self, call: str, *, times: int = 1, is_about_us: bool = False, message: str = "No.") -> None:
        refused = Refused("BAD_REQUEST_ERROR", message, is_about_us=is_about_us)
        self._add_fault(call, _Fault(times, refused, False))

    def pay_out(self) -> str:
        """Pay out what was captured and refunded since the last time; returns the settlement's id."""
        settlement_id, at = _new_id("setl"), self._now()
        captured = {one.id: one for one in self.payments.values() if one.is_captured}
        rows: list[tuple[str, str, int, int, str, str]] = [
            *(
                ("payment", id, one.amount_paise, one.amount_paise // 50, one.currency, "")
                for id, one in captured.items()
            ),
            *(
                ("refund", one.id, one.amount_paise, 0, "INR", one.payment_id)
                for one in self.refunds.values()
                if one.status == "processed" and one.payment_id in captured
            ),
        ]
        for kind, id, amount_paise, fee_paise, currency, concerns_id in rows:
            if id not in self.settled:
                self.settled[id] = ProviderSettlementLine(
                    id=id,
                    kind=kind,
                    settlement_id=settlement_id,
                    bank_reference=f"utr{settlement_id[5:]}",
                    amount_paise=amount_paise,
                    fee_paise=fee_paise,
                    tax_paise=fee_paise * 18 // 118,
                    net_paise=(amount_paise if kind == "payment" else -amount_paise) - fee_paise,
                    currency=currency,
                    settled_at=at,
                    concerns_id=concerns_id,
                )
        return settlement_id

    def capture(
        self, order_id: str, *, amount_paise: int | None = None, currency: str | None = None
    ) -> ProviderPayment:
        """
        The buyer pays; a second success for one order is refunded immediately.

        Another amount or currency simulates a mistake of the provider.
        """
        with self._lock:
            order = self.orders[order_id]
            paid = self._add_payment(order, status="captured")
            if amount_paise is not None or currency is not None:
                return self._store(
                    replace(
                        paid,
                        amount_paise=order.amount_paise if amount_paise is None else amount_paise,
                        currency=currency or order.currency,
                    )
                )
            return self._settle(paid)

    def authorize(self, order_id: str) -> ProviderPayment:
        """The bank authorises the payment; the capture is still to come."""
        return self._add_payment(self.orders[order_id], status="authorized")

    def fail(self, order_id: str) -> ProviderPayment:
        return self._add_payment(self.orders[order_id], status="failed")

    def capture_late(self, payment_id: str) -> ProviderPayment:
        """An authorised or even failed payment is captured after all."""
        with self._lock:
            late = replace(self.payments[payment_id], status="captured", is_captured=True)
            return self._settle(late)

    def refund_uncaptured(self, order_id: str) -> ProviderPayment:
        """The bank authorises the payment, and the provider refunds it without capture."""
        with self._lock:
            paid = self.authorize(order_id)
            self._add_refund(paid.id, paid.amount_paise, notes={}, status="processed")
            return self.payments[paid.id]

    def refund_at_dashboard(
        self,
        payment_id: str,
        amount_paise: int,
        *,
        notes: Mapping[str, str] | None = None,
        status: str = "processed",
    ) -> ProviderRefund:
        """A refund made in the provider's dashboard, without an idempotency key."""
        with self._lock:
            return self._add_refund(payment_id, amount_paise, notes=notes or {}, status=status)

    def finish_refund(self, refund_id: str, *, status: str) -> ProviderRefund:
        """A pending refund becomes processed or failed; a failed one moves no money."""
        with self._lock:
            refund = replace(self.refunds[refund_id], status=status)
            self.refunds[refund_id] = refund
            if status == "failed":
                self._move_refunded(refund.payment_id, -refund.amount_paise)
            return refund

    def dispute(
        self,
        payment_id: str,
        *,
        amount_paise: int | None = None,
        deducted_paise: int = 0,
        status: str = "open",
    ) -> ProviderDispute:
        """The buyer's bank disputes a payment; a repeat updates the same dispute."""
        known = self.disputes.get(payment_id)
        made = ProviderDispute(
            id=known.id if known else _new_id("disp"),
            payment_id=payment_id,
            amount_paise=amount_paise or self.payments[payment_id].amount_paise,
            deducted_paise=deducted_paise,
            currency=self.payments[payment_id].currency,
            status=status,
            phase="chargeback",
            reason_code="goods_not_received",
            respond_by=self._now() + timedelta(days=7),
            created_at=known.created_at if known else self._now(),
        )
        self.disputes[payment_id] = made
        return made

    def signature(self, order_id: str, payment_id: str) -> str:
        return _hmac_signature(f"{order_id}|{payment_id}".encode(), settings.RAZORPAY_KEY_SECRET)

    def confirmation(self, payment: ProviderPayment) -> dict[str, str]:
        """The body of the confirm endpoint, as the payment window returns it after a success."""
        order_id = payment.order_id or ""
        return {
            "razorPayOrderId": order_id,
            "razorPayPaymentId": payment.id,
            "razorPaySignature": self.signature(order_id, payment.id),
        }

    def webhook(
        self, event: str, *, payment_id: str, refund_id: str | None = None
    ) -> tuple[bytes, dict[str, str]]:
        """Body and headers of a webhook request, each with an event id of its own."""
        body = fake_provider_events.body(
            event,
            payment=self.payments[payment_id],
            order=self.orders.get(self.payments[payment_id].order_id or ""),
            refund=self.refunds.get(refund_id or ""),
            dispute=self.disputes.get(payment_id),
            at=self.clock(),
        )
        return body, {
            "X-Razorpay-Signature": _hmac_signature(body, settings.RAZORPAY_WEBHOOK_SECRETS[0]),
            "X-Razorpay-Event-Id": _new_id("evt")[4:],
        }

    def install(self, monkeypatch: Any) -> FakeProvider:
        """Replace the requests of the gateway until the test ends."""
        for name in METHODS:
            monkeypatch.setattr(RazorpayGateway, name, getattr(self, name))
        return self

    # --- the API ----------------------------------------------------------------------------------

    @_provider_method
    def create_order(
        self, *, receipt: str, amount_paise: int, notes: Mapping[str, str], is_repeat: bool = False
    ) -> Outcome[ProviderOrder]:
        known = self._order_with(receipt)
        if known is not None and (is_repeat or self.receipt_mode != "duplicate"):
            if (known.amount_paise, known.currency) != (amount_paise, "INR"):
                return Refused("ORDER_MISMATCH", "The receipt is another amount's.")
            return Done(known)
        if amount_paise > self.maximum_paise:
            return Refused(
                "BAD_REQUEST_ERROR", "Amount exceeds maximum amount allowed.", is_about_amount=True
            )
        if amount_paise < 100:
            return Refused("BAD_REQUEST_ERROR", "Order amount less than minimum amount allowed")
        order = ProviderOrder(
            id=_new_id("order"),
            amount_paise=amount_paise,
            currency="INR",
            receipt=receipt,
            status="created",
            notes=dict(notes),
            created_at=self._now(),
        )
        self.orders[order.id] = order
        return Done(order)

    @_provider_method
    def find_order(self, *, receipt: str) -> Outcome[ProviderOrder | None]:
        return Done(self._order_with(receipt))

    @_provider_method
    def fetch_order(self, *, order_id: str) -> Outcome[ProviderOrder]:
        if not parsing.is_id(order_id, "order"):
            return _INVALID_ID
        order = self.orders.get(order_id)
        return _NOT_FOUND if order is None else Done(order)

    @_provider_method
    def replace_notes(self, *, order_id: str, notes: Mapping[str, str]) -> Outcome[ProviderOrder]:
        if not parsing.is_id(order_id, "order"):
            return _INVALID_ID
        order = self.orders.get(order_id)
        if order is None:
            return _NOT_FOUND
        self.orders[order_id] = replace(order, notes=dict(notes))
        return Done(self.orders[order_id])

    @_provider_method
    def contact_of(self, *, payment_id: str) -> Outcome[BuyerContact]:
        return Done(self.contact) if payment_id in self.payments else _NOT_FOUND

    @_provider_method
    def fetch_payment(self, *, payment_id: str) -> Outcome[ProviderPayment]:
        if not parsing.is_id(payment_id, "pay"):
            return _INVALID_ID
        payment = self.payments.get(payment_id)
        return _NOT_FOUND if payment is None else Done(payment)

    @_provider_method
    def payments_of(self, *, order_id: str) -> Outcome[Sequence[ProviderPayment]]:
        if not parsing.is_id(order_id, "order"):
            return _INVALID_ID
        return Done(self._payments_of(order_id)) if order_id in self.orders else _NOT_FOUND

    @_provider_method
    def orders_between(
        self, *, begins: datetime, ends: datetime
    ) -> Iterator[Outcome[Sequence[tuple[ProviderOrder, Sequence[ProviderPayment]]]]]:
        begins, ends = begins.replace(microsecond=0), ends.replace(microsecond=0)
        found = [order for order in self.orders.values() if begins <= order.created_at <= ends]
        rows = [(order, self._payments_of(order.id)) for order in reversed(found)]
        return iter([Done(rows[skip : skip + _PAGE_SIZE]) for skip in range(0, len(rows) + 1, _PAGE_SIZE)])

    @_provider_method
    def refund(
        self, *, payment_id: str, amount_paise: int, key: str, notes: Mapping[str, str]
    ) -> Outcome[ProviderRefund]:
        require_idempotency_key(key)
        if not parsing.is_id(payment_id, "pay"):
            return _INVALID_ID
        payment = self.payments.get(payment_id)
        if payment is None:
            return _NOT_FOUND
        if known := self._refund_keys.get(key):
            if (known.payment_id, known.amount_paise, known.notes) != (payment_id, amount_paise, notes):
                return Refused("BAD_REQUEST_ERROR", "Another request has this key.")
            return Done(self.refunds[known.id])
        if payment.status != "captured" or payment.refunded_paise + amount_paise > payment.amount_paise:
            return Refused("BAD_REQUEST_ERROR", "The refund amount is greater than what is left.")
        made = self._add_refund(payment_id, amount_paise, notes=notes, status=self.refund_status)
        self._refund_keys[key] = made
        return Done(made)

    @_provider_method
    def refunds_of(self, *, payment_id: str) -> Outcome[Sequence[ProviderRefund]]:
        if not parsing.is_id(payment_id, "pay"):
            return _INVALID_ID
        if payment_id not in self.payments:
            return _NOT_FOUND
        return Done([refund for refund in self.refunds.values() if refund.payment_id == payment_id][::-1])

    @_provider_method
    def all_disputes(self) -> Iterator[Outcome[Sequence[ProviderDispute]]]:
        rows = list(self.disputes.values())[::-1]
        return iter([Done(rows[skip : skip + _PAGE_SIZE]) for skip in range(0, len(rows) + 1, _PAGE_SIZE)])

    @_provider_method
    def settlement_lines(self, *, day: date) -> Iterator[Outcome[Sequence[ProviderSettlementLine]]]:
        rows = [line for line in self.settled.values() if indian_time.day_of(line.settled_at) == day]
        return iter([Done(rows[skip : skip + _PAGE_SIZE]) for skip in range(0, len(rows) + 1, _PAGE_SIZE)])

    # --- private ----------------------------------------------------------------------------------

    def _add_fault(self, call: str, fault: _Fault) -> None:
        assert call in METHODS, f"{call} is not a method of the provider"
        self._faults.setdefault(call, []).append(fault)

    def _fault_of(self, call: str) -> _Fault | None:
        if self.is_down:
            return _Fault(1, Unknown("connection"), has_effect=False)
        waiting = self._faults.get(call, [])
        if not waiting:
            return None
        waiting[0].times -= 1
        return waiting.pop(0) if waiting[0].times <= 0 else waiting[0]

    def _order_with(self, receipt: str) -> ProviderOrder | None:
        exact = [order for order in self.orders.values() if order.receipt == receipt]
        return min(exact, key=lambda order: order.status != "paid", default=None)

    def _payments_of(self, order_id: str) -> list[ProviderPayment]:
        return [payment for payment in self.payments.values() if payment.order_id == order_id][::-1]

    def _add_payment(self, order: ProviderOrder, *, status: str) -> ProviderPayment:
        if order.status == "created":
            self.orders[order.id] = replace(order, status="attempted")
        return self._store(
            ProviderPayment(
                id=_new_id("pay"),
                order_id=order.id,
                amount_paise=order.amount_paise,
                currency=order.currency,
                status=status,
                refunded_paise=0,
                created_at=self._now(),
                is_captured=status == "captured",
            )
        )

    def _settle(self, payment: ProviderPayment) -> ProviderPayment:
        order = self.orders[payment.order_id or ""]
        self._store(payment)
        if order.status == "paid":
            self._store(replace(payment, is_captured=False))
            self._add_refund(payment.id, payment.amount_paise, notes={}, status="processed")
            return self.payments[payment.id]
        self.orders[order.id] = replace(order, status="paid")
        return payment

    def _add_refund(
        self, payment_id: str, amount_paise: int, *, notes: Mapping[str, str], status: str
    ) -> ProviderRefund:
        made = ProviderRefund(
            id=_new_id("rfnd"),
            payment_id=payment_id,
            amount_paise=amount_paise,
            status=status,
            created_at=self._now(),
            notes=dict(notes),
        )
        self.refunds[made.id] = made
        if status != "failed":
            self._move_refunded(payment_id, amount_paise)
        return made

    def _move_refunded(self, payment_id: str, by_paise: int) -> None:
        payment = self.payments[payment_id]
        refunded = payment.refunded_paise + by_paise
        status = "refunded" if refunded == payment.amount_paise else "captured"
        self._store(replace(payment, refunded_paise=refunded, status=status))

    def _store(self, payment: ProviderPayment) -> ProviderPayment:
        self.payments[payment.id] = payment
        return payment

    def _now(self) -> datetime:
        return self.clock().replace(microsecond=0)


def _new_id(kind: str) -> str:
    letters = string.ascii_letters + string.digits
    return f"{kind}_" + "".join(secrets.choice(letters) for _ in range(14))


def _hmac_signature(message: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
