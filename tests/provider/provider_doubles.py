"""Actions at the provider: at the in-memory fake of Razorpay, at the sandbox, and at Acme."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Protocol

from django.utils import timezone

from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.tests.fake_provider import FakeProvider
from apps.core import indian_time
from apps.sandbox.tests.merchant import Merchant
from apps.sandbox.tests.process import WEBHOOK_SECRET, Sandbox

from . import acme_server
from .acme_gateway import AcmeGateway

Webhook = tuple[bytes, Mapping[str, str]]


class ProviderDouble(Protocol):
    """What the buyer, the bank and staff do at the provider; returns ids."""

    gateway: PaymentGateway

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

    def pay_out(self) -> date:
        """Pay out to our bank account what was captured and refunded today; the day in India."""

    def disturb_next_fetch(self, fault: str) -> None:
        """The next request for a payment: timeout, server_error, rate_limit or malformed."""

    def refuse_key(self) -> None:
        """The provider does not accept our key any more."""

    def sign(self, order_id: str, payment_id: str) -> str:
        """What the payment window returns for a success."""

    def webhook(self, news: str, payment_id: str) -> Webhook:
        """The event of what has happened: captured, failed, refund, dispute or lost; or an unrelated one."""


_EVENTS = {
    "captured": "payment.captured",
    "failed": "payment.failed",
    "refund": "refund.processed",
    "dispute": "payment.dispute.created",
    "lost": "payment.dispute.lost",
}


class FakeDouble:
    def __init__(self, fake: FakeProvider, settings: Any) -> None:
        self.gateway: PaymentGateway = RazorpayGateway()
        self._fake, self._settings = fake, settings

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

    def pay_out(self) -> date:
        self._fake.pay_out()
        return indian_time.day_of(timezone.now())

    def disturb_next_fetch(self, fault: str) -> None:
        self._fake.lose_response("fetch_payment", why=fault)

    def refuse_key(self) -> None:
        self._fake.refuse("fetch_payment", is_about_us=True)

    def sign(self, order_id: str, payment_id: str) -> str:
        return self._fake.signature(order_id, payment_id)

    def webhook(self, news: str, payment_id: str) -> Webhook:
        if news == "unrelated":
            return _unrelated_event(self._settings.RAZORPAY_WEBHOOK_SECRETS[0])
        refunds = [one.id for one in self._fake.refunds.values() if one.payment_id == payment_id]
        refund_id = refunds[-1] if refunds else None
        return self._fake.webhook(_EVENTS[news], payment_id=payment_id, refund_id=refund_id)


class SandboxDouble:
    """The sandbox process, over HTTP; it sends its webhooks to the merchant."""

    def __init__(self, sandbox: Sandbox, merchant: Merchant, settings: Any) -> None:
        self.gateway: PaymentGateway = RazorpayGateway()
        self._sandbox, self._merchant, self._settings = sandbox, merchant, settings
        self._signatures: dict[str, str] = {}

    def set_receipt_mode(self, mode: str) -> None:
        self._sandbox.control("account", receipt_mode=mode)

    def set_refund_status(self, status: str) -> None:
        self._sandbox.control("account", refund_status=status)

    def pay(self, order_id: str) -> str:
        paid = self._sandbox.pay(order_id)
        self._signatures[paid["razorpay_payment_id"]] = paid["razorpay_signature"]
        return paid["razorpay_payment_id"]

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

    def pay_out(self) -> date:
        """Two days later."""
        self._sandbox.control("clock", seconds=3 * 86_400)
        return indian_time.day_of(timezone.now()) + timedelta(days=2)

    def disturb_next_fetch(self, fault: str) -> None:
        kinds = {"server_error": "status", "malformed": "cut_json"}
        self._settings.PROVIDER_TIMEOUT_SECONDS = 1
        rule = {"target": "payments.fetch", "fault": kinds.get(fault, fault), "times": 1, "seconds": 2}
        self._sandbox.control("faults", **rule)

    def refuse_key(self) -> None:
        self._settings.RAZORPAY_KEY_SECRET = "another secret"

    def sign(self, order_id: str, payment_id: str) -> str:
        return self._signatures[payment_id]

    def webhook(self, news: str, payment_id: str) -> Webhook:
        if news == "unrelated":
            return _unrelated_event(WEBHOOK_SECRET)

        def sent() -> list[Any]:
            return [one for one in self._merchant.events_for(payment_id) if one.event == _EVENTS[news]]

        self._merchant.wait(sent)
        delivery = sent()[-1]
        headers = {"X-Razorpay-Signature": delivery.signature, "X-Razorpay-Event-Id": delivery.event_id}
        return delivery.body, headers


class AcmeDouble:
    def __init__(self) -> None:
        self.gateway: PaymentGateway = AcmeGateway()
        self.server = acme_server.current = acme_server.AcmeServer()

    def set_receipt_mode(self, mode: str) -> None:
        """A reference always has one order."""

    def set_refund_status(self, status: str) -> None:
        self.server.giveback_state = {"pending": "QUEUED", "processed": "SENT"}[status]

    def pay(self, order_id: str) -> str:
        return _payment_id(self.server.pay(_no(order_id), "SUCCESS"))

    def pay_other_amount(self, order_id: str, *, amount_paise: int, currency: str) -> str:
        total = f"{amount_paise / 100:.2f}"
        return _payment_id(self.server.pay(_no(order_id), "SUCCESS", total=total, cur=currency))

    def fail(self, order_id: str) -> str:
        return _payment_id(self.server.pay(_no(order_id), "DECLINED"))

    def authorize(self, order_id: str) -> str:
        return _payment_id(self.server.pay(_no(order_id), "HELD"))

    def capture_late(self, payment_id: str) -> None:
        self.server.take(_no(payment_id))

    def finish_refund(self, refund_id: str, *, status: str) -> None:
        state = {"processed": "SENT", "failed": "BOUNCED"}[status]
        self.server.finish_giveback(_no(refund_id), state)

    def refund_uncaptured(self, order_id: str) -> str:
        payment = self.server.pay(_no(order_id), "VOIDED")
        self.server.give_back(payment["no"], payment["sum"], memo={}, state="SENT")
        return _payment_id(payment)

    def refund_at_dashboard(self, payment_id: str, amount_paise: int) -> str:
        total = f"{amount_paise / 100:.2f}"
        made = self.server.give_back(_no(payment_id), total, memo={}, state="SENT")
        return f"acme-giveback-{made['no']}"

    def dispute(self, payment_id: str) -> str:
        return f"acme-case-{self.server.open_case(_no(payment_id))['no']}"

    def lose_dispute(self, dispute_id: str) -> None:
        self.server.lose_case(_no(dispute_id))

    def pay_out(self) -> date:
        self.server.remit()
        return indian_time.day_of(timezone.now())

    def disturb_next_fetch(self, fault: str) -> None:
        self.server.fault = fault

    def refuse_key(self) -> None:
        self.server.is_key_valid = False

    def sign(self, order_id: str, payment_id: str) -> str:
        return acme_server.checkout_signature(_no(order_id), _no(payment_id))

    def webhook(self, news: str, payment_id: str) -> Webhook:
        no = _no(payment_id)
        if news in ("captured", "failed"):
            return self.server.news(f"charge.{news}", self.server.payments[no])
        if news == "unrelated":
            return self.server.news("payout.made", {"no": 1, "sum": "9.00"})
        records = self.server.givebacks if news == "refund" else self.server.cases
        (record,) = [one for one in records.values() if one["payment"] == no]
        kinds = {"refund": "giveback.sent", "dispute": "case.opened", "lost": "case.lost"}
        return self.server.news(kinds[news], record)


def _no(identity: str) -> int:
    return int(identity.rpartition("-")[2])


def _payment_id(payment: Mapping[str, Any]) -> str:
    return f"acme-payment-{payment['no']}"


def _unrelated_event(secret: str) -> Webhook:
    body = b'{"event": "settlement.processed", "payload": {"settlement": {"entity": {"id": "setl_1"}}}}'
    signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return body, {"X-Razorpay-Signature": signature, "X-Razorpay-Event-Id": "unrelated"}
