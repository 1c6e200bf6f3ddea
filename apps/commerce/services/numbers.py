"""
Document numbers: unique and without gaps in a financial year, and dated in their order.

A restored backup does not know the last numbers that were issued. The series then goes on under a new letter:
INV2627-0000708 is the last that is known, and INV2627B-0000001 follows.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from apps.commerce.document_numbers import Numbered
from apps.commerce.models import NumberSeries
from apps.commerce.states import Series
from apps.core import indian_time
from apps.core.errors import Conflict

_NEXT = """
    INSERT INTO {table} (series, year, last, last_issued_at) VALUES (%s, %s, %s, %s)
    ON CONFLICT (series, year) DO UPDATE SET
        last = {table}.last + excluded.last,
        last_issued_at = CASE
            WHEN {table}.last_issued_at > excluded.last_issued_at THEN {table}.last_issued_at
            ELSE excluded.last_issued_at
        END
    RETURNING *
"""


class LettersUsedUp(Conflict):
    code = "letters_used_up"
    message = "Every letter of this financial year's document numbers has been used."


def next_number(*, series: Series, at: datetime) -> Numbered:
    """
    The next number, such as INV2627-0000001, dated `at` or as the one before, if that is later.

    Joins the caller's transaction. The row stays locked until that ends, so that a rollback leaves no gap and
    dates follow numbers. Call it last.
    """
    return next_numbers(series=series, at=at, count=1)[0]


def next_numbers(*, series: Series, at: datetime, count: int) -> list[Numbered]:
    """Like `next_number`, several in a row."""
    sql = _NEXT.format(table=NumberSeries._meta.db_table)
    row = NumberSeries.objects.raw(sql, [series.value, indian_time.financial_year(at), count, at])[0]
    return [
        Numbered(f"{row}-{number:07d}", row.last_issued_at or at)
        for number in range(row.last - count + 1, row.last + 1)
    ]


def claim_lost(invoice: Numbered, *, at: datetime) -> bool:
    """
    Whether a lost invoice can be issued again under its number: its letter ended before it.

    A number ahead of its series proves that this database is older: then the next letter begins. Joins the
    caller's transaction.
    """
    if invoice.issued_at > at:
        return False
    row = _locked(Series.INVOICE, invoice.year)
    if (invoice.letter, invoice.place) > (row.letter, row.last):
        begin_letter(year=invoice.year, after=invoice.letter, at=at)
        row = _locked(Series.INVOICE, invoice.year)
    ends = row.ended or {}
    return invoice.letter in ends and invoice.place > ends[invoice.letter]


@transaction.atomic(durable=True)
def begin_letters(*, after: Mapping[str, str], at: datetime) -> Mapping[str, str]:
    """
    End the series of these financial years at their last known numbers and begin the next letters.

    For each year the last letter that is known to have been used. Returns the last known number of each
    series, under its new name.

    :raises LettersUsedUp: after Z
    """
    return {
        name: known
        for year in sorted(after)
        for name, known in begin_letter(year=year, after=after[year], at=at).items()
    }


def begin_letter(*, year: str, after: str = "", at: datetime) -> Mapping[str, str]:
    """Like `begin_letters`, for one year. Joins the caller's transaction."""
    rows = [_locked(series, year) for series in Series]
    letter = chr(ord(max("A", after, *(row.letter for row in rows))) + 1)
    if letter > "Z":
        raise LettersUsedUp()
    ends: dict[str, str] = {}
    for row in rows:
        known = f"{row}-{row.last:07d}"
        skipped = (chr(code) for code in range(ord(row.letter or "A") + 1, ord(letter)))
        row.ended = {**(row.ended or {}), row.letter: row.last, **dict.fromkeys(skipped, 0)}
        row.letter, row.last, row.last_issued_at, row.began_at = letter, 0, None, at
        row.save()
        ends[str(row)] = known
    return ends


def _locked(series: Series, year: str) -> NumberSeries:
    NumberSeries.objects.bulk_create([NumberSeries(series=series, year=year)], ignore_conflicts=True)
    row: NumberSeries = NumberSeries.objects.select_for_update(no_key=True).get(series=series, year=year)
    return row
