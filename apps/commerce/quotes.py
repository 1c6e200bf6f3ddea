"""Quotes as JSON, as carts and orders store them."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any
from uuid import UUID

from apps.core.sellables import Quote, QuotedLine


def to_json(quote: Quote) -> dict[str, Any]:
    lines = [{**_columns(line), "item_id": str(line.item_id)} for line in quote.lines]
    return {**_columns(quote), "item_id": str(quote.item_id), "lines": lines}


def _columns(quote: Quote | QuotedLine) -> dict[str, Any]:
    """One level deep, unlike `asdict`, which copies all that is below."""
    return {field.name: getattr(quote, field.name) for field in fields(quote)}


def from_json(stored: Mapping[str, Any]) -> Quote:
    known = {field.name: stored[field.name] for field in fields(Quote) if field.name in stored}
    lines = tuple(QuotedLine(**{**line, "item_id": UUID(line["item_id"])}) for line in stored["lines"])
    return Quote(**{**known, "item_id": UUID(stored["item_id"]), "lines": lines})


def seats(quote: Quote) -> int:
    """How many seats it holds: what has a start has seats."""
    return sum(line.begins is not None for line in quote.lines)


def is_same_bill(one: Quote, other: Quote) -> bool:
    """Whether a buyer who accepted one has accepted the other."""
    return _agreed_terms(one) == _agreed_terms(other)


def has_new_time(one: Quote, other: Quote) -> bool:
    """Whether an item of both has a different time."""
    begins = {line.item_id: line.begins for line in one.lines}
    return any(begins.get(line.item_id, line.begins) != line.begins for line in other.lines)


def _agreed_terms(quote: Quote) -> tuple[object, ...]:
    lines = tuple((line.item_id, line.price_paise, line.begins) for line in quote.lines)
    return quote.item_id, quote.price_paise, quote.price_name, quote.access_days, lines
