"""Sales by day and kind since the month before this one: one query over an index that has all it reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, DateField, F, Func, Sum

from apps.commerce.admin.kinds import kind_label
from apps.commerce.models import Order
from apps.core import indian_time
from apps.core.formatting import indian_number
from apps.office import periods
from apps.office.periods import Period
from apps.office.selectors.home.links import changelist

CHART_DAYS = 30


class IndianDay(Func):
    """
    The day in India of a time.

    On SQLite Django's own truncation calls Python for each row. India has one time zone, without summer time.
    """

    output_field = DateField()
    template = "(%(expressions)s AT TIME ZONE 'Asia/Kolkata')::date"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        # Without the fraction of the second, which SQLite would round up into the next day.
        template = "DATE(SUBSTR(%(expressions)s, 1, 19), '+330 minutes')"
        return self.as_sql(compiler, connection, template=template, **context)


@dataclass(frozen=True, slots=True)
class Amount:
    """How many orders were paid, and the sum of their bills with GST; refunds do not lower it."""

    orders: int
    paise: int
    url: str


@dataclass(frozen=True, slots=True)
class KindRow:
    name: str
    amounts: list[Amount]


@dataclass(frozen=True, slots=True)
class DaySales:
    day: date
    amount: Amount


@dataclass(frozen=True, slots=True)
class Sales:
    headings: list[str]
    """The names of the periods, one for each amount of a row."""
    kinds: list[KindRow]
    total: KindRow
    change: str
    """This month so far against the last column: '12% more than'. Empty if nothing was sold then."""
    days: list[DaySales]
    """The days of the chart, oldest first; days without a sale are in it."""


def by_day_and_kind(*, now: datetime) -> Sales:
    today = indian_time.day_of(now)
    spans = _spans(today)
    chart = Period(today - timedelta(days=CHART_DAYS - 1), today)
    sold = _by_day_and_kind(Period(min(chart.first, spans["before"].first), today))
    kinds = sorted({kind for _, kind in sold})
    total = KindRow("Total", [_amount(sold, span) for span in spans.values()])
    this_month, before = total.amounts[2].paise, total.amounts[3].paise
    days = [chart.first + timedelta(days=number) for number in range(CHART_DAYS)]
    return Sales(
        headings=[
            "Today",
            "7 days",
            f"{today:%B} so far",
            _same_days(spans["before"]),
        ],
        kinds=[
            KindRow(kind_label(kind), [_amount(sold, span, kind=kind) for span in spans.values()])
            for kind in kinds
        ],
        total=total,
        change=_change(this_month, before=before),
        days=[DaySales(day, _amount(sold, Period(day, day))) for day in days],
    )


def _change(paise: int, *, before: int) -> str:
    if not before:
        return ""
    if paise == before:
        return "the same as"
    percent = round(100 * abs(paise - before) / before)
    text = f"{indian_number(percent)}%" if percent else "under 1%"
    if paise and paise < before and percent == 100:
        text = "over 99%"
    return f"{text} {'less' if paise < before else 'more'} than"


def _spans(today: date) -> dict[str, Period]:
    before = periods.month_before(today)
    same_day = min(before.first + timedelta(days=today.day - 1), before.last)
    return {
        "today": Period(today, today),
        "week": Period(today - timedelta(days=6), today),
        "month": Period(today.replace(day=1), today),
        "before": Period(before.first, same_day),
    }


def _same_days(span: Period) -> str:
    if span.first == span.last:
        return f"{span.first.day} {span.first:%B}"
    return f"{span.first.day} to {span.last.day} {span.last:%B}"


Sold = Mapping[tuple[date, str], tuple[int, int]]
"""Orders and paise by day and kind."""


def _by_day_and_kind(period: Period) -> Sold:
    rows = (
        Order.objects.filter(**period.contains("paid_at"))
        .order_by()
        .annotate(day=IndianDay(F("paid_at")))
        .values_list("day", "kind")
        .annotate(orders=Count("*"), paise=Sum("bill_paise"))
    )
    return {(day, kind): (orders, int(paise)) for day, kind, orders, paise in rows}


def _amount(sold: Sold, span: Period, *, kind: str = "") -> Amount:
    chosen = [
        figures for (day, of), figures in sold.items() if span.first <= day <= span.last and kind in ("", of)
    ]
    lookups = {"paid_at__gte": span.starts_at, "paid_at__lt": span.ends_at}
    return Amount(
        orders=sum(orders for orders, _ in chosen),
        paise=sum(paise for _, paise in chosen),
        url=changelist("commerce.order", **lookups, **({"kind": kind} if kind else {})),
    )
