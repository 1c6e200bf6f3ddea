"""Document numbers: unique and without gaps in a financial year."""

from datetime import datetime

from django.db import connection

from apps.commerce.models import NumberSeries
from apps.commerce.states import Series
from apps.core import indian_time

_NEXT = """
    INSERT INTO {table} (series, year, last) VALUES (%s, %s, 1)
    ON CONFLICT (series, year) DO UPDATE SET last = {table}.last + 1
    RETURNING last
"""


def next_number(*, series: Series, at: datetime) -> str:
    """
    The next number, such as INV2627-0000001. Joins the caller's transaction.

    The row stays locked until that ends, so that a rollback leaves no gap. Call it last.
    """
    year = indian_time.financial_year(at)
    with connection.cursor() as cursor:
        cursor.execute(_NEXT.format(table=NumberSeries._meta.db_table), [series.value, year])
        (last,) = cursor.fetchone()
    return f"{series.value}{year}-{last:07d}"
