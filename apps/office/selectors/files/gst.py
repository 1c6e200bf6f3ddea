from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.db.models import (
    BigIntegerField,
    Case,
    CharField,
    DateTimeField,
    DecimalField,
    F,
    QuerySet,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from apps.commerce import documents
from apps.commerce.models import CreditNote, Invoice
from apps.core.spreadsheets import CellKind
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.states import ExportFile

_PLACE = Column("Place of supply", "place")


def _percent(rate: Decimal) -> str:
    """18 and 0.25, however many decimals the database adds."""
    return f"{rate:.3f}".rstrip("0").rstrip(".")


_RATE = Column("Rate %", "rate", CellKind.NUMBER, label=_percent)


def _documents(period: Period) -> Sequence["QuerySet[Any]"]:
    against: Any = {
        "against_number": Value("", output_field=CharField()),
        "against_on": Value(None, output_field=DateTimeField()),
    }
    invoices = Invoice.objects.annotate(kind=Value("Invoice", output_field=CharField()), **against)
    notes = CreditNote.objects.annotate(
        kind=Value("Credit note", output_field=CharField()),
        against_number=F("invoice__number"),
        against_on=F("invoice__issued_at"),
    )
    return [_lines(invoices, period, sign=1), _lines(notes, period, sign=-1)]


def _lines(rows: "QuerySet[Any]", period: Period, *, sign: int) -> "QuerySet[Any]":
    """As they were issued. Tax is IGST, or CGST and then SGST."""
    first, second = _tax(0), _tax(1)
    is_igst = When(content__tax_lines__0__name="IGST", then=first)
    none = Value(0, output_field=BigIntegerField())
    issued: QuerySet[Any] = (
        rows.filter(**period.contains("issued_at"))
        .order_by("issued_at", "pk")
        .annotate(
            buyer=KT("content__buyer__name"),
            contact=KT("content__buyer__contact"),
            address=KT("content__buyer__address"),
            gstin=KT("content__buyer__gstin"),
            place=KT("content__place_of_supply"),
            sac=KT("content__items__0__sac"),
            rate=_rate(0) + _rate(1),
            taxable=sign * _paise("content__taxable_paise"),
            igst=sign * Case(is_igst, default=none),
            cgst=sign * Case(When(content__tax_lines__0__name="IGST", then=none), default=first),
            sgst=sign * second,
            total=sign * _paise("content__total_paise"),
        )
    )
    return issued


def _paise(path: str) -> Any:
    return Cast(KT(path), BigIntegerField())


def _tax(line: int) -> Any:
    return Coalesce(_paise(f"content__tax_lines__{line}__paise"), Value(0, output_field=BigIntegerField()))


def _rate(line: int) -> Any:
    # Half of a rate with two decimals has three.
    rate = DecimalField(max_digits=6, decimal_places=3)
    return Coalesce(Cast(KT(f"content__tax_lines__{line}__rate"), rate), Value(0, output_field=rate))


FILE = File(
    ExportFile.GST,
    "Invoices and credit notes that were issued in the period, one row each, as they were issued. Amounts of "
    "credit notes are negative, so sums are net.",
    (
        Column("Document", "kind"),
        Column("Number", "number"),
        Column("Date", "issued_at", CellKind.DAY),
        Column("Against invoice", "against_number"),
        Column("Invoice date", "against_on", CellKind.DAY),
        Column("Buyer", "buyer"),
        Column("Contact", "contact"),
        Column("Address", "address", label=documents.on_one_line),
        Column("GSTIN", "gstin"),
        _PLACE,
        Column("SAC", "sac"),
        _RATE,
        Column("Taxable value", "taxable", CellKind.RUPEES, has_total=True),
        Column("IGST", "igst", CellKind.RUPEES, has_total=True),
        Column("CGST", "cgst", CellKind.RUPEES, has_total=True),
        Column("SGST", "sgst", CellKind.RUPEES, has_total=True),
        Column("Total", "total", CellKind.RUPEES, has_total=True),
    ),
    _documents,
    grouped_by=(Column("Document", "kind"), _PLACE, _RATE),
)
