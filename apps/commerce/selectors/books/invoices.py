"""Compares invoices with their orders and lines, documents with the supplier, and checks numbers for gaps."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Value

from apps.commerce import documents
from apps.commerce.document_numbers import Numbered
from apps.commerce.documents import Document, Item, Party, TaxLine
from apps.commerce.models import CreditNote, Invoice, NumberSeries, OrderLine
from apps.commerce.selectors import invoices
from apps.commerce.selectors.books.iteration import PARSE_ERRORS, batches, group_by_key, merge_by_key
from apps.commerce.states import Series
from apps.core import indian_states, indian_time, supplier
from apps.core.supplier import Then

_CODES = {state: code for code, state in indian_states.BY_CODE.items()}

_OF_A_SUPPLIER = [field.name for field in fields(Party) if field.name != "contact"]

_READ = (
    *("number", "issued_at", "content", "order__number", "order__bill_paise", "order__tax_lines"),
    *("order__billing", "order__provider", "order__paid_by__provider_payment_id"),
)


def differences() -> Iterator[str]:
    issued = Invoice.objects.order_by("order_id").select_related("order__paid_by").only(*_READ)
    lines = OrderLine.objects.filter(order__invoice__isnull=False).order_by("order_id", "position")
    then = supplier.history()
    for _, (found, rows) in merge_by_key(
        group_by_key(batches(issued), lambda invoice: invoice.order_id),
        group_by_key(batches(lines), lambda line: line.order_id),
    ):
        for invoice in found:
            document = read(invoice.content)
            if document is None or not _matches_order(invoice, document, rows):
                yield f"Invoice {invoice.number} does not say what order {invoice.order.number} does."
            elif not _is_from_us(document, then, at=invoice.issued_at):
                yield f"Invoice {invoice.number} has another supplier than we were then."
    notes = CreditNote.objects.order_by("pk").values_list("number", "issued_at", "content")
    for number, issued_at, content in batches(notes):
        document = read(content)
        if document is not None and not _is_from_us(document, then, at=issued_at):
            yield f"Credit note {number} has another supplier than we were then."
    yield from _numbers(Series.INVOICE, Invoice)
    yield from _numbers(Series.CREDIT_NOTE, CreditNote)


def is_consistent(row: Invoice | CreditNote, document: Document) -> bool:
    """Whether its number, date, sums and place of supply agree with each other."""
    return (
        document.number == row.number
        and document.issued_on == indian_time.day_of(row.issued_at)
        and document.taxable_paise == sum(item.taxable_paise for item in document.items)
        and document.total_paise == document.taxable_paise + sum(line.paise for line in document.tax_lines)
        and document.place_of_supply == f"{document.buyer.state} ({_CODES.get(document.buyer.state)})"
    )


def items_of(rows: Sequence[OrderLine]) -> tuple[Item, ...]:
    return tuple(
        Item(row.title, row.sac, row.price_paise, row.discount_paise, row.taxable_paise) for row in rows
    )


def read(content: Any) -> Document | None:
    try:
        return documents.from_json(content)
    except PARSE_ERRORS:
        return None


def _is_from_us(document: Document, then: Then, *, at: datetime) -> bool:
    ours = then(at)
    return (
        document.supplier_pan in ours["pan"]
        and document.supplier_registration in ours["registration_number"]
        and not document.supplier.contact
        and all(getattr(document.supplier, name) in ours[name] for name in _OF_A_SUPPLIER)
    )


def _matches_order(invoice: Invoice, document: Document, rows: Sequence[OrderLine]) -> bool:
    order = invoice.order
    return (
        is_consistent(invoice, document)
        and document.kind == "invoice"
        and _is_split_by_state(document)
        and document.order_number == order.number
        and document.items == items_of(rows)
        and document.tax_lines
        == tuple(TaxLine(line["name"], line["rate"], line["paise"]) for line in order.tax_lines)
        and document.total_paise == order.bill_paise
        and document.paid_with == invoices.payment_reference(order)
        and (document.against, document.against_on, document.reason) == ("", None, "")
        # Erasing an account clears the billing.
        and (not order.billing or invoices.is_billed_to(document.buyer, billing=order.billing))
    )


def _is_split_by_state(document: Document) -> bool:
    is_at_home = document.buyer.state == document.supplier.state
    return [line.name for line in document.tax_lines] == (["CGST", "SGST"] if is_at_home else ["IGST"])


def issued_after_backup() -> Iterator[str]:
    """For each letter that a restored backup ended: what was issued after it. No inconsistency."""
    for row in NumberSeries.objects.exclude(letter="").order_by("year", "series"):
        model = Invoice if row.series == Series.INVOICE else CreditNote
        for letter, last in (row.ended or {}).items():
            name = f"{row.series}{row.year}{letter}"
            later = model.objects.filter(number__startswith=f"{name}-", number__gt=f"{name}-{last:07d}")
            yield (
                f"Numbers of {name} after {last:07d} were issued after the backup; "
                f"{later.count()} of them are known."
            )


def _numbers(series: Series, model: type[Invoice] | type[CreditNote]) -> Iterator[str]:
    """
    Each letter of a financial year counts from 1 without gaps, in the order of dates, up to its last number.

    After a restored backup a letter has ended at its last known number. Invoices behind it are those of
    rebuilt orders, and have gaps.
    """
    rows = {str(row): row for row in NumberSeries.objects.filter(series=series)}
    ended = {
        f"{series.value}{row.year}{letter}": last
        for row in rows.values()
        for letter, last in (row.ended or {}).items()
    }
    last: defaultdict[str, int] = defaultdict(int)
    dated: dict[str, datetime] = {}
    for document in batches(_numbered(model)):
        number, issued_at, own_time, noted, owner = document
        name, place = number[:-8], int(number[-7:]) if number[-7:].isdecimal() else 0
        if noted and noted != str(Numbered(number, issued_at)):
            yield f"Order {owner} notes another invoice than it has."
        elif noted and name in ended and place > ended[name]:
            continue
        expected = f"{name}-{last[name] + 1:07d}"
        if number != expected or name[3:7] != indian_time.financial_year(issued_at):
            yield f"{expected} should follow in its series, and {number} does."
        if own_time is not None and issued_at not in (own_time, max(own_time, dated.get(name, own_time))):
            yield (
                f"Order {owner} was paid at another time than its invoice was issued."
                if series is Series.INVOICE
                else f"Credit note {number} does not say what refund {owner} and its invoice do."
            )
        last[name], dated[name] = place or last[name] + 1, max(issued_at, dated.get(name, issued_at))
    ends = {**dict.fromkeys(last, 0), **ended, **{name: row.last for name, row in rows.items()}}
    for name, end in sorted(ends.items()):
        if end != last[name]:
            yield f"Series {name} ends at {end}, and the last that was issued is {last[name]}."
        if name in rows and name in dated and (rows[name].last_issued_at or dated[name]) > dated[name]:
            yield f"Series {name} has a later date than its documents."


def _numbered(model: type[Invoice] | type[CreditNote]) -> "QuerySet[Any, tuple[Any, ...]]":
    """Number, date, the time that it should have, what a rebuilt order noted, and whose it is."""
    columns = (
        ("order__paid_at", "order__noted_invoice", "order__number")
        if model is Invoice
        else ("refund__requested_at", Value(""), "refund")
    )
    return model.objects.order_by("number").values_list("number", "issued_at", *columns)
