"""Document numbers: unique and without gaps in a financial year."""

from datetime import datetime

from django.db import connection

from apps.commerce.models import NumberSeries
from apps.commerce.states import Series
from apps.core import indian_time

_NEXT = """
    INSERT INTO {table} (series, year, last) VALUES (%s, %s, %s)
    ON CONFLICT (series, year) DO UPDATE SET last = {table}.last + excluded.last
    RETURNING last
"""


def next_number(*, series: Series, at: datetime) -> str:
    """
    The next number, such as INV2627-0000001. Joins the caller's transaction.

    The row stays locked until that ends, so that a rollback leaves no gap. Call it last.
    """
    return next_numbers(series=series, at=at, count=1)[0]


def next_numbers(*, series: Series, at: datetime, count: int) -> list[str]:
    """Like `next_number`, several in a row."""
    year = indian_time.financial_year(at)
    with connection.cursor() as cursor:
        cursor.execute(_NEXT.format(table=NumberSeries._meta.db_table), [series.value, year, count])
        (last,) = cursor.fetchone()
    return [f"{series.value}{year}-{number:07d}" for number in range(last - count + 1, last + 1)]
