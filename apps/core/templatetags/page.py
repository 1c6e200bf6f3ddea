"""
What templates write as the browser writes it, so that React replaces a page without a change.

The twins live in frontend/src/shared/lib/{money,dates}.ts.
"""

import unicodedata
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from itertools import takewhile
from typing import Any

from django import template

from apps.core.indian_time import INDIA

register = template.Library()


@register.filter
def indian(number: int) -> str:
    """1234567 as '12,34,567'."""
    digits = str(number)
    head, tail = digits[:-3], digits[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])


@register.filter
def rupees(amount: float | int) -> str:
    """An amount from the wire as '₹1,23,456.00'."""
    whole, _, decimals = f"{Decimal(str(amount)):.2f}".partition(".")
    return f"₹{indian(int(whole))}.{decimals}"


@register.filter
def whole_rupees(amount: float | int) -> str:
    """An amount from the wire as '₹1,23,456'."""
    return f"₹{indian(int(Decimal(str(amount)).quantize(Decimal(1), ROUND_HALF_UP)))}"


@register.simple_tag
def percent_off(offer: float | int, markup: float | int | None) -> int | None:
    """The whole per cent that the offer lies below the struck-through price, or None."""
    if not markup:
        return None
    share = (Decimal(str(markup)) - Decimal(str(offer))) / Decimal(str(markup)) * 100
    percent = int(share.quantize(Decimal(1), ROUND_HALF_UP))
    return percent if percent > 0 else None


@register.filter
def minutes(seconds: int) -> str:
    return f"{Decimal(seconds) / 60:.2f}"


@register.filter
def day(moment: str) -> str:
    """'Sat, 21 Nov 2026' for a moment from the wire, in India."""
    at = datetime.fromisoformat(moment).astimezone(INDIA)
    return f"{at:%a}, {at.day} {at:%b} {at.year}"


@register.filter
def calendar_day(day: str) -> str:
    """'Sat, 21 Nov 2026' for a day of the calendar from the wire."""
    on = date.fromisoformat(day)
    return f"{on:%a}, {on.day} {on:%b} {on.year}"


@register.filter
def near_day(moment: str) -> str:
    """'Sat 21 Nov', for days that are near."""
    at = datetime.fromisoformat(moment).astimezone(INDIA)
    return f"{at:%a} {at.day} {at:%b}"


@register.filter
def deadline(moment: str) -> str:
    """'Sat 21 Nov, 3:00 PM'."""
    return f"{near_day(moment)}, {clock(moment)}"


@register.filter
def clock(moment: str) -> str:
    """'3:00 PM' for a moment from the wire, in India."""
    at = datetime.fromisoformat(moment).astimezone(INDIA)
    return f"{at.hour % 12 or 12}:{at:%M} {'AM' if at.hour < 12 else 'PM'}"


@register.filter
def star_kinds(rating: float) -> list[str]:
    halves = int(min(max(rating, 0), 5) * 2)
    return [
        "whole" if halves >= place * 2 else "half" if halves == place * 2 - 1 else "none"
        for place in range(1, 6)
    ]


@register.simple_tag
def time_range(starts: str, ends: str) -> str:
    return f"{clock(starts)} – {clock(ends)}"


@register.simple_tag
def day_range(starts: str, ends: str) -> str:
    return f"{day(starts)} – {day(ends)}"


@register.simple_tag
def onwards(starts: str) -> str:
    return f"{day(starts)} onwards"


@register.simple_tag
def live_at(now: datetime, starts: str, ends: str) -> bool:
    """From the start on, and over when the end comes."""
    return datetime.fromisoformat(starts) <= now < datetime.fromisoformat(ends)


@register.simple_tag
def cheapest(sessions: list[dict[str, Any]]) -> int:
    return min(int(session["basePricePerSession"]) for session in sessions)


@register.filter
def initials(name: str) -> str:
    """The first letters of the first and last name, vowel signs included, or 'R' for nobody's name."""
    words = name.split()
    chosen = [words[0], words[-1]] if len(words) > 1 else words
    return "".join(_first_letter(word) for word in chosen).upper() or "R"


def _first_letter(word: str) -> str:
    marks = takewhile(lambda sign: unicodedata.category(sign).startswith("M"), word[1:])
    return word[0] + "".join(marks)
