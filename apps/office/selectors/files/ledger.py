from collections.abc import Sequence
from typing import Any

from django.db.models import BigIntegerField, Case, F, QuerySet, Value, When

from apps.commerce.models import LedgerEntry
from apps.commerce.states import Account
from apps.core.spreadsheets import CellKind
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.states import ExportFile

_ACCOUNT = Column("Account", "account", label=lambda account: str(Account(account).label))


def _entries(period: Period) -> Sequence["QuerySet[Any]"]:
    paise = BigIntegerField()
    none = Value(0, output_field=paise)
    return [
        LedgerEntry.objects.filter(**period.contains("at"))
        .order_by("at", "cause", "pk")
        .annotate(
            debit=Case(When(paise__gt=0, then=F("paise")), default=none, output_field=paise),
            credit=Case(When(paise__lt=0, then=-F("paise")), default=none, output_field=paise),
        )
    ]


FILE = File(
    ExportFile.LEDGER,
    "All entries of the period. The entries of a journal balance, so total debit and total credit are equal.",
    (
        Column("Time", "at", CellKind.TIME),
        Column("Journal", "cause"),
        Column("Order", "order__number"),
        _ACCOUNT,
        Column("Debit", "debit", CellKind.RUPEES, has_total=True),
        Column("Credit", "credit", CellKind.RUPEES, has_total=True),
    ),
    _entries,
    grouped_by=(_ACCOUNT,),
)
