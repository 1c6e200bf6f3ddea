"""
The regulator's tables, computed from the complaints register; plain arithmetic, no database.

A complaint is pending at the end of a day if it was received by then and not yet resolved. It counts as
resolved in the month in which it was resolved, whenever it was received.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, TypedDict

from apps.content.months import Month, financial_year_label, financial_year_of, financial_year_span
from apps.core.json_types import Date, Help, component
from apps.support.states import ComplaintSource

MONTHS_SHOWN = 12
YEARS_SHOWN = 5
TOTAL = "Grand Total"


@dataclass(frozen=True, slots=True)
class Entry:
    source: str
    received: date
    resolved: date | None
    is_impersonation: bool

    def is_pending_on(self, day: date) -> bool:
        return self.received <= day and (self.resolved is None or self.resolved > day)

    def is_pending_over_three_months_on(self, day: date) -> bool:
        return self.is_pending_on(day) and self.received <= _three_months_before(day)


class SourceRow(TypedDict):
    receivedFrom: str
    pendingBefore: Annotated[int, Help("Pending at the end of last month.")]
    received: int
    resolved: int
    pending: int
    pendingOverThreeMonths: int
    averageResolutionDays: float | None


class TrendRow(TypedDict):
    period: Annotated[str, Help("'Oct 2026', or '2026-27'.")]
    carriedForward: int
    received: int
    resolved: int
    pending: int


class Trend(TypedDict):
    rows: list[TrendRow]
    total: TrendRow


@component("ComplaintsOut")
class Figures(TypedDict):
    monthEnding: Date
    finalFrom: Annotated[Date, Help("The figures are final from this day on.")]
    isFinal: bool
    sources: list[SourceRow]
    total: SourceRow
    impersonation: int
    monthly: Trend
    annual: Trend


def figures(entries: Iterable[Entry], *, today: date) -> Figures:
    """The tables of the last complete month, by the calendar in India."""
    register = list(entries)
    counted = [entry for entry in register if not entry.is_impersonation]
    month = Month.of(today).shift(-1)
    by_source = [
        _source_row(ComplaintSource(source).label, _from_source(counted, source), month=month)
        for source in ComplaintSource.values
    ]
    return {
        "monthEnding": month.last_day.isoformat(),
        "finalFrom": final_from(month).isoformat(),
        "isFinal": today >= final_from(month),
        "sources": by_source,
        "total": _source_row(TOTAL, counted, month=month),
        "impersonation": sum(
            month.first_day <= entry.received <= month.last_day
            for entry in register
            if entry.is_impersonation
        ),
        "monthly": _trend(counted, _months(month)),
        "annual": _trend(counted, _years(counted, until=month.last_day)),
    }


def final_from(month: Month) -> date:
    """The first day on which the figures of a month are final: they must be published by the 7th."""
    return month.shift(1).first_day + timedelta(days=7)


def earliest_open_day(*, today: date) -> date:
    """The earliest date that an entry of the register may have: the figures before it are final."""
    last = Month.of(today).shift(-1)
    return Month.of(today).first_day if today >= final_from(last) else last.first_day


def _source_row(name: str, entries: Sequence[Entry], *, month: Month) -> SourceRow:
    first, last = month.first_day, month.last_day
    resolved = [entry for entry in entries if entry.resolved and first <= entry.resolved <= last]
    return {
        "receivedFrom": name,
        "pendingBefore": _pending(entries, first - timedelta(days=1)),
        "received": sum(first <= entry.received <= last for entry in entries),
        "resolved": len(resolved),
        "pending": _pending(entries, last),
        "pendingOverThreeMonths": sum(entry.is_pending_over_three_months_on(last) for entry in entries),
        "averageResolutionDays": _average_days(resolved),
    }


def _average_days(resolved: Sequence[Entry]) -> float | None:
    """Rounded half up to a tenth of a day; None if nothing was resolved."""
    days = [(entry.resolved - entry.received).days for entry in resolved if entry.resolved]
    return (20 * sum(days) + len(days)) // (2 * len(days)) / 10 if days else None


def _trend(entries: Sequence[Entry], periods: Sequence[tuple[str, date, date]]) -> Trend:
    rows = [_trend_row(entries, name=name, first=first, last=last) for name, first, last in periods]
    total: TrendRow = {
        "period": TOTAL,
        "carriedForward": rows[0]["carriedForward"],
        "received": sum(row["received"] for row in rows),
        "resolved": sum(row["resolved"] for row in rows),
        "pending": rows[-1]["pending"],
    }
    return {"rows": rows, "total": total}


def _trend_row(entries: Sequence[Entry], *, name: str, first: date, last: date) -> TrendRow:
    return {
        "period": name,
        "carriedForward": _pending(entries, first - timedelta(days=1)),
        "received": sum(first <= entry.received <= last for entry in entries),
        "resolved": sum(entry.resolved is not None and first <= entry.resolved <= last for entry in entries),
        "pending": _pending(entries, last),
    }


def _months(last: Month) -> list[tuple[str, date, date]]:
    months = [last.shift(back) for back in range(1 - MONTHS_SHOWN, 1)]
    return [(month.label, month.first_day, month.last_day) for month in months]


def _years(entries: Sequence[Entry], *, until: date) -> list[tuple[str, date, date]]:
    """At most the last five financial years, from the first one in the register to the current one so far."""
    present = financial_year_of(until)
    first = min((financial_year_of(entry.received) for entry in entries), default=present)
    years = range(max(min(first, present), present - YEARS_SHOWN + 1), present + 1)
    spans = [(financial_year_label(year), *financial_year_span(year)) for year in years]
    return [(name, begins, min(ends, until)) for name, begins, ends in spans]


def _pending(entries: Sequence[Entry], day: date) -> int:
    return sum(entry.is_pending_on(day) for entry in entries)


def _from_source(entries: Sequence[Entry], source: str) -> list[Entry]:
    return [entry for entry in entries if entry.source == source]


def _three_months_before(day: date) -> date:
    month = Month.of(day).shift(-3)
    return min(month.last_day, month.first_day + timedelta(days=day.day - 1))
