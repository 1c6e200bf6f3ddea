"""
A document as PDF, set by Typst from templates/invoices.

What people typed reaches the template as data and is never read as markup. The template sees no file
but those beside it, and the fonts are the project's own, so the same document has the same bytes anywhere.
"""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

import typst

from apps.commerce.documents import amount_in_words
from apps.commerce.documents.facts import Document, Item, Kind, Party
from apps.core.templatetags.page import indian

FONTS = Path(__file__).parent / "fonts"
TEMPLATES = Path(__file__).parents[3] / "templates" / "invoices"

_JOINERS = "\u200c\u200d"
"""Invisible, and part of how Devanagari is written."""

_UNSEEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
"""Kinds of characters that break a line, or turn or hide what stands around them."""

_NO_REVERSE_CHARGE = "No tax is payable on reverse charge."


@dataclass(frozen=True, slots=True)
class _Wording:
    name: str
    number: str
    to: str
    paid_with: str
    note: str


_WORDINGS: Mapping[Kind, _Wording] = {
    "invoice": _Wording(
        name="Tax invoice",
        number="Invoice number",
        to="Billed to",
        paid_with="Paid with",
        note=f"{_NO_REVERSE_CHARGE} This is a computer-made invoice and needs no signature.",
    ),
    "credit_note": _Wording(
        name="Credit note",
        number="Credit note number",
        to="Credited to",
        paid_with="Refunded with",
        note=f"{_NO_REVERSE_CHARGE} This is a computer-made credit note and needs no signature.",
    ),
}


def pdf(document: Document) -> bytes:
    """The PDF, tagged for screen readers; the same document gives the same bytes."""
    return typst.compile(
        TEMPLATES / "document.typ",
        root=TEMPLATES,
        font_paths=_fonts(),
        sys_inputs={"document": json.dumps(seen(document))},
        timestamp=datetime.combine(document.issued_on, time(), tzinfo=UTC),
    )


@cache
def _fonts() -> typst.Fonts:
    # What is built into Typst stands in for letters that ours lack.
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[FONTS])


def seen(document: Document) -> dict[str, Any]:
    """The document in the words and figures that the reader sees."""
    supplier, buyer, wording = document.supplier, document.buyer, _WORDINGS[document.kind]
    return {
        "name": wording.name,
        "number": _plain(document.number),
        "issued": [document.issued_on.year, document.issued_on.month, document.issued_on.day],
        "supplier": {
            "name": _plain(supplier.name),
            "lines": _lines(
                *_address(supplier),
                ("GSTIN", supplier.gstin),
                ("PAN", document.supplier_pan),
                ("SEBI registration", document.supplier_registration),
            ),
        },
        "buyer": {"name": _plain(buyer.name), "lines": _lines(*_address(buyer), ("GSTIN", buyer.gstin))},
        "facts": _lines(*_facts(document)),
        "discounted": any(item.discount_paise for item in document.items),
        "items": [_row(item) for item in document.items],
        "sums": [
            ["Taxable value", _rupees(document.taxable_paise)],
            *([f"{line.name} {line.rate}%", _rupees(line.paise)] for line in document.tax_lines),
        ],
        "total": _rupees(document.total_paise),
        "words": amount_in_words.amount(document.total_paise),
        "to": wording.to,
        "note": wording.note,
    }


def _address(party: Party) -> Sequence[tuple[str, str]]:
    return [("", _on_one_line(party.address)), ("", party.state), ("", party.email), ("", party.phone)]


def _on_one_line(address: str) -> str:
    parts = (part.strip(" ,") for part in address.splitlines())
    return ", ".join(part for part in parts if part)


def _facts(document: Document) -> Sequence[tuple[str, str]]:
    wording = _WORDINGS[document.kind]
    return [
        (wording.number, document.number),
        ("Date", _day(document.issued_on)),
        ("For invoice", document.against),
        ("Invoice date", _day(document.against_on) if document.against_on else ""),
        ("Order", document.order_number),
        ("Place of supply", document.place_of_supply),
        (wording.paid_with, document.paid_with),
        ("Reason", document.reason),
    ]


def _lines(*lines: tuple[str, str]) -> list[list[str]]:
    """Labels and values; where there is no value there is no line."""
    return [[label, _plain(value)] for label, value in lines if _plain(value)]


def _row(item: Item) -> dict[str, str]:
    return {
        "title": _plain(item.title),
        "sac": _plain(item.sac),
        "price": _rupees(item.list_paise),
        "discount": f"−{_rupees(item.discount_paise)}" if item.discount_paise else "–",
        "taxable": _rupees(item.taxable_paise),
    }


def _plain(text: str) -> str:
    """One line of what can be seen."""
    spaced = " ".join(text.split())
    return "".join(sign for sign in spaced if sign in _JOINERS or unicodedata.category(sign) not in _UNSEEN)


def _rupees(paise: int) -> str:
    rupees, rest = divmod(paise, 100)
    return f"₹{indian(rupees)}.{rest:02}"


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
