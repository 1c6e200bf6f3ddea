"""What the provider says of an order, a payment and a refund, read strictly: a wrong type is no answer."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeVar

T = TypeVar("T")

_ID = re.compile(r"(order|pay|rfnd|disp)_[A-Za-z0-9]{14}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_MOST = 10**15
"""No count and no moment is as large, and no column could hold much more."""


class Malformed(Exception):
    """The answer is none of the provider's."""


@dataclass(frozen=True, slots=True)
class ProviderOrder:
    id: str
    amount_paise: int
    currency: str
    receipt: str
    status: str
    notes: Mapping[str, str]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ProviderPayment:
    """
    `status` is created, authorized, captured, refunded or failed; even `failed` may become captured.

    What is `refunded` was captured before, or returned without that.
    """

    id: str
    order_id: str | None
    amount_paise: int
    currency: str
    status: str
    refunded_paise: int
    created_at: datetime
    is_captured: bool


@dataclass(frozen=True, slots=True)
class ProviderRefund:
    """`status` is pending, processed or failed."""

    id: str
    payment_id: str
    amount_paise: int
    status: str
    created_at: datetime
    notes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ProviderDispute:
    """
    A buyer's bank takes a payment back, or threatens to; `deducted_paise` is 0 until it is lost.

    `status` is open, under_review, won, lost or closed: one that needs action is open.
    """

    id: str
    payment_id: str
    amount_paise: int
    deducted_paise: int
    currency: str
    status: str
    phase: str
    reason_code: str
    respond_by: datetime | None
    created_at: datetime


def is_id(text: object, kind: str) -> bool:
    """Whether this may stand in a path: the SDK puts ids there as they are."""
    found = _ID.fullmatch(text) if isinstance(text, str) else None
    return found is not None and found[1] == kind


def order(said: object) -> ProviderOrder:
    body = _object(said)
    return ProviderOrder(
        id=_id(body, "id", "order"),
        amount_paise=_whole(body, "amount"),
        currency=_currency(body),
        receipt=_text_or_empty(body, "receipt"),
        status=_text(body, "status"),
        notes=_notes(body),
        created_at=moment(body),
    )


def payment(said: object) -> ProviderPayment:
    body = _object(said)
    return ProviderPayment(
        id=_id(body, "id", "pay"),
        order_id=None if body.get("order_id") is None else _id(body, "order_id", "order"),
        amount_paise=_whole(body, "amount"),
        currency=_currency(body),
        status=_text(body, "status"),
        refunded_paise=_whole_or_zero(body, "amount_refunded"),
        created_at=moment(body),
        is_captured=_is_captured(body),
    )


def refund(said: object) -> ProviderRefund:
    body = _object(said)
    return ProviderRefund(
        id=_id(body, "id", "rfnd"),
        payment_id=_id(body, "payment_id", "pay"),
        amount_paise=_whole(body, "amount"),
        status=_text(body, "status"),
        created_at=moment(body),
        notes=_notes(body),
    )


def dispute(said: object) -> ProviderDispute:
    body = _object(said)
    return ProviderDispute(
        id=_id(body, "id", "disp"),
        payment_id=_id(body, "payment_id", "pay"),
        amount_paise=_whole(body, "amount"),
        deducted_paise=_whole_or_zero(body, "amount_deducted"),
        currency=_currency(body),
        status=_text_or_empty(body, "status"),
        phase=_text_or_empty(body, "phase"),
        reason_code=_text_or_empty(body, "reason_code"),
        respond_by=None if body.get("respond_by") is None else moment(body, "respond_by"),
        created_at=moment(body),
    )


def order_with_payments(said: object) -> tuple[ProviderOrder, Sequence[ProviderPayment]]:
    payments = _object(said).get("payments") or {"items": []}
    return order(said), items_of(payments, payment)


def items_of(said: object, read: Callable[[object], T]) -> list[T]:
    items = _object(said).get("items")
    if not isinstance(items, list):
        raise Malformed("items")
    return [read(item) for item in items]


def _object(said: object) -> Mapping[str, Any]:
    if not isinstance(said, dict):
        raise Malformed("no object")
    return said


def _id(body: Mapping[str, Any], name: str, kind: str) -> str:
    if not is_id(body.get(name), kind):
        raise Malformed(name)
    return str(body[name])


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise Malformed(name)
    return value


def _whole(body: Mapping[str, Any], name: str) -> int:
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise Malformed(name)
    return value


def _text_or_empty(body: Mapping[str, Any], name: str) -> str:
    return "" if body.get(name) is None else _text(body, name)


def _whole_or_zero(body: Mapping[str, Any], name: str) -> int:
    return 0 if body.get(name) is None else _whole(body, name)


def _is_captured(body: Mapping[str, Any]) -> bool:
    told = body.get("captured")
    if told is None:
        return body.get("status") in ("captured", "refunded")
    if not isinstance(told, bool):
        raise Malformed("captured")
    return told


def _currency(body: Mapping[str, Any]) -> str:
    value = _text(body, "currency")
    if not _CURRENCY.fullmatch(value):
        raise Malformed("currency")
    return value


def moment(body: Mapping[str, Any], name: str = "created_at") -> datetime:
    try:
        return datetime.fromtimestamp(_whole(body, name), tz=UTC)
    except (OverflowError, ValueError, OSError):
        raise Malformed(name) from None


def _notes(body: Mapping[str, Any]) -> Mapping[str, str]:
    notes = body.get("notes") or {}  # empty notes come as a list
    if not isinstance(notes, dict):
        raise Malformed("notes")
    return MappingProxyType({str(name): str(value) for name, value in notes.items()})
