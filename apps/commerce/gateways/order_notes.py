"""The notes that the provider keeps with an order: enough to rebuild it if our own database loses it."""

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from apps.accounts.services import trials
from apps.commerce import packed_json, pricing
from apps.commerce.models import Order
from apps.core import ids

logger = logging.getLogger(__name__)

_MAX_NOTE_LENGTH = 256
"""The provider keeps at most 15 notes of this many characters."""

_MAX_PACKED_NOTES = 10
"""With the four in clear text and the invoice's number, which follows after the payment."""

_MOST_PACKED_NOTES = 11
"""In orders from before the invoice's number was noted."""

_BILLING = ("gstNo", "company", "name", "state", "address")
"""What an invoice must name of a business."""


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
    mobile_digest: str = ""
    """Finds the buyer by their number if the account is newer than a restored backup; empty if not noted."""
    invoice: str = ""
    """Number and time of its invoice, once that was issued and noted."""


def build(order: Order, *, invoice: str = "") -> Mapping[str, str]:
    """
    Four notes in clear text for people who read the provider's dashboard, the rest packed.

    After the payment the number and time of its invoice are added.

    An address that does not fit beside the selection is left out: a rebuilt order takes it from its cart or
    the profile. A selection that does not fit even then (more than ninety sessions) is left out and logged:
    such an order is rebuilt from its cart or, if that is lost too, only to refund it.
    """
    fields: dict[str, Any] = {
        "person": str(order.person_id),
        "cart": str(order.cart_id),
        "item": str(order.item_id),
        "price": order.price_paise,
        "discount": order.discount_paise,
        "gst": pricing.gst_bp_of(order.tax_lines),
        **{name: order.billing.get(name, "") for name in _BILLING},
        "mobile": trials.digest_of(order.person.mobile),
        "request": order.request,
    }
    if not fields["gstNo"]:
        # Then the provider need not know it.
        del fields["address"]
    kept = next(filter(_fits, _from_most_to_least(fields)))
    if kept["request"] is None:
        logger.warning("selection does not fit into the notes", extra={"facts": {"order": order.number}})
    packed = packed_json.pack(kept)
    chunks = [packed[start : start + _MAX_NOTE_LENGTH] for start in range(0, len(packed), _MAX_NOTE_LENGTH)]
    return {
        "order": str(order.pk),
        "number": order.number,
        "kind": order.kind,
        "title": order.quote["title"][:_MAX_NOTE_LENGTH],
        **{f"packed{index}": chunk for index, chunk in enumerate(chunks)},
        **({"invoice": invoice} if invoice else {}),
    }


def _from_most_to_least(fields: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All of them, without the address, without the selection, without both."""
    without_address = {name: value for name, value in fields.items() if name != "address"}
    yield from (fields, without_address)
    yield from ({**kept, "request": None} for kept in (fields, without_address))


def _fits(fields: Mapping[str, Any]) -> bool:
    return len(packed_json.pack(fields)) <= _MAX_NOTE_LENGTH * _MAX_PACKED_NOTES


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
            billing={"state": "", **{name: _text(fields[name]) for name in _BILLING if name in fields}},
            request=fields["request"],
            cart_id=UUID(fields["cart"]) if "cart" in fields else None,
            gst_bp=int(fields["gst"]) if "gst" in fields else None,
            mobile_digest=_text(fields.get("mobile", "")),
            invoice=notes.get("invoice", ""),
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _text(value: object) -> str:
    """:raises TypeError: if it is none"""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _unpack(notes: Mapping[str, str]) -> Any:
    return packed_json.unpack("".join(notes.get(f"packed{index}", "") for index in range(_MOST_PACKED_NOTES)))


def _unpacked_fields(notes: Mapping[str, str]) -> Mapping[str, Any]:
    """The fields of older orders, whose notes were not packed."""
    chunks = (value for name, value in sorted(notes.items()) if name.startswith("request"))
    return {**notes, "request": json.loads("".join(chunks))}
