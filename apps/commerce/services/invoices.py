"""Issuing tax invoices and credit notes. Issued documents never change."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from apps.commerce import document_numbers, documents
from apps.commerce.document_numbers import Numbered
from apps.commerce.documents import Document, Item, Party, TaxLine
from apps.commerce.models import CreditNote, Invoice, Order, OrderLine, Refund
from apps.commerce.pricing import split_proportionally
from apps.commerce.selectors import invoices
from apps.commerce.services import numbers
from apps.commerce.states import Series
from apps.core import indian_states, indian_time, supplier

_CODES = {state: code for code, state in indian_states.BY_CODE.items()}


def issue(*, order: Order, at: datetime) -> Invoice:
    """
    Issue the invoice of a paid order. Joins the caller's transaction.

    An order that was lost and rebuilt has the same invoice again, with its number and date.
    """
    tax_lines = tuple(TaxLine(line["name"], line["rate"], line["paise"]) for line in order.tax_lines)
    issued = _lost_number(order) or numbers.next_number(series=Series.INVOICE, at=at)
    document = _document(
        order,
        kind="invoice",
        issued=issued,
        rows=list(order.lines.all()),
        tax_lines=tax_lines,
        buyer=invoices.billed_party(order.billing),
        paid_with=invoices.payment_reference(order),
    )
    invoice: Invoice = Invoice.objects.create(
        order=order, number=issued.number, issued_at=issued.issued_at, content=documents.to_json(document)
    )
    return invoice


def _lost_number(order: Order) -> Numbered | None:
    """Another order may have it if somebody altered the provider's notes."""
    lost = document_numbers.noted(order.noted_invoice) if order.noted_invoice else None
    if lost is not None and Invoice.objects.filter(number=lost.number).exists():
        Order.objects.filter(pk=order.pk).update(noted_invoice="")
        return None
    return lost


def issue_credit_note(*, refund: Refund, rows: Sequence[OrderLine], at: datetime) -> CreditNote:
    """Issue a credit note for these lines. Joins the caller's transaction."""
    order = refund.order
    issued = numbers.next_number(series=Series.CREDIT_NOTE, at=at)
    document = _document(
        order,
        kind="credit_note",
        issued=issued,
        rows=rows,
        tax_lines=tax_lines_of(order=order, rows=rows),
        # As on the invoice: the account may have been erased since.
        buyer=documents.from_json(order.invoice.content).buyer,
        against=order.invoice,
        reason=refund.reason,
    )
    note: CreditNote = CreditNote.objects.create(
        refund=refund,
        invoice=order.invoice,
        number=issued.number,
        issued_at=issued.issued_at,
        content=documents.to_json(document),
    )
    return note


def tax_lines_of(*, order: Order, rows: Sequence[OrderLine]) -> tuple[TaxLine, ...]:
    """
    These lines' share of the order's tax, split as on the invoice.

    Takes earlier credit notes into account, so that all of them together come to exactly the invoice's tax:
    halves of odd paise, rounded one by one, would not.
    """
    credited = _credited_tax(order)
    so_far = sum(credited.values()) + sum(row.tax_paise for row in rows)
    wholes = split_proportionally(so_far, by=[line["paise"] or 1 for line in order.tax_lines])
    return tuple(
        TaxLine(line["name"], line["rate"], whole - credited[line["name"]])
        for line, whole in zip(order.tax_lines, wholes, strict=True)
    )


def _credited_tax(order: Order) -> Counter[str]:
    credited: Counter[str] = Counter()
    for content in CreditNote.objects.filter(invoice=order.invoice).values_list("content", flat=True):
        for line in content["tax_lines"]:
            credited[line["name"]] += line["paise"]
    return credited


def _document(
    order: Order,
    *,
    kind: documents.Kind,
    issued: Numbered,
    rows: Sequence[OrderLine],
    tax_lines: tuple[TaxLine, ...],
    buyer: Party,
    against: Invoice | None = None,
    reason: str = "",
    paid_with: str = "",
) -> Document:
    seller = supplier.current()
    taxable = sum(row.taxable_paise for row in rows)
    return Document(
        kind=kind,
        number=issued.number,
        issued_on=indian_time.day_of(issued.issued_at),
        order_number=order.number,
        supplier=Party(seller.name, seller.address, seller.state, seller.gstin, seller.email, seller.phone),
        supplier_pan=seller.pan,
        supplier_registration=seller.registration_number,
        buyer=buyer,
        place_of_supply=f"{buyer.state} ({_CODES[buyer.state]})",
        items=tuple(
            Item(row.title, row.sac, row.price_paise, row.discount_paise, row.taxable_paise) for row in rows
        ),
        tax_lines=tax_lines,
        taxable_paise=taxable,
        total_paise=taxable + sum(line.paise for line in tax_lines),
        against=against.number if against else "",
        against_on=indian_time.day_of(against.issued_at) if against else None,
        reason=reason,
        paid_with=paid_with,
    )
