"""Actions at the provider, for the in-memory fake and for the sandbox."""

from __future__ import annotations

from typing import Protocol

from apps.commerce.tests.fake_provider import FakeProvider
from apps.sandbox.tests.process import Sandbox


class ProviderDouble(Protocol):
    """What the buyer, the bank and staff do at the provider; returns ids."""

    def set_receipt_mode(self, mode: str) -> None: ...
    def set_refund_status(self, status: str) -> None: ...
    def pay(self, order_id: str) -> str: ...
    def pay_other_amount(self, order_id: str, *, amount_paise: int, currency: str) -> str: ...
    def fail(self, order_id: str) -> str: ...
    def authorize(self, order_id: str) -> str: ...
    def capture_late(self, payment_id: str) -> None: ...
    def finish_refund(self, refund_id: str, *, status: str) -> None: ...
    def refund_uncaptured(self, order_id: str) -> str: ...
    def refund_at_dashboard(self, payment_id: str, amount_paise: int) -> str: ...
    def dispute(self, payment_id: str) -> str: ...
    def lose_dispute(self, dispute_id: str) -> None: ...


class FakeDouble:
    def __init__(self, fake: FakeProvider) -> None:
        self._fake = fake

    def set_receipt_mode(self, mode: str) -> None:
        self._fake.receipt_mode = mode

    def set_refund_status(self, status: str) -> None:
        self._fake.refund_status = status

    def pay(self, order_id: str) -> str:
        return self._fake.capture(order_id).id

    def pay_other_amount(self, order_id: str, *, amount_paise: int, currency: str) -> str:
        return self._fake.capture(order_id, amount_paise=amount_paise, currency=currency).id

    def fail(self, order_id: str) -> str:
        return self._fake.fail(order_id).id

    def authorize(self, order_id: str) -> str:
        return self._fake.authorize(order_id).id

    def capture_late(self, payment_id: str) -> None:
        self._fake.capture_late(payment_id)

    def finish_refund(self, refund_id: str, *, status: str) -> None:
        self._fake.finish_refund(refund_id, status=status)

    def refund_uncaptured(self, order_id: str) -> str:
        return self._fake.refund_uncaptured(order_id).id

    def refund_at_dashboard(self, payment_id: str, amount_paise: int) -> str:
        return self._fake.refund_at_dashboard(payment_id, amount_paise).id

    def dispute(self, payment_id: str) -> str:
        return self._fake.dispute(payment_id).id

    def lose_dispute(self, dispute_id: str) -> None:
        (dispute,) = [one for one in self._fake.disputes.values() if one.id == dispute_id]
        self._fake.dispute(dispute.payment_id, deducted_paise=dispute.amount_paise, status="lost")


class SandboxDouble:
    """The sandbox process, over HTTP."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def set_receipt_mode(self, mode: str) -> None:
        self._sandbox.control("account", receipt_mode=mode)

    def set_refund_status(self, status: str) -> None:
        self._sandbox.control("account", refund_status=status)

    def pay(self, order_id: str) -> str:
        return self._sandbox.pay(order_id)["razorpay_payment_id"]

    def pay_other_amount(self, order_id: str, *, amount_paise: int, currency: str) -> str:
        data = self._sandbox.control("pay", order_id=order_id, amount=amount_paise, currency=currency)
        return str(data["id"])

    def fail(self, order_id: str) -> str:
        return self._sandbox.pay(order_id, "failure")["razorpay_payment_id"]

    def authorize(self, order_id: str) -> str:
        return str(self._sandbox.control("pay", order_id=order_id, outcome="authorized")["id"])

    def capture_late(self, payment_id: str) -> None:
        self._sandbox.control("capture", payment_id=payment_id)

    def finish_refund(self, refund_id: str, *, status: str) -> None:
        self._sandbox.control("refund", refund_id=refund_id, status=status)

    def refund_uncaptured(self, order_id: str) -> str:
        return str(self._sandbox.control("pay", order_id=order_id, outcome="auto_refunded")["id"])

    def refund_at_dashboard(self, payment_id: str, amount_paise: int) -> str:
        data = self._sandbox.control("dashboard_refund", payment_id=payment_id, amount=amount_paise)
        return str(data["id"])

    def dispute(self, payment_id: str) -> str:
        return str(self._sandbox.control("dispute", payment_id=payment_id)["id"])

    def lose_dispute(self, dispute_id: str) -> None:
        self._sandbox.control("dispute", dispute_id=dispute_id, event="lost")
