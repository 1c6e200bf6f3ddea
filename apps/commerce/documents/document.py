"""The content of an invoice or credit note: stored as JSON when issued; PDFs are rendered from it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any, Literal

from apps.commerce.pricing import TaxLine

Kind = Literal["invoice", "credit_note"]


@dataclass(frozen=True, slots=True)
class Party:
    name: str
    address: str
    state: str
    gstin: str
    email: str
    phone: str
    contact: str | None = None
    """The person beside the company; None in documents from before it was stored."""


@dataclass(frozen=True, slots=True)
class Item:
    title: str
    sac: str
    list_paise: int
    discount_paise: int
    taxable_paise: int


@dataclass(frozen=True, slots=True)
class Document:
    """Texts that do not apply are empty and are not printed."""

    kind: Kind
    number: str
    issued_on: date
    order_number: str
    supplier: Party
    supplier_pan: str
    supplier_registration: str
    buyer: Party
    place_of_supply: str
    items: tuple[Item, ...]
    tax_lines: tuple[TaxLine, ...]
    taxable_paise: int
    total_paise: int
    against: str = ""
    against_on: date | None = None
    reason: str = ""
    paid_with: str = ""


def to_json(document: Document) -> dict[str, Any]:
    """The document as JSON; `from_json` returns an equal one."""
    return {
        **{field.name: getattr(document, field.name) for field in fields(document)},
        "supplier": asdict(document.supplier),
        "buyer": asdict(document.buyer),
        "issued_on": document.issued_on.isoformat(),
        "items": [asdict(item) for item in document.items],
        "tax_lines": [asdict(line) for line in document.tax_lines],
        "against_on": document.against_on.isoformat() if document.against_on else None,
    }


def from_json(data: Mapping[str, Any]) -> Document:
    """
    The document that `to_json` wrote.

    :raises TypeError: if a part is missing or unknown
    """
    against_on = data["against_on"]
    return Document(
        **{
            **data,
            "issued_on": date.fromisoformat(data["issued_on"]),
            "supplier": Party(**data["supplier"]),
            "buyer": Party(**data["buyer"]),
            "items": tuple(Item(**item) for item in data["items"]),
            "tax_lines": tuple(TaxLine(**line) for line in data["tax_lines"]),
            "against_on": date.fromisoformat(against_on) if against_on else None,
        }
    )
