"""Strict parsing of Razorpay's JSON: a wrong type is an invalid response."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeVar

from apps.commerce.gateways.payloads import (
    BuyerContact,
    Malformed,
    ProviderDispute,
    ProviderOrder,
    ProviderPayment,
    ProviderRefund,
    ProviderSettlementLine,
)

T = TypeVar("T")

_ID = re.compile(r"(order|pay|rfnd|disp)_[A-Za-z0-9]{14}")
_MOBILE = re.compile(r"(?:\+?91)?([6-9][0-9]{9})")
_NO_EMAIL = "void@razorpay.com"
"""Stands where a payer gave none."""
_SETTLED_IDS = {"payment": r"pay_[A-Za-z0-9]{14}", "refund": r"rfnd_[A-Za-z0-9]{14}"}
_OTHER_SETTLED_ID = r"\w{1,40}"
"""The ids of adjustments, transfers and types that are unknown to us."""
_CURRENCY = re.compile(r"[A-Z]{3}")
_MAX_INTEGER = 10**15
"""Larger than any real amount or time, and safe for every column."""


def is_id(text: object, kind: str) -> bool:
    """Whether this is safe in a URL: the SDK inserts ids unescaped."""
    match = _ID.fullmatch(text) if isinstance(text, str) else None
    return match is not None and match[1] == kind


def order(data: object) -> ProviderOrder:
    body = _object(data)
    return ProviderOrder(
        id=_provider_id(body, "id", "order"),
        amount_paise=_integer(body, "amount"),
        currency=_currency(body),
        receipt=_text_or_empty(body, "receipt"),
        status=_text(body, "status"),
        notes=_notes(body),
        created_at=timestamp(body),
    )


def payment(data: object) -> ProviderPayment:
    body = _object(data)
    return ProviderPayment(
        id=_provider_id(body, "id", "pay"),
        order_id=None if body.get("order_id") is None else _provider_id(body, "order_id", "order"),
        amount_paise=_integer(body, "amount"),
        currency=_currency(body),
        status=_text(body, "status"),
        refunded_paise=_integer_or_zero(body, "amount_refunded"),
        created_at=timestamp(body),
        is_captured=_is_captured(body),
    )


def contact(data: object) -> BuyerContact:
    body = _object(data)
    mobile = _MOBILE.fullmatch(_text_or_empty(body, "contact"))
    email = _text_or_empty(body, "email")
    return BuyerContact(mobile[1] if mobile else "", "" if email == _NO_EMAIL else email)


def refund(data: object) -> ProviderRefund:
    body = _object(data)
    return ProviderRefund(
        id=_provider_id(body, "id", "rfnd"),
        payment_id=_provider_id(body, "payment_id", "pay"),
        amount_paise=_integer(body, "amount"),
        status=_text(body, "status"),
        created_at=timestamp(body),
        notes=_notes(body),
    )


def dispute(data: object) -> ProviderDispute:
    body = _object(data)
    return ProviderDispute(
        id=_provider_id(body, "id", "disp"),
        payment_id=_provider_id(body, "payment_id", "pay"),
        amount_paise=_integer(body, "amount"),
        deducted_paise=_integer_or_zero(body, "amount_deducted"),
        currency=_currency(body),
        status=_text_or_empty(body, "status"),
        phase=_text_or_empty(body, "phase"),
        reason_code=_text_or_empty(body, "reason_code"),
        respond_by=None if body.get("respond_by") is None else timestamp(body, "respond_by"),
        created_at=timestamp(body),
    )


def settlement_line(data: object) -> ProviderSettlementLine | None:
    """None for what is on hold."""
    body = _object(data)
    if body.get("settled") is not True:
        return None
    kind = _text(body, "type")
    return ProviderSettlementLine(
        id=_matching(body, "entity_id", _SETTLED_IDS.get(kind, _OTHER_SETTLED_ID)),
        kind=kind if kind in _SETTLED_IDS else "other",
        settlement_id=_matching(body, "settlement_id", r"setl_[A-Za-z0-9]{14}"),
        bank_reference=_text_or_empty(body, "settlement_utr")[:40],
        amount_paise=_integer(body, "amount"),
        fee_paise=_integer_or_zero(body, "fee"),
        tax_paise=_integer_or_zero(body, "tax"),
        net_paise=_integer_or_zero(body, "credit") - _integer_or_zero(body, "debit"),
        currency=_currency(body),
        settled_at=timestamp(body, "settled_at"),
        concerns_id=_id_or_empty(
            body, *(("payment_id", "pay") if kind == "refund" else ("dispute_id", "disp"))
        ),
    )


def order_with_payments(data: object) -> tuple[ProviderOrder, Sequence[ProviderPayment]]:
    payments = _object(data).get("payments") or {"items": []}
    return order(data), parse_items(payments, payment)


def parse_items(data: object, read: Callable[[object], T]) -> list[T]:
    items = _object(data).get("items")
    if not isinstance(items, list):
        raise Malformed("items")
    return [read(item) for item in items]


def _object(data: object) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Malformed("no object")
    return data


def _provider_id(body: Mapping[str, Any], name: str, kind: str) -> str:
    if not is_id(body.get(name), kind):
        raise Malformed(name)
    return str(body[name])


def _id_or_empty(body: Mapping[str, Any], name: str, kind: str) -> str:
    return _provider_id(body, name, kind) if body.get(name) else ""


def _matching(body: Mapping[str, Any], name: str, pattern: str) -> str:
    value = _text(body, name)
    if not re.fullmatch(pattern, value, flags=re.ASCII):
        raise Malformed(name)
    return value


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise Malformed(name)
    return value


def _integer(body: Mapping[str, Any], name: str) -> int:
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MAX_INTEGER:
        raise Malformed(name)
    return value


def _text_or_empty(body: Mapping[str, Any], name: str) -> str:
    return "" if body.get(name) is None else _text(body, name)


def _integer_or_zero(body: Mapping[str, Any], name: str) -> int:
    return 0 if body.get(name) is None else _integer(body, name)


def _is_captured(body: Mapping[str, Any]) -> bool:
    captured = body.get("captured")
    if captured is None:
        return body.get("status") in ("captured", "refunded")
    if not isinstance(captured, bool):
        raise Malformed("captured")
    return captured


def _currency(body: Mapping[str, Any]) -> str:
    value = _text(body, "currency")
    if not _CURRENCY.fullmatch(value):
        raise Malformed("currency")
    return value


def timestamp(body: Mapping[str, Any], name: str = "created_at") -> datetime:
    try:
        return datetime.fromtimestamp(_integer(body, name), tz=UTC)
    except (OverflowError, ValueError, OSError):
        raise Malformed(name) from None


def _notes(body: Mapping[str, Any]) -> Mapping[str, str]:
    notes = body.get("notes") or {}  # empty notes are sent as a list
    if not isinstance(notes, dict):
        raise Malformed("notes")
    return MappingProxyType({str(name): str(value) for name, value in notes.items()})
