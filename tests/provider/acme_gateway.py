"""The gateway to Acme: what a second provider would take, without a line outside this package."""

from __future__ import annotations

import hmac
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeVar

from apps.commerce.gateways.outcomes import Done, Outcome, Refused, Unknown
from apps.commerce.gateways.payloads import (
    BrowserCheckout,
    BuyerContact,
    DisputeChange,
    EventFacts,
    Malformed,
    MalformedDispute,
    ProviderDispute,
    ProviderOrder,
    ProviderPayment,
    ProviderRefund,
    ProviderSettlementLine,
    WebhookEvent,
)
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.states import DisputeStatus
from apps.commerce.tests.fake_provider import assert_outside_transactions

from . import acme_server
from .acme_server import AcmeError, Record

T = TypeVar("T")

_KEY = re.compile(r"[A-Za-z0-9_-]{10,64}")
_ID = re.compile(r"acme-(order|payment|giveback|case)-(\d{1,12})")
_UNREADABLE = (KeyError, TypeError, ValueError, ArithmeticError)

_ORDER_STATES = {"OPEN": "created", "TRIED": "attempted", "SETTLED": "paid"}
_PAYMENT_STATES = {"DECLINED": "failed", "HELD": "authorized", "SUCCESS": "captured", "VOIDED": "refunded"}
_REFUND_STATES = {"QUEUED": "pending", "SENT": "processed", "BOUNCED": "failed"}
_CASE_STATES = {"NEW": "open", "JUDGED_AGAINST": "lost", "JUDGED_FOR": "won"}
_CASE_NEWS = {"case.opened": DisputeStatus.OPEN, "case.lost": DisputeStatus.LOST}
_STORED_FIELDS = (
    *("no", "for", "sum", "cur", "state", "given_back", "at", "payment", "memo"),
    *("lost", "why"),
)


class AcmeGateway(PaymentGateway):
    name = "acme"
    label = "Acme"
    base_url = "https://api.acme.example"
    maximum_paise = acme_server.LARGEST_RUPEES * 100

    def create_order(
        self, *, receipt: str, amount_paise: int, notes: Mapping[str, str], is_repeat: bool = False
    ) -> Outcome[ProviderOrder]:
        made = _ask("open", _order, reference=receipt, total=_rupees(amount_paise), cur="INR", memo=notes)
        if isinstance(made, Refused) and made.message == acme_server.TOO_LARGE:
            return replace(made, is_about_amount=True)
        if isinstance(made, Done) and made.value.amount_paise != amount_paise:
            return Refused("taken", "The reference has an order of another amount.")
        return made

    def find_order(self, *, receipt: str) -> Outcome[ProviderOrder | None]:
        return _ask("find", lambda data: data["order"] and _order(data["order"]), reference=receipt)

    def fetch_order(self, *, order_id: str) -> Outcome[ProviderOrder]:
        return _ask("order", _order, no=_number(order_id, "order"))

    def replace_notes(self, *, order_id: str, notes: Mapping[str, str]) -> Outcome[ProviderOrder]:
        return _ask("write_memo", _order, no=_number(order_id, "order"), memo=notes)

    def contact_of(self, *, payment_id: str) -> Outcome[BuyerContact]:
        """Acme knows its payers by their mail only."""
        no = _number(payment_id, "payment")
        return _ask("payment", lambda data: BuyerContact("", data.get("mail", "")), no=no)

    def fetch_payment(self, *, payment_id: str) -> Outcome[ProviderPayment]:
        return _ask("payment", _payment, no=_number(payment_id, "payment"))

    def payments_of(self, *, order_id: str) -> Outcome[Sequence[ProviderPayment]]:
        return _ask("payments", _each(_payment), order=_number(order_id, "order"))

    def orders_between(
        self, *, begins: datetime, ends: datetime
    ) -> Iterator[Outcome[Sequence[tuple[ProviderOrder, Sequence[ProviderPayment]]]]]:
        def row(data: Record) -> tuple[ProviderOrder, Sequence[ProviderPayment]]:
            return _order(data["order"]), [_payment(payment) for payment in data["payments"]]

        for number in itertools.count():
            page = _ask("list", _each(row), since=begins.isoformat(), until=ends.isoformat(), page=number)
            yield page
            if not isinstance(page, Done) or len(page.value) < 50:
                return

    def refund(
        self, *, payment_id: str, amount_paise: int, key: str, notes: Mapping[str, str]
    ) -> Outcome[ProviderRefund]:
        if not _KEY.fullmatch(key):
            raise ValueError("not a key")
        no, total = _number(payment_id, "payment"), _rupees(amount_paise)
        return _ask("give_back", _refund, payment=no, total=total, request=key, memo=notes)

    def refunds_of(self, *, payment_id: str) -> Outcome[Sequence[ProviderRefund]]:
        return _ask("givebacks", _each(_refund), payment=_number(payment_id, "payment"))

    def all_disputes(self) -> Iterator[Outcome[Sequence[ProviderDispute]]]:
        yield _ask("cases", _each(_dispute))

    def settlement_lines(self, *, day: date) -> Iterator[Outcome[Sequence[ProviderSettlementLine]]]:
        yield _ask("remitted", _each(_settlement_line), on=day.isoformat())

    def browser_checkout(self) -> BrowserCheckout:
        return BrowserCheckout(script="https://pay.acme.example/window.js", key="acme-public")

    def is_payment_signature_valid(self, *, order_id: str, payment_id: str, signature: str) -> bool:
        if not isinstance(signature, str) or not signature.isascii():
            return False
        order, payment = _number(order_id, "order"), _number(payment_id, "payment")
        expected = acme_server.checkout_signature(order, payment)
        return bool(order and payment) and hmac.compare_digest(expected, signature)

    def is_webhook_signed(self, *, body: bytes, headers: Mapping[str, str]) -> bool:
        return acme_server.is_news_signed(body, headers.get("Acme-Signature", ""))

    def read_event(self, *, body: bytes, headers: Mapping[str, str]) -> WebhookEvent:
        try:
            event = json.loads(body)
            about = {name: event["about"][name] for name in _STORED_FIELDS if name in event["about"]}
            payload = {"about": about, "at": event["at"]}
            return WebhookEvent(id=f"acme-event-{event['uid']}", kind=event["type"], payload=payload)
        except _UNREADABLE as error:
            raise Malformed("no event") from error

    def event_facts(self, *, kind: str, payload: Mapping[str, Any]) -> EventFacts:
        about = payload["about"]
        try:
            if kind.startswith("charge."):
                return EventFacts(payment=_payment(about))
            if kind.startswith("giveback."):
                return EventFacts(refund=_refund(about))
            if kind in _CASE_NEWS:
                since = datetime.fromisoformat(payload["at"])
                return EventFacts(dispute=DisputeChange(_dispute(about), _CASE_NEWS[kind], since))
        except _UNREADABLE as error:
            raise (MalformedDispute if kind in _CASE_NEWS else Malformed)("unreadable") from error
        return EventFacts()


def _ask(what: str, read: Callable[[Any], T], **params: Any) -> Outcome[T]:
    assert_outside_transactions()
    try:
        return Done(read(acme_server.current.request(what, **params)))
    except TimeoutError:
        return Unknown("timeout")
    except AcmeError as error:
        if error.status >= 500 or error.status == 429:
            return Unknown(f"status {error.status}")
        return Refused("acme", str(error), is_about_us=error.status in (401, 403))
    except _UNREADABLE:
        return Unknown("malformed")


def _each(read: Callable[[Record], T]) -> Callable[[list[Record]], Sequence[T]]:
    return lambda rows: [read(row) for row in rows]


def _number(identity: object, kind: str) -> int:
    """0, which nothing has, for what is no id of this kind."""
    match = _ID.fullmatch(identity) if isinstance(identity, str) else None
    return int(match[2]) if match and match[1] == kind else 0


def _rupees(paise: int) -> str:
    return f"{paise // 100}.{paise % 100:02}"


def _paise(text: str) -> int:
    return int(Decimal(text) * 100)


def _order(data: Record) -> ProviderOrder:
    return ProviderOrder(
        id=f"acme-order-{data['no']}",
        amount_paise=_paise(data["total"]),
        currency=data["cur"],
        receipt=data["reference"],
        status=_ORDER_STATES[data["state"]],
        notes=data["memo"],
        created_at=datetime.fromisoformat(data["at"]),
    )


def _payment(data: Record) -> ProviderPayment:
    total, returned = _paise(data["sum"]), _paise(data["given_back"])
    is_captured = data["state"] == "SUCCESS"
    status = "refunded" if is_captured and returned == total else _PAYMENT_STATES[data["state"]]
    return ProviderPayment(
        id=f"acme-payment-{data['no']}",
        order_id=f"acme-order-{data['for']}",
        amount_paise=total,
        currency=data["cur"],
        status=status,
        refunded_paise=returned,
        created_at=datetime.fromisoformat(data["at"]),
        is_captured=is_captured,
    )


def _refund(data: Record) -> ProviderRefund:
    return ProviderRefund(
        id=f"acme-giveback-{data['no']}",
        payment_id=f"acme-payment-{data['payment']}",
        amount_paise=_paise(data["sum"]),
        status=_REFUND_STATES[data["state"]],
        created_at=datetime.fromisoformat(data["at"]),
        notes=data["memo"],
    )


def _dispute(data: Record) -> ProviderDispute:
    return ProviderDispute(
        id=f"acme-case-{data['no']}",
        payment_id=f"acme-payment-{data['payment']}",
        amount_paise=_paise(data["sum"]),
        deducted_paise=_paise(data["lost"]),
        currency=data["cur"],
        status=_CASE_STATES[data["state"]],
        phase="",
        reason_code=data["why"],
        respond_by=None,
        created_at=datetime.fromisoformat(data["at"]),
    )


def _settlement_line(data: Record) -> ProviderSettlementLine:
    total, cut, is_charge = _paise(data["sum"]), _paise(data["cut"]), "charge" in data
    return ProviderSettlementLine(
        id=f"acme-payment-{data['charge']}" if is_charge else f"acme-giveback-{data['giveback']}",
        kind="payment" if is_charge else "refund",
        settlement_id=f"acme-remittance-{data['no']}",
        bank_reference="",
        amount_paise=total,
        fee_paise=cut,
        tax_paise=0,
        net_paise=(total if is_charge else -total) - cut,
        currency="INR",
        settled_at=datetime.fromisoformat(data["at"]),
    )
