"""
The regulator's tables, computed from the complaints register; plain arithmetic, no database.

A complaint is pending at the end of a day if it was received by then and not yet resolved. It counts as
resolved in the month in which it was resolved, whenever it was received.

The figures of a frozen month are those of its snapshot (`models/frozen_month.py`), whatever the register says
by now. All other months are counted.
"""

from collections.abc import Iterable, Mapping, Sequence
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


@component("ComplaintSourceOut")
class SourceRow(TypedDict):
    receivedFrom: str
    pendingBefore: Annotated[int, Help("Pending at the end of last month.")]
    received: int
    resolved: int
    pending: int
    pendingOverThreeMonths: int
    averageResolutionDays: float | None


@component("ComplaintTrendRowOut")
class TrendRow(TypedDict):
    period: Annotated[str, Help("'Oct 2026', or '2026-27'.")]
    carriedForward: int
    received: int
    resolved: int
    pending: int


@component("ComplaintTrendOut")
class Trend(TypedDict):
    rows: list[TrendRow]
    total: TrendRow


class MonthFigures(TypedDict):
    """What is frozen of a month."""

    sources: list[SourceRow]
    total: SourceRow
    impersonation: int


Frozen = Mapping[Month, MonthFigures]


@component("ComplaintsOut")
class Figures(MonthFigures):
    monthEnding: Date
    finalFrom: Annotated[Date, Help("The figures are final from this day on.")]
    isFinal: bool
    monthly: Trend
    annual: Trend


def figures(entries: Iterable[Entry], *, today: date, frozen: Frozen) -> Figures:
    """The tables of the last complete month, by the calendar in India."""
    register = list(entries)
    month = Month.of(today).shift(-1)
    present = financial_year_of(month.last_day)
    began = [financial_year_of(entry.received) for entry in register if not entry.is_impersonation]
    began += [financial_year_of(frozen_month.first_day) for frozen_month in frozen]
    first_year = max(min([*began, present]), present - YEARS_SHOWN + 1)
    monthly = [month.shift(back) for back in range(1 - MONTHS_SHOWN, 1)]
    first = min(monthly[0], Month.of(financial_year_span(first_year)[0]))
    counts = {each: _counts(register, frozen, month=each) for each in _until(first, month)}
    years = [
        (financial_year_label(year), [counts[each] for each in counts if _is_in_year(each, year)])
        for year in range(first_year, present + 1)
    ]
    return {
        **(frozen[month] if month in frozen else month_figures(register, month=month)),
        "monthEnding": month.last_day.isoformat(),
        "finalFrom": final_from(month).isoformat(),
        "isFinal": today >= final_from(month),
        "monthly": _trend([_trend_row(each.label, [counts[each]]) for each in monthly]),
        "annual": _trend([_trend_row(name, months) for name, months in years]),
    }


def month_figures(register: Sequence[Entry], *, month: Month) -> MonthFigures:
    counted = [entry for entry in register if not entry.is_impersonation]
    return {
        "sources": [
            _source_row(
                ComplaintSource(source).label,
                [entry for entry in counted if entry.source == source],
                month=month,
            )
            for source in ComplaintSource.values
        ],
        "total": _source_row(TOTAL, counted, month=month),
        "impersonation": sum(
            month.first_day <= entry.received <= month.last_day
            for entry in register
            if entry.is_impersonation
        ),
    }


def final_months(register: Iterable[Entry], *, today: date) -> list[Month]:
    """The months whose figures are final, from the first complaint on."""
    first = min((entry.received for entry in register), default=None)
    last = Month.of(earliest_open_day(today=today)).shift(-1)
    return [] if first is None else _until(Month.of(first), last)


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
    # Rounded half up to a tenth of a day; None if nothing was resolved.
    days = [(entry.resolved - entry.received).days for entry in resolved if entry.resolved]
    return {
        "receivedFrom": name,
        "pendingBefore": _pending(entries, first - timedelta(days=1)),
        "received": sum(first <= entry.received <= last for entry in entries),
        "resolved": len(resolved),
        "pending": _pending(entries, last),
        "pendingOverThreeMonths": sum(entry.is_pending_over_three_months_on(last) for entry in entries),
        "averageResolutionDays": (20 * sum(days) + len(days)) // (2 * len(days)) / 10 if days else None,
    }


def _counts(register: Sequence[Entry], frozen: Frozen, *, month: Month) -> SourceRow:
    if month in frozen:
        return frozen[month]["total"]
    counted = [entry for entry in register if not entry.is_impersonation]
    return _source_row(TOTAL, counted, month=month)


def _trend_row(name: str, months: Sequence[SourceRow]) -> TrendRow:
    return {
        "period": name,
        "carriedForward": months[0]["pendingBefore"],
        "received": sum(month["received"] for month in months),
        "resolved": sum(month["resolved"] for month in months),
        "pending": months[-1]["pending"],
    }


def _trend(rows: list[TrendRow]) -> Trend:
    total: TrendRow = {
        "period": TOTAL,
        "carriedForward": rows[0]["carriedForward"],
        "received": sum(row["received"] for row in rows),
        "resolved": sum(row["resolved"] for row in rows),
        "pending": rows[-1]["pending"],
    }
    return {"rows": rows, "total": total}


def _until(first: Month, last: Month) -> list[Month]:
    """All months from the first to the last."""
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    return [first.shift(step) for step in range(count)]


def _is_in_year(month: Month, year: int) -> bool:
    return financial_year_of(month.first_day) == year


def _pending(entries: Sequence[Entry], day: date) -> int:
    return sum(entry.is_pending_on(day) for entry in entries)


def _three_months_before(day: date) -> date:
    month = Month.of(day).shift(-3)
    return min(month.last_day, month.first_day + timedelta(days=day.day - 1))
