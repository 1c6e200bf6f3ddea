"""The period of the page 'Figures': whole days in India."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django import forms

from apps.core import indian_time

EARLIEST = date(2017, 7, 1)
"""GST began on this day."""
LATEST = date(2099, 12, 31)


@dataclass(frozen=True, slots=True)
class Period:
    """Both days belong to it."""

    first: date
    last: date

    @property
    def starts_at(self) -> datetime:
        return indian_time.start_of_day(self.first)

    @property
    def ends_at(self) -> datetime:
        """Midnight after the last day, which does not belong to it."""
        return indian_time.end_of_day(self.last)

    def contains(self, column: str) -> dict[str, datetime]:
        """A filter for a column with times, which an index supports."""
        return {f"{column}__gte": self.starts_at, f"{column}__lt": self.ends_at}


def month_of(day: date) -> Period:
    first = day.replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return Period(first, following - timedelta(days=1))


def month_before(day: date) -> Period:
    return month_of(day.replace(day=1) - timedelta(days=1))


def financial_year_of(day: date) -> Period:
    """From 1 April to 31 March."""
    year = day.year if day.month >= 4 else day.year - 1
    return Period(date(year, 4, 1), date(year + 1, 3, 31))


class PeriodForm(forms.Form):
    first = forms.DateField(label="From", widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label="To", widget=forms.DateInput(attrs={"type": "date"}))

    def clean(self) -> dict[str, Any]:
        days: dict[str, Any] = super().clean() or {}
        first, last = days.get("first"), days.get("last")
        for name, day in (("first", first), ("last", last)):
            if day is not None and not EARLIEST <= day <= LATEST:
                self.add_error(name, "Enter a day from 1 July 2017, when GST began, to 31 December 2099.")
        if first is not None and last is not None and last < first:
            self.add_error("last", "The last day is before the first.")
        return days

    @property
    def period(self) -> Period:
        """The period that a valid form has."""
        return Period(self.cleaned_data["first"], self.cleaned_data["last"])
