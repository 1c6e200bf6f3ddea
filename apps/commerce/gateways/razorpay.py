"""
The one way to the payment provider.

Each call ends in one of three outcomes and raises nothing. None of them may be made inside a transaction:
the answer can take `PROVIDER_TIMEOUT_SECONDS`.
"""

import hashlib
import hmac
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.conf import settings

from apps.commerce.gateways import payloads
from apps.commerce.gateways.http import ask, in_time
from apps.commerce.gateways.outcomes import Done, Outcome, Refused, Unknown
from apps.commerce.gateways.payloads import (
    Malformed,
    ProviderDispute,
    ProviderOrder,
    ProviderPayment,
    ProviderRefund,
)

T = TypeVar("T")

CURRENCY = "INR"
_PAGE = 100
_REFUND_KEY = re.compile(r"[A-Za-z0-9_-]{10,64}")
_MOST_PAID_FIRST = ("paid", "attempted", "created")


def key_id() -> str:
    """The public half of our key, which the browser's window needs."""
    return str(settings.RAZORPAY_KEY_ID)


@in_time()
def create_order(
    *, receipt: str, amount_paise: int, notes: Mapping[str, str], is_repeat: bool = False
) -> Outcome[ProviderOrder]:
    """
    Open the order of this receipt, or find the one that it has.

    `is_repeat` where an earlier try may have had its effect: then it is looked up first, since some
    accounts would make a second one.
    """
    if is_repeat:
        found = find_order(receipt=receipt)
        if not isinstance(found, Done):
            return found
        if found.value is not None:
            return _as_asked(found.value, amount_paise)
    wanted = {
        "amount": amount_paise,
        "currency": CURRENCY,
        "receipt": receipt,
        "notes": dict(notes),
        "unique_receipt": True,
    }
    made = ask(lambda sdk: sdk.order.create(wanted), payloads.order)
    if isinstance(made, Refused) and made.status == 400 and "receipt" in made.message.lower():
        return _behind_refusal(made, receipt=receipt, amount_paise=amount_paise)
    if isinstance(made, Done):
        return _as_asked(made.value, amount_paise, receipt=receipt)
    return made


def _behind_refusal(refused: Refused, *, receipt: str, amount_paise: int) -> Outcome[ProviderOrder]:
    """Some accounts refuse a receipt that is taken: then the order is there."""
    found = find_order(receipt=receipt)
    if not isinstance(found, Done):
        return found
    return refused if found.value is None else _as_asked(found.value, amount_paise)


def _as_asked(
    order: ProviderOrder, amount_paise: int, *, receipt: str | None = None
) -> Outcome[ProviderOrder]:
    if receipt not in (None, order.receipt):
        return Unknown("malformed: another receipt")
    if (order.amount_paise, order.currency) != (amount_paise, CURRENCY):
        return Refused(
            status=409, code="ORDER_MISMATCH", message="The receipt has an order of another amount."
        )
    return Done(order)


@in_time()
def find_order(*, receipt: str) -> Outcome[ProviderOrder | None]:
    """The order with exactly this receipt: of several the one furthest along, then the oldest."""
    exact: list[ProviderOrder] = []
    for page in _pages(lambda sdk, query: sdk.order.all({"receipt": receipt, **query}), payloads.order):
        if not isinstance(page, Done):
            return page
        exact += [order for order in page.value if order.receipt == receipt]  # the provider matches parts
    return Done(min(exact, key=_by_progress, default=None))


def _by_progress(order: ProviderOrder) -> tuple[int, datetime, str]:
    known = order.status in _MOST_PAID_FIRST
    place = _MOST_PAID_FIRST.index(order.status) if known else len(_MOST_PAID_FIRST)
    return place, order.created_at, order.id


def fetch_order(*, order_id: str) -> Outcome[ProviderOrder]:
    if not payloads.is_id(order_id, "order"):
        return _no_id()
    return ask(lambda sdk: sdk.order.fetch(order_id), partial(_this, order_id, payloads.order))


def fetch_payment(*, payment_id: str) -> Outcome[ProviderPayment]:
    if not payloads.is_id(payment_id, "pay"):
        return _no_id()
    return ask(lambda sdk: sdk.payment.fetch(payment_id), partial(_this, payment_id, payloads.payment))


def payments_of(*, order_id: str) -> Outcome[Sequence[ProviderPayment]]:
    """Every try to pay the order, also those that failed."""
    if not payloads.is_id(order_id, "order"):
        return _no_id()

    def read(said: object) -> Sequence[ProviderPayment]:
        payments = payloads.items_of(said, payloads.payment)
        if any(payment.order_id != order_id for payment in payments):
            raise Malformed("another order's payment")
        return payments

    return ask(lambda sdk: sdk.order.payments(order_id), read)


def orders_between(
    *, begins: datetime, ends: datetime
) -> Iterator[Outcome[Sequence[tuple[ProviderOrder, Sequence[ProviderPayment]]]]]:
    """Orders made from one moment to the other, a hundred at a time; what is not known ends it."""
    span = {"from": int(begins.timestamp()), "to": int(ends.timestamp()), "expand[]": "payments"}
    return _pages(lambda sdk, query: sdk.order.all({**span, **query}), payloads.order_with_payments)


def refund(
    *, payment_id: str, amount_paise: int, key: str, notes: Mapping[str, str]
) -> Outcome[ProviderRefund]:
    """
    Give money back; the same key never gives it twice.

    :raises ValueError: if the key is none the provider takes
    """
    if not _REFUND_KEY.fullmatch(key):
        raise ValueError("a refund's key is 10 to 64 letters, digits, hyphens and underscores")
    if not payloads.is_id(payment_id, "pay"):
        return _no_id()
    wanted = {"amount": amount_paise, "notes": dict(notes)}
    headers = {"X-Refund-Idempotency": key}

    def read(said: object) -> ProviderRefund:
        made = payloads.refund(said)
        if (made.payment_id, made.amount_paise) != (payment_id, amount_paise):
            raise Malformed("another refund")
        return made

    return ask(lambda sdk: sdk.payment.refund(payment_id, wanted, headers=headers), read)


@in_time()
def refunds_of(*, payment_id: str) -> Outcome[Sequence[ProviderRefund]]:
    if not payloads.is_id(payment_id, "pay"):
        return _no_id()
    found: list[ProviderRefund] = []
    pages = _pages(lambda sdk, query: sdk.payment.fetch_multiple_refund(payment_id, query), payloads.refund)
    for page in pages:
        if not isinstance(page, Done):
            return page
        found += page.value
    if any(refund.payment_id != payment_id for refund in found):
        return Unknown("malformed: another payment's refund")
    return Done(found)


def all_disputes() -> Iterator[Outcome[Sequence[ProviderDispute]]]:
    """All disputes of the account, a hundred at a time; what is not known ends it."""
    return _pages(lambda sdk, query: sdk.dispute.all(query), payloads.dispute)


def payment_signature_holds(*, order_id: str, payment_id: str, signature: str) -> bool:
    """Whether the provider signed this payment of this order; anything that is no signature does not hold."""
    if not (payloads.is_id(order_id, "order") and payloads.is_id(payment_id, "pay")):
        return False
    return _is_signed(f"{order_id}|{payment_id}".encode(), signature, settings.RAZORPAY_KEY_SECRET)


def webhook_signature_holds(*, body: bytes, signature: str) -> bool:
    """Whether the raw body is signed with any of our webhook secrets: events outlive a change of secret."""
    return any(_is_signed(body, signature, secret) for secret in settings.RAZORPAY_WEBHOOK_SECRETS)


def _is_signed(message: bytes, signature: object, secret: str) -> bool:
    if not secret or not isinstance(signature, str) or not signature.isascii():
        return False
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)


def _this(wanted: str, read: Callable[[object], Any], said: object) -> Any:
    found = read(said)
    if found.id != wanted:
        raise Malformed("another id")
    return found


def _no_id() -> Refused:
    return Refused(status=400, code="BAD_REQUEST_ERROR", message="The id provided is not valid.")


def _pages(
    call: Callable[[Any, Mapping[str, int]], object], read: Callable[[object], T]
) -> Iterator[Outcome[Sequence[T]]]:
    for skip in itertools.count(0, _PAGE):
        page = _page(call, read, skip=skip)
        yield page
        if not isinstance(page, Done) or len(page.value) < _PAGE:
            return


def _page(
    call: Callable[[Any, Mapping[str, int]], object], read: Callable[[object], T], *, skip: int
) -> Outcome[Sequence[T]]:
    query = {"count": _PAGE, "skip": skip}
    return ask(lambda sdk: call(sdk, query), lambda said: payloads.items_of(said, read))
