"""Days on which the exchange is closed."""

from collections.abc import Collection, Iterator
from datetime import date, timedelta
from typing import TypedDict

from apps.core import indian_time
from apps.core.json_types import Date
from apps.live.models import ExchangeHoliday, ProgramSession


class Holiday(TypedDict):
    date: Date
    name: str


def all_days() -> list[Holiday]:
    rows = ExchangeHoliday.objects.order_by("date").values_list("date", "name")
    return [{"date": day.isoformat(), "name": name} for day, name in rows]


def between(*, since: date, until: date) -> set[date]:
    return set(
        ExchangeHoliday.objects.filter(date__range=(since, until)).values_list("date", flat=True).iterator()
    )


def open_days(*, weekdays: Collection[int], since: date, until: date) -> Iterator[date]:
    """The days on these weekdays (Monday is 0), both ends included, on which the exchange is open."""
    closed = between(since=since, until=until)
    for offset in range((until - since).days + 1):
        day = since + timedelta(days=offset)
        if day.weekday() in weekdays and day not in closed:
            yield day


def on_weekdays(*, weekdays: Collection[int], since: date, until: date) -> list[Holiday]:
    """The holidays that fall on one of these weekdays, both ends included."""
    rows = ExchangeHoliday.objects.filter(date__range=(since, until)).order_by("date")
    return [
        {"date": day.isoformat(), "name": name}
        for day, name in rows.values_list("date", "name")
        if day.weekday() in weekdays
    ]


def sessions_on(*, days: Collection[date]) -> list[ProgramSession]:
    """Sessions that are planned on these days. They stay until staff reschedule or cancel them."""
    if not days:
        return []
    rows = ProgramSession.objects.not_cancelled().filter(
        starts_at__gte=indian_time.start_of_day(min(days)), starts_at__lt=indian_time.end_of_day(max(days))
    )
    return [
        row
        for row in rows.select_related("program").order_by("starts_at", "pk")
        if indian_time.day_of(row.starts_at) in days
    ]
