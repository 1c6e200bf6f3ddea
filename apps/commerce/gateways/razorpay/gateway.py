"""Razorpay, through its official SDK."""

import hashlib
import hmac
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from typing import Any, TypeVar

from django.conf import settings

from apps.commerce.gateways.outcomes import Done, Outcome, Refused, Unknown
from apps.commerce.gateways.payloads import (
    BrowserCheckout,
    BuyerContact,
    EventFacts,
    Malformed,
    ProviderDispute,
    ProviderOrder,
    ProviderPayment,
    ProviderRefund,
    ProviderSettlementLine,
    WebhookEvent,
)
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.gateways.razorpay import events, parsing
from apps.commerce.gateways.razorpay.http import call_api, shared_timeout
from apps.core.money import CURRENCY

T = TypeVar("T")

_KEY_PREFIXES = {"rzp_live_": True, "rzp_test_": False}
_PAGE_SIZE = 100
_IDEMPOTENCY_KEY = re.compile(r"[A-Za-z0-9_-]{10,64}")
_AMOUNT_REFUSED = "exceeds maximum amount"
_STATUS_PRIORITY = ("paid", "attempted", "created")


class RazorpayGateway(PaymentGateway):
    name = "razorpay"
    label = "Razorpay"
    maximum_paise = 5_00_000_00

    @property
    def base_url(self) -> str:
        return str(settings.RAZORPAY_BASE_URL)

    @property
    def has_live_keys(self) -> bool | None:
        return _KEY_PREFIXES.get(settings.RAZORPAY_KEY_ID[:9])

    @shared_timeout()
    def create_order(
        self, *, receipt: str, amount_paise: int, notes: Mapping[str, str], is_repeat: bool = False
    ) -> Outcome[ProviderOrder]:
        if is_repeat:
            # Some accounts would create a second one.
            found = self.find_order(receipt=receipt)
            if not isinstance(found, Done):
                return found
            if found.value is not None:
                return _require_requested_order(found.value, amount_paise)
        body = {
            "amount": amount_paise,
            "currency": CURRENCY,
            "receipt": receipt,
            "notes": dict(notes),
            "unique_receipt": True,
        }
        result = call_api(lambda sdk: sdk.order.create(body), parsing.order)
        if isinstance(result, Refused) and not result.is_about_us and "receipt" in result.message.lower():
            return self._order_with_taken_receipt(result, receipt=receipt, amount_paise=amount_paise)
        if isinstance(result, Refused) and _AMOUNT_REFUSED in result.message.lower():
            return replace(result, is_about_amount=True)
        if isinstance(result, Done):
            return _require_requested_order(result.value, amount_paise, receipt=receipt)
        return result

    def _order_with_taken_receipt(
        self, refused: Refused, *, receipt: str, amount_paise: int
    ) -> Outcome[ProviderOrder]:
        """Some accounts refuse a receipt that is taken: then the order exists."""
        found = self.find_order(receipt=receipt)
        if not isinstance(found, Done):
            return found
        return refused if found.value is None else _require_requested_order(found.value, amount_paise)

    @shared_timeout()
    def find_order(self, *, receipt: str) -> Outcome[ProviderOrder | None]:
        exact: list[ProviderOrder] = []
        for page in _pages(lambda sdk, query: sdk.order.all({"receipt": receipt, **query}), parsing.order):
            if not isinstance(page, Done):
                return page
            # The provider matches substrings.
            exact += [order for order in page.value if order.receipt == receipt]
        return Done(min(exact, key=_order_priority, default=None))

    def fetch_order(self, *, order_id: str) -> Outcome[ProviderOrder]:
        if not parsing.is_id(order_id, "order"):
            return _invalid_id()
        return call_api(lambda sdk: sdk.order.fetch(order_id), partial(_require_id, order_id, parsing.order))

    def replace_notes(self, *, order_id: str, notes: Mapping[str, str]) -> Outcome[ProviderOrder]:
        if not parsing.is_id(order_id, "order"):
            return _invalid_id()
        return call_api(
            lambda sdk: sdk.order.edit(order_id, {"notes": dict(notes)}),
            partial(_require_id, order_id, parsing.order),
        )

    def contact_of(self, *, payment_id: str) -> Outcome[BuyerContact]:
        if not parsing.is_id(payment_id, "pay"):
            return _invalid_id()
        return call_api(lambda sdk: sdk.payment.fetch(payment_id), parsing.contact)

    def fetch_payment(self, *, payment_id: str) -> Outcome[ProviderPayment]:
        if not parsing.is_id(payment_id, "pay"):
            return _invalid_id()
        return call_api(
            lambda sdk: sdk.payment.fetch(payment_id), partial(_require_id, payment_id, parsing.payment)
        )

    def payments_of(self, *, order_id: str) -> Outcome[Sequence[ProviderPayment]]:
        if not parsing.is_id(order_id, "order"):
            return _invalid_id()

        def read(data: object) -> Sequence[ProviderPayment]:
            payments = parsing.parse_items(data, parsing.payment)
            if any(payment.order_id != order_id for payment in payments):
                raise Malformed("another order's payment")
            return payments

        return call_api(lambda sdk: sdk.order.payments(order_id), read)

    def orders_between(
        self, *, begins: datetime, ends: datetime
    ) -> Iterator[Outcome[Sequence[tuple[ProviderOrder, Sequence[ProviderPayment]]]]]:
        span = {"from": int(begins.timestamp()), "to": int(ends.timestamp()), "expand[]": "payments"}
        return _pages(lambda sdk, query: sdk.order.all({**span, **query}), parsing.order_with_payments)

    def refund(
        self, *, payment_id: str, amount_paise: int, key: str, notes: Mapping[str, str]
    ) -> Outcome[ProviderRefund]:
        require_idempotency_key(key)
        if not parsing.is_id(payment_id, "pay"):
            return _invalid_id()
        body = {"amount": amount_paise, "notes": dict(notes)}
        headers = {"X-Refund-Idempotency": key}

        def read(data: object) -> ProviderRefund:
            made = parsing.refund(data)
            if (made.payment_id, made.amount_paise) != (payment_id, amount_paise):
                raise Malformed("another refund")
            return made

        return call_api(lambda sdk: sdk.payment.refund(payment_id, body, headers=headers), read)

    @shared_timeout()
    def refunds_of(self, *, payment_id: str) -> Outcome[Sequence[ProviderRefund]]:
        if not parsing.is_id(payment_id, "pay"):
            return _invalid_id()
        found: list[ProviderRefund] = []
        pages = _pages(
            lambda sdk, query: sdk.payment.fetch_multiple_refund(payment_id, query), parsing.refund
        )
        for page in pages:
            if not isinstance(page, Done):
                return page
            found += page.value
        if any(refund.payment_id != payment_id for refund in found):
            return Unknown("malformed: another payment's refund")
        return Done(found)

    def all_disputes(self) -> Iterator[Outcome[Sequence[ProviderDispute]]]:
        return _pages(lambda sdk, query: sdk.dispute.all(query), parsing.dispute)

    def settlement_lines(self, *, day: date) -> Iterator[Outcome[Sequence[ProviderSettlementLine]]]:
        span = {"year": day.year, "month": day.month, "day": day.day}
        pages = _pages(lambda sdk, query: sdk.settlement.report({**span, **query}), parsing.settlement_line)
        for page in pages:
            yield Done([line for line in page.value if line]) if isinstance(page, Done) else page

    def browser_checkout(self) -> BrowserCheckout:
        return BrowserCheckout(script=settings.RAZORPAY_CHECKOUT_SCRIPT, key=settings.RAZORPAY_KEY_ID)

    def is_payment_signature_valid(self, *, order_id: str, payment_id: str, signature: str) -> bool:
        if not (parsing.is_id(order_id, "order") and parsing.is_id(payment_id, "pay")):
            return False
        return _is_signed(f"{order_id}|{payment_id}".encode(), signature, settings.RAZORPAY_KEY_SECRET)

    def is_webhook_signed(self, *, body: bytes, headers: Mapping[str, str]) -> bool:
        signature = headers.get("X-Razorpay-Signature", "")
        # Retries of older events are signed with an older secret.
        return any(_is_signed(body, signature, secret) for secret in settings.RAZORPAY_WEBHOOK_SECRETS)

    def read_event(self, *, body: bytes, headers: Mapping[str, str]) -> WebhookEvent:
        return events.read(body, event_id=headers.get("X-Razorpay-Event-Id", ""))

    def event_facts(self, *, kind: str, payload: Mapping[str, Any]) -> EventFacts:
        return events.facts(kind, payload)


def require_idempotency_key(key: str) -> None:
    if not _IDEMPOTENCY_KEY.fullmatch(key):
        raise ValueError("an idempotency key is 10 to 64 letters, digits, hyphens and underscores")


def _require_requested_order(
    order: ProviderOrder, amount_paise: int, *, receipt: str | None = None
) -> Outcome[ProviderOrder]:
    if receipt not in (None, order.receipt):
        return Unknown("malformed: another receipt")
    if (order.amount_paise, order.currency) != (amount_paise, CURRENCY):
        return Refused(code="ORDER_MISMATCH", message="The receipt has an order of another amount.")
    return Done(order)


def _order_priority(order: ProviderOrder) -> tuple[int, datetime, str]:
    known = order.status in _STATUS_PRIORITY
    rank = _STATUS_PRIORITY.index(order.status) if known else len(_STATUS_PRIORITY)
    return rank, order.created_at, order.id


def _is_signed(message: bytes, signature: object, secret: str) -> bool:
    if not secret or not isinstance(signature, str) or not signature.isascii():
        return False
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)


def _require_id(expected: str, read: Callable[[object], Any], data: object) -> Any:
    found = read(data)
    if found.id != expected:
        raise Malformed("another id")
    return found


def _invalid_id() -> Refused:
    return Refused(code="BAD_REQUEST_ERROR", message="The id provided is not valid.")


def _pages(
    call: Callable[[Any, Mapping[str, int]], object], read: Callable[[object], T]
) -> Iterator[Outcome[Sequence[T]]]:
    for skip in itertools.count(0, _PAGE_SIZE):
        page = _page(call, read, skip=skip)
        yield page
        if not isinstance(page, Done) or len(page.value) < _PAGE_SIZE:
            return


def _page(
    call: Callable[[Any, Mapping[str, int]], object], read: Callable[[object], T], *, skip: int
) -> Outcome[Sequence[T]]:
    query = {"count": _PAGE_SIZE, "skip": skip}
    return call_api(lambda sdk: call(sdk, query), lambda data: parsing.parse_items(data, read))
