"""Months, and financial years from April to March."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_APRIL = 4


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    month: int

    @classmethod
    def of(cls, day: date) -> Self:
        return cls(day.year, day.month)

    @property
    def first_day(self) -> date:
        return date(self.year, self.month, 1)

    @property
    def last_day(self) -> date:
        return self.shift(1).first_day - timedelta(days=1)

    @property
    def label(self) -> str:
        """'Oct 2026'"""
        return f"{_NAMES[self.month - 1]} {self.year}"

    def shift(self, months: int) -> "Month":
        years, index = divmod(self.month - 1 + months, 12)
        return Month(self.year + years, index + 1)


def financial_year_of(day: date) -> int:
    """The calendar year in which the financial year of a day begins."""
    return day.year if day.month >= _APRIL else day.year - 1


def financial_year_label(year: int) -> str:
    """'2025-26'"""
    return f"{year}-{(year + 1) % 100:02}"


def financial_year_span(year: int) -> tuple[date, date]:
    """First and last day of a financial year."""
    return date(year, _APRIL, 1), date(year + 1, _APRIL - 1, 31)


def day_in_words(day: date) -> str:
    """'7 Nov 2026'"""
    return f"{day.day} {_NAMES[day.month - 1]} {day.year}"
