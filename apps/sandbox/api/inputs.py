"""Parses requests; errors have the provider's messages."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, NoReturn

from django.http import QueryDict

from apps.sandbox.errors import ProviderError
from apps.sandbox.models.orders import MINIMUM_PAISE, RECEIPT_LENGTH
from apps.sandbox.services.orders import OrderRequest
from apps.sandbox.services.refunds import RefundRequest

MAXIMUM_PAISE = 50_000_000
NOTES_COUNT = 15
NOTE_LENGTH = 256
MAX_LIMIT = 100
LATEST_SECOND = 4_102_444_800
REFUND_KEY = re.compile(r"[A-Za-z0-9_-]{10,200}")
REFUND_FIELDS = {"amount", "speed", "receipt", "notes"}
ORDER_FIELDS = {"amount", "currency", "receipt", "notes", "unique_receipt", "payment_capture"}


def json_object(body: bytes) -> dict[str, Any]:
    try:
        data = json.loads(body or b"{}", parse_constant=refuse_constant)
        json.dumps(data, ensure_ascii=False).encode()  # a lone surrogate cannot be stored
    except (ValueError, RecursionError):
        raise ProviderError("The request body is not valid JSON.") from None
    if not isinstance(data, dict):
        raise ProviderError("The request body must be a JSON object.")
    return data


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def reject_unknown_fields(data: Mapping[str, Any], known: set[str]) -> None:
    if unknown := sorted(set(data) - known):
        raise ProviderError(f"{', '.join(unknown)} is/are not required and should not be sent")


def order_request(data: Mapping[str, Any]) -> OrderRequest:
    reject_unknown_fields(data, ORDER_FIELDS)
    if data.get("payment_capture", 1) not in (1, "1"):
        raise ProviderError(
            "The payment capture must be 1: captures are always automatic here.", field="payment_capture"
        )
    unique = data.get("unique_receipt", False)
    if not isinstance(unique, bool):
        raise ProviderError("The unique receipt field must be true or false.", field="unique_receipt")
    return OrderRequest(
        amount_paise=amount(data.get("amount")),
        currency=currency(data.get("currency")),
        receipt=receipt(data.get("receipt")),
        notes=notes(data.get("notes")),
        receipt_is_unique=unique,
    )


def order_edit(data: Mapping[str, Any]) -> Mapping[str, str | int | float | bool]:
    reject_unknown_fields(data, {"notes"})
    if "notes" not in data:
        raise ProviderError("The notes field is required.", field="notes")
    return notes(data["notes"])


def refund_request(data: Mapping[str, Any], *, key: str | None) -> RefundRequest:
    reject_unknown_fields(data, REFUND_FIELDS)
    if key is not None and not REFUND_KEY.fullmatch(key):
        raise ProviderError(
            "The idempotency key must be at least 10 letters, digits, hyphens or underscores."
        )
    if data.get("speed", "normal") not in ("normal", "optimum"):
        raise ProviderError("The speed must be normal or optimum.", field="speed")
    return RefundRequest(
        amount_paise=None if data.get("amount") is None else amount(data["amount"]),
        receipt=receipt(data.get("receipt")),
        notes=notes(data.get("notes")),
        key=key,
        body=data,
    )


def amount(value: object) -> int:
    if value is None:
        raise ProviderError("The amount field is required.", field="amount")
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProviderError("The amount must be an integer.", field="amount")
    if value < MINIMUM_PAISE:
        raise ProviderError("Order amount less than minimum amount allowed", field="amount")
    if value > MAXIMUM_PAISE:
        raise ProviderError("Amount exceeds maximum amount allowed.", field="amount")
    return value


def currency(value: object) -> str:
    if value is None or value == "":
        raise ProviderError("The currency field is required.", field="currency")
    if value != "INR":
        raise ProviderError("Currency is not supported", field="currency")
    return "INR"


def receipt(value: object) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise ProviderError("The receipt must be a string.", field="receipt")
    if len(value) > RECEIPT_LENGTH:
        raise ProviderError(
            f"The receipt may not be greater than {RECEIPT_LENGTH} characters.", field="receipt"
        )
    return value


def notes(value: object) -> Mapping[str, str | int | float | bool]:
    if value is None or value == []:
        return {}
    if not isinstance(value, dict):
        raise ProviderError("notes must be an array", field="notes")
    if len(value) > NOTES_COUNT:
        raise ProviderError(
            f"Number of fields in notes should be less than or equal to {NOTES_COUNT}", field="notes"
        )
    for key, text in value.items():
        if not isinstance(text, str | int | float):
            raise ProviderError(f"The notes.{key} must be a string.", field="notes")
        if max(len(key), len(str(text))) > NOTE_LENGTH:
            raise ProviderError(f"Every note may have {NOTE_LENGTH} characters at most.", field="notes")
    return value


def page(query: QueryDict) -> slice:
    skip = query_integer(query, "skip", default=0, lowest=0, highest=10**9)
    count = query_integer(query, "count", default=10, lowest=1, highest=MAX_LIMIT)
    return slice(skip, skip + count)


def time_range(query: QueryDict) -> tuple[datetime | None, datetime | None]:
    """`from` and `to`, both inclusive and optional."""
    begins, ends = (
        datetime.fromtimestamp(query_integer(query, name, default=0, lowest=0, highest=LATEST_SECOND), tz=UTC)
        if name in query
        else None
        for name in ("from", "to")
    )
    return begins, ends and ends + timedelta(seconds=1)


def day(query: QueryDict) -> date:
    year, month, number = (
        query_integer(query, name, default=0, lowest=lowest, highest=highest)
        for name, lowest, highest in (("year", 2000, 2100), ("month", 1, 12), ("day", 1, 31))
    )
    try:
        return date(year, month, number)
    except ValueError:
        raise ProviderError("The day must be one of its month.", field="day") from None


def query_integer(query: QueryDict, name: str, *, default: int, lowest: int, highest: int) -> int:
    text = query.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise ProviderError(f"The {name} must be an integer.", field=name)
    if int(text) < lowest:
        raise ProviderError(f"The {name} must be at least {lowest}.", field=name)
    if int(text) > highest:
        raise ProviderError(f"The {name} may not be greater than {highest}.", field=name)
    return int(text)
