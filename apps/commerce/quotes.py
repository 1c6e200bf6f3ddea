"""Quotes as they are kept: in carts for half an hour, in orders for ever."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any
from uuid import UUID

from apps.core.sellables import Quote, QuotedLine


def frozen(quote: Quote) -> dict[str, Any]:
    kept = asdict(quote)
    kept["item_id"] = str(quote.item_id)
    kept["lines"] = [{**asdict(line), "item_id": str(line.item_id)} for line in quote.lines]
    return kept


def thawed(kept: Mapping[str, Any]) -> Quote:
    known = {field.name: kept[field.name] for field in fields(Quote) if field.name in kept}
    lines = tuple(QuotedLine(**{**line, "item_id": UUID(line["item_id"])}) for line in kept["lines"])
    return Quote(**{**known, "item_id": UUID(kept["item_id"]), "lines": lines})


def is_same_bill(one: Quote, other: Quote) -> bool:
    """Whether a buyer who agreed to the one has agreed to the other."""
    return _agreed(one) == _agreed(other)


def has_moved(one: Quote, other: Quote) -> bool:
    """Whether something that both name takes place at another time."""
    begins = {line.item_id: line.begins for line in one.lines}
    return any(begins.get(line.item_id, line.begins) != line.begins for line in other.lines)


def _agreed(quote: Quote) -> tuple[object, ...]:
    lines = tuple((line.item_id, line.price_paise, line.begins) for line in quote.lines)
    return quote.item_id, quote.price_paise, quote.price_name, quote.access_days, lines
