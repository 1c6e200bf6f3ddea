"""What the provider keeps with an order for us: enough to rebuild it should our own books lose it."""

import json
import logging
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from apps.commerce import packed_json
from apps.commerce.models import Order
from apps.commerce.noted import Noted
from apps.core import ids

logger = logging.getLogger(__name__)

_LENGTH = 256
"""The provider keeps that many characters a note, and 15 notes."""

_PACKED = 11


def notes(order: Order) -> Mapping[str, str]:
    """
    Four for whoever reads them at the provider's dashboard, the rest packed.

    A selection that does not fit, of more than a hundred sessions, stays out and is logged: such an order
    is rebuilt from its cart or, where that is lost too, to refund it.
    """
    told: dict[str, Any] = {
        "person": str(order.person_id),
        "cart": str(order.cart_id),
        "item": str(order.item_id),
        "price": order.price_paise,
        "discount": order.discount_paise,
        "state": order.billing.get("state", ""),
        "request": order.request,
    }
    packed = packed_json.pack(told)
    if len(packed) > _LENGTH * _PACKED:
        logger.warning("selection does not fit into the notes", extra={"facts": {"order": order.number}})
        packed = packed_json.pack({**told, "request": None})
    pieces = [packed[start : start + _LENGTH] for start in range(0, len(packed), _LENGTH)]
    return {
        "order": str(order.pk),
        "number": order.number,
        "kind": order.kind,
        "title": order.quote["title"][:_LENGTH],
        **{f"packed{place}": piece for place, piece in enumerate(pieces)},
    }


def noted(kept: Mapping[str, str]) -> Noted | None:
    """None where the notes are not ours, or not whole."""
    order_id = ids.parsed(kept.get("order", ""))
    if order_id is None:
        return None
    try:
        return _read(order_id, kept, _unpacked(kept) if "packed0" in kept else _in_clear(kept))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _read(order_id: UUID, kept: Mapping[str, str], told: Mapping[str, Any]) -> Noted:
    return Noted(
        order_id=order_id,
        number=kept["number"],
        person_id=UUID(told["person"]),
        kind=kept["kind"],
        item_id=UUID(told["item"]),
        title=kept["title"],
        price_paise=int(told["price"]),
        discount_paise=int(told["discount"]),
        billing={"state": told.get("state", "")},
        request=told["request"],
        cart_id=UUID(told["cart"]) if "cart" in told else None,
    )


def _unpacked(kept: Mapping[str, str]) -> Any:
    return packed_json.unpack("".join(kept.get(f"packed{place}", "") for place in range(_PACKED)))


def _in_clear(kept: Mapping[str, str]) -> Mapping[str, Any]:
    """The notes of orders that were made before they were packed."""
    pieces = (value for name, value in sorted(kept.items()) if name.startswith("request"))
    return {**kept, "request": json.loads("".join(pieces))}
