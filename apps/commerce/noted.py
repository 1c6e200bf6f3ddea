"""An order as the notes that the provider keeps with it tell it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Noted:
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
    """None where so much was selected that no notes hold it."""
    cart_id: UUID | None = None
