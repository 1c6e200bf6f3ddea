"""What the provider keeps with an order for us: enough to make it again should our own books lose it."""

import json
from collections.abc import Mapping
from uuid import UUID

from apps.commerce.models import Order
from apps.commerce.noted import Noted
from apps.core import ids

_PIECE = 250
"""The provider keeps 256 characters a note, and 15 notes."""

_PIECES = 6


def notes(order: Order) -> Mapping[str, str]:
    selection = json.dumps(order.request, separators=(",", ":"))
    pieces = [selection[start : start + _PIECE] for start in range(0, len(selection), _PIECE)]
    return {
        "order": str(order.pk),
        "number": order.number,
        "person": str(order.person_id),
        "kind": order.kind,
        "item": str(order.item_id),
        "title": order.quote["title"][:_PIECE],
        "price": str(order.price_paise),
        "discount": str(order.discount_paise),
        "state": order.billing.get("state", ""),
        **{f"request{place}": piece for place, piece in enumerate(pieces[:_PIECES])},
    }


def noted(kept: Mapping[str, str]) -> Noted | None:
    """None where the notes are not ours, or not whole."""
    order_id, person_id = ids.parsed(kept.get("order", "")), ids.parsed(kept.get("person", ""))
    if order_id is None or person_id is None:
        return None
    try:
        request = json.loads("".join(kept.get(f"request{place}", "") for place in range(_PIECES)))
        return Noted(
            order_id=order_id,
            number=kept["number"],
            person_id=person_id,
            kind=kept["kind"],
            item_id=UUID(kept["item"]),
            title=kept["title"],
            price_paise=int(kept["price"]),
            discount_paise=int(kept["discount"]),
            billing={"state": kept.get("state", "")},
            request=request,
        )
    except (KeyError, ValueError):
        return None
