"""
Numbers, amounts and dates as text, the same on server-rendered pages, in messages and on documents.

frontend/src/shared/lib/{money,dates,duration,experience}.ts write the same text: React replaces a page
without a visible change.
"""

import re
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal

from apps.core.indian_time import INDIA


def indian_number(number: int) -> str:
    """1234567 as '12,34,567'."""
    digits = str(number)
    head, tail = digits[:-3], digits[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])


def rupees(amount: float | int) -> str:
    """Rupees as '₹1,23,456.00'."""
    whole, _, decimals = f"{Decimal(str(amount)):.2f}".partition(".")
    return f"₹{indian_number(int(whole))}.{decimals}"


def whole_rupees(amount: float | int) -> str:
    """Rupees, rounded, as '₹1,23,456'."""
    return f"₹{indian_number(int(Decimal(str(amount)).quantize(Decimal(1), ROUND_HALF_UP)))}"


def short_rupees(amount: float | int) -> str:
    """Rupees as '₹1,23,456.50', and whole rupees as '₹1,23,456'."""
    return rupees(amount).removesuffix(".00")


def duration(seconds: int) -> str:
    """'27 sec', '35 min', '8 hours', '1 hour 30 min': rounded to whole minutes from one minute on."""
    if 0 < seconds < 60:
        return f"{seconds} sec"
    hours, minutes = divmod((seconds + 30) // 60, 60)
    hour_text = f"{hours} hour{'' if hours == 1 else 's'}" if hours else ""
    minute_text = f"{minutes} min" if minutes or not hours else ""
    return f"{hour_text} {minute_text}".strip()


def experience(text: str) -> str:
    """'14 years' as "14 years' experience"; any other text as it is."""
    years = re.fullmatch(r"(\d{1,3}\+? year)(s?)", text)
    if years is None:
        return text
    return f"{text}' experience" if years[2] else f"{text}'s experience"


def day(timestamp: str) -> str:
    """The day in India of an ISO 8601 timestamp: 'Sat, 21 Nov 2026'."""
    at = _in_india(timestamp)
    return f"{at:%a}, {at.day} {at:%b} {at.year}"


def calendar_day(iso_date: str) -> str:
    """An ISO 8601 date: 'Sat, 21 Nov 2026'."""
    on = date.fromisoformat(iso_date)
    return f"{on:%a}, {on.day} {on:%b} {on.year}"


def short_day(timestamp: str) -> str:
    """'Sat 21 Nov', without the year."""
    at = _in_india(timestamp)
    return f"{at:%a} {at.day} {at:%b}"


def clock_time(timestamp: str) -> str:
    """The time in India of an ISO 8601 timestamp: '3:00 PM'."""
    at = _in_india(timestamp)
    return f"{at.hour % 12 or 12}:{at:%M} {'AM' if at.hour < 12 else 'PM'}"


def deadline(timestamp: str) -> str:
    """'Sat 21 Nov, 3:00 PM'."""
    return f"{short_day(timestamp)}, {clock_time(timestamp)}"


def time_range(starts: str, ends: str) -> str:
    """From one time to another."""
    return f"{clock_time(starts)} – {clock_time(ends)}"


def day_range(starts: str, ends: str) -> str:
    """From one day to another."""
    return f"{day(starts)} – {day(ends)}"


def _in_india(timestamp: str) -> datetime:
    return datetime.fromisoformat(timestamp).astimezone(INDIA)
