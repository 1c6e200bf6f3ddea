"""Seats of this month that a swap or a credit moved to a more expensive session: that is free."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from apps.commerce.models import OrderLine
from apps.core import indian_time
from apps.live.models import Booking, ProgramSession
from apps.office import periods


@dataclass(frozen=True, slots=True)
class Swaps:
    month: str
    count: int
    paise: int
    """By how much the sessions cost more than those that were bought, at today's prices without GST."""


def of_this_month(*, now: datetime) -> Swaps:
    """
    One query over the bookings of this month's sessions.

    What a seat was bought for is in its order's line, or in that of the credit it was booked with.
    """
    month = periods.month_of(indian_time.day_of(now))
    line = OrderLine.objects.filter(pk=OuterRef("line"))
    bought = ProgramSession.objects.filter(pk=OuterRef("bought"))
    found = (
        Booking.objects.booked()
        .filter(**month.contains("session__starts_at"))
        .annotate(line=Coalesce("bought_by", "paid_line"))
        .annotate(bought=Subquery(line.values("item_id")))
        .annotate(more=F("session__base_price_paise") - Subquery(bought.values("base_price_paise")))
        .filter(more__gt=0)
        .aggregate(count=Count("pk"), paise=Sum("more"))
    )
    return Swaps(f"{month.first:%B}", found["count"], found["paise"] or 0)
