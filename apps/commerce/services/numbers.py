"""The next number of a series, without gaps and twins in a financial year."""

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


def take(*, series: Series, at: datetime) -> str:
    """
    The next number, such as INV2627-0000001; joins the caller's transaction.

    Its row is held until that ends, so that a rollback gives the number to the next one: take it last.
    """
    year = indian_time.financial_year(at)
    with connection.cursor() as cursor:
        cursor.execute(_NEXT.format(table=NumberSeries._meta.db_table), [series.value, year])
        (last,) = cursor.fetchone()
    return f"{series.value}{year}-{last:07d}"
