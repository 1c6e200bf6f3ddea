"""The notes that the provider keeps with an order: enough to rebuild it if our own database loses it."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from apps.commerce import packed_json, pricing
from apps.commerce.models import Order
from apps.core import ids

logger = logging.getLogger(__name__)

_MAX_NOTE_LENGTH = 256
"""The provider keeps at most 15 notes of this many characters."""

_MAX_PACKED_NOTES = 11


@dataclass(frozen=True, slots=True)
class OrderNotes:
    order_id: UUID
    number: str
    person_id: UUID
    kind: str
    item_id: UUID
    title: str
    price_paise: int
    discount_paise: int
    billing: Mapping[str, str]
    request: Mapping[str, Any] | None
    """None where the selection was too large for the notes."""
    cart_id: UUID | None = None
    gst_bp: int | None = None
    """None in the notes of orders from before the rate was noted."""


def build(order: Order) -> Mapping[str, str]:
    """
    Four notes in clear text for people who read the provider's dashboard, the rest packed.

    A selection that does not fit (more than a hundred sessions) is left out and logged: such an order is
    rebuilt from its cart or, if that is lost too, only to refund it.
    """
    fields: dict[str, Any] = {
        "person": str(order.person_id),
        "cart": str(order.cart_id),
        "item": str(order.item_id),
        "price": order.price_paise,
        "discount": order.discount_paise,
        "gst": pricing.gst_bp_of(order.tax_lines),
        "state": order.billing.get("state", ""),
        "request": order.request,
    }
    packed = packed_json.pack(fields)
    if len(packed) > _MAX_NOTE_LENGTH * _MAX_PACKED_NOTES:
        logger.warning("selection does not fit into the notes", extra={"facts": {"order": order.number}})
        packed = packed_json.pack({**fields, "request": None})
    chunks = [packed[start : start + _MAX_NOTE_LENGTH] for start in range(0, len(packed), _MAX_NOTE_LENGTH)]
    return {
        "order": str(order.pk),
        "number": order.number,
        "kind": order.kind,
        "title": order.quote["title"][:_MAX_NOTE_LENGTH],
        **{f"packed{index}": chunk for index, chunk in enumerate(chunks)},
    }


def parse(notes: Mapping[str, str]) -> OrderNotes | None:
    """None where the notes are not ours, or incomplete."""
    order_id = ids.parse(notes.get("order", ""))
    if order_id is None:
        return None
    try:
        fields = _unpack(notes) if "packed0" in notes else _unpacked_fields(notes)
        return OrderNotes(
            order_id=order_id,
            number=notes["number"],
            person_id=UUID(fields["person"]),
            kind=notes["kind"],
            item_id=UUID(fields["item"]),
            title=notes["title"],
            price_paise=int(fields["price"]),
            discount_paise=int(fields["discount"]),
            billing={"state": fields.get("state", "")},
            request=fields["request"],
            cart_id=UUID(fields["cart"]) if "cart" in fields else None,
            gst_bp=int(fields["gst"]) if "gst" in fields else None,
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _unpack(notes: Mapping[str, str]) -> Any:
    return packed_json.unpack("".join(notes.get(f"packed{index}", "") for index in range(_MAX_PACKED_NOTES)))


def _unpacked_fields(notes: Mapping[str, str]) -> Mapping[str, Any]:
    """The fields of older orders, whose notes were not packed."""
    chunks = (value for name, value in sorted(notes.items()) if name.startswith("request"))
    return {**notes, "request": json.loads("".join(chunks))}
