"""
The regulator's tables, counted from the register; plain arithmetic, no database.

A complaint is pending at the end of a day when it had come by then and was not resolved by then. It is
resolved in the month of its day of resolution, whenever it came.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypedDict

from apps.content.states import ComplaintSource
from apps.core.months import Month, financial_year_label, financial_year_of, financial_year_span

MONTHS_SHOWN = 12
YEARS_SHOWN = 5
TOTAL = "Grand Total"


@dataclass(frozen=True, slots=True)
class Entry:
    source: str
    received: date
    resolved: date | None
    is_impersonation: bool

    def is_pending_at_the_end_of(self, day: date) -> bool:
        return self.received <= day and (self.resolved is None or self.resolved > day)

    def is_old_at_the_end_of(self, day: date) -> bool:
        return self.is_pending_at_the_end_of(day) and self.received <= _three_months_before(day)


class SourceRow(TypedDict):
    receivedFrom: str
    pendingBefore: int
    received: int
    resolved: int
    pending: int
    pendingOverThreeMonths: int
    averageResolutionDays: float | None


class TrendRow(TypedDict):
    period: str
    carriedForward: int
    received: int
    resolved: int
    pending: int


class Trend(TypedDict):
    rows: list[TrendRow]
    total: TrendRow


class Figures(TypedDict):
    monthEnding: str
    finalFrom: str
    isFinal: bool
    sources: list[SourceRow]
    total: SourceRow
    impersonation: int
    monthly: Trend
    annual: Trend


def figures(entries: Iterable[Entry], *, today: date) -> Figures:
    """Of the last month that is over, in India's calendar."""
    register = list(entries)
    counted = [entry for entry in register if not entry.is_impersonation]
    month = Month.of(today).moved(-1)
    by_source = [
        _source_row(ComplaintSource(source).label, _of(counted, source), month=month)
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
    """The first day on which the figures of a month can change no more: they are due on the 7th."""
    return month.moved(1).first_day + timedelta(days=7)


def earliest_open_day(*, today: date) -> date:
    """No line of the register may be dated before this: the months before are published for good."""
    last = Month.of(today).moved(-1)
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
        "pendingOverThreeMonths": sum(entry.is_old_at_the_end_of(last) for entry in entries),
        "averageResolutionDays": _average_days(resolved),
    }


def _average_days(resolved: Sequence[Entry]) -> float | None:
    """To a tenth of a day, halves up; nothing where nothing was resolved."""
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
    months = [last.moved(back) for back in range(1 - MONTHS_SHOWN, 1)]
    return [(month.label, month.first_day, month.last_day) for month in months]


def _years(entries: Sequence[Entry], *, until: date) -> list[tuple[str, date, date]]:
    """From the register's first year on, at most the last five; the present one as far as it has come."""
    present = financial_year_of(until)
    first = min((financial_year_of(entry.received) for entry in entries), default=present)
    years = range(max(min(first, present), present - YEARS_SHOWN + 1), present + 1)
    spans = [(financial_year_label(year), *financial_year_span(year)) for year in years]
    return [(name, begins, min(ends, until)) for name, begins, ends in spans]


def _pending(entries: Sequence[Entry], day: date) -> int:
    return sum(entry.is_pending_at_the_end_of(day) for entry in entries)


def _of(entries: Sequence[Entry], source: str) -> list[Entry]:
    return [entry for entry in entries if entry.source == source]


def _three_months_before(day: date) -> date:
    month = Month.of(day).moved(-3)
    return min(month.last_day, month.first_day + timedelta(days=day.day - 1))
