"""The PDF of an invoice or credit note, rendered from templates/invoices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.commerce.documents import amount_in_words
from apps.commerce.documents.document import Document, Item, Kind, Party
from apps.core import pdf as core_pdf
from apps.core.formatting import indian_number
from apps.core.pdf import long_day, single_line

TEMPLATE = core_pdf.TEMPLATES / "invoices" / "document.typ"

_NO_REVERSE_CHARGE = "Tax is not payable on reverse charge basis."


@dataclass(frozen=True, slots=True)
class _Labels:
    name: str
    number: str
    to: str
    paid_with: str
    note: str


_LABELS: Mapping[Kind, _Labels] = {
    "invoice": _Labels(
        name="Tax invoice",
        number="Invoice number",
        to="Billed to",
        paid_with="Paid with",
        note=f"{_NO_REVERSE_CHARGE} This is a computer-generated invoice and does not require a signature.",
    ),
    "credit_note": _Labels(
        name="Credit note",
        number="Credit note number",
        to="Credited to",
        paid_with="Refunded with",
        note=f"{_NO_REVERSE_CHARGE} This is a computer-generated credit note and does not require a "
        "signature.",
    ),
}


def pdf(document: Document) -> bytes:
    """A PDF that is tagged for screen readers; the same document gives the same bytes."""
    return core_pdf.render(TEMPLATE, data=template_data(document), dated=document.issued_on)


def template_data(document: Document) -> dict[str, Any]:
    """All texts and amounts, formatted for display."""
    supplier, buyer, labels = document.supplier, document.buyer, _LABELS[document.kind]
    return {
        "name": labels.name,
        "number": single_line(document.number),
        "issued": [document.issued_on.year, document.issued_on.month, document.issued_on.day],
        "supplier": {
            "name": single_line(supplier.name),
            "lines": _lines(
                *_address(supplier),
                ("GSTIN", supplier.gstin),
                ("PAN", document.supplier_pan),
                ("SEBI registration", document.supplier_registration),
            ),
        },
        "buyer": {
            "name": single_line(buyer.name),
            "lines": _lines(*_address(buyer), ("GSTIN", buyer.gstin)),
        },
        "facts": _lines(*_details(document)),
        "discounted": any(item.discount_paise for item in document.items),
        "items": [_item_row(item) for item in document.items],
        "sums": [
            ["Taxable value", _rupees(document.taxable_paise)],
            *([f"{line.name} {line.rate}%", _rupees(line.paise)] for line in document.tax_lines),
        ],
        "total": _rupees(document.total_paise),
        "words": amount_in_words.amount(document.total_paise),
        "to": labels.to,
        "note": labels.note,
    }


def _address(party: Party) -> Sequence[tuple[str, str]]:
    lines = (party.contact or "", on_one_line(party.address), party.state, party.email, party.phone)
    return [("", line) for line in lines]


def on_one_line(address: str) -> str:
    """'12, MG Road, Bengaluru', however many lines it was typed in."""
    parts = (part.strip(" ,") for part in address.splitlines())
    return ", ".join(part for part in parts if part)


def _details(document: Document) -> Sequence[tuple[str, str]]:
    labels = _LABELS[document.kind]
    return [
        (labels.number, document.number),
        ("Date", long_day(document.issued_on)),
        ("For invoice", document.against),
        ("Invoice date", long_day(document.against_on) if document.against_on else ""),
        ("Order", document.order_number),
        ("Place of supply", document.place_of_supply),
        (labels.paid_with, document.paid_with),
        ("Reason", document.reason),
    ]


def _lines(*lines: tuple[str, str]) -> list[list[str]]:
    """Labels and values; empty values are left out."""
    return [[label, single_line(value)] for label, value in lines if single_line(value)]


def _item_row(item: Item) -> dict[str, str]:
    return {
        "title": single_line(item.title),
        "sac": single_line(item.sac),
        "price": _rupees(item.list_paise),
        "discount": f"−{_rupees(item.discount_paise)}" if item.discount_paise else "–",
        "taxable": _rupees(item.taxable_paise),
    }


def _rupees(paise: int) -> str:
    rupees, rest = divmod(paise, 100)
    return f"₹{indian_number(rupees)}.{rest:02}"
