"""
The rate of GST on a day.

The whole table is cached in the process for at most a minute. That cannot give an old rate: a rate is
entered, changed or withdrawn `services.gst_rates.NOTICE` before it begins at the latest, so every copy knows
it by then (decision 0046).
"""

from datetime import date, datetime

from django.utils import timezone

from apps.commerce import pricing
from apps.commerce.models.gst_rate import CACHE_TAGS, GstRate
from apps.core import gst, indian_time, tagged_cache


class NoRate(LookupError):
    """The day is before the first rate."""


def rate_at(at: datetime, /) -> int:
    """
    The rate in basis points on the Indian day of this time.

    :raises NoRate: if the day is before the first rate
    """
    return rate_on(indian_time.day_of(at))


def rate_on(day: date) -> int:
    """
    The rate in basis points on an Indian day.

    :raises NoRate: if the day is before the first rate
    """
    for starts_on, basis_points in table():
        if starts_on <= day:
            return basis_points
    raise NoRate(day)


def tax_on(day: date) -> gst.Tax:
    """For the apps that show prices."""
    rate = rate_on(day)
    return gst.Tax(lambda price_paise: pricing.totals(price_paise=price_paise, gst_bp=rate).bill_paise)


def percent_at(at: datetime, /) -> int | float:
    return pricing.percent(rate_at(at))


def text() -> str:
    """Today's rate as texts state it: '18%'."""
    return f"{percent_at(timezone.now())}%"


def table() -> list[tuple[date, int]]:
    """First days and basis points, the newest first."""
    return tagged_cache.local(tags=CACHE_TAGS, key="gst rates", make=_read)


def _read() -> list[tuple[date, int]]:
    return [(row.starts_on, row.basis_points) for row in GstRate.objects.order_by("-starts_on")]
