"""Filters and tags that every template has without loading them."""

import unicodedata
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from itertools import takewhile
from typing import Any

from django import template

from apps.core import formatting

register = template.Library()

register.filter("indian_number", formatting.indian_number)
register.filter("rupees", formatting.rupees)
register.filter("whole_rupees", formatting.whole_rupees)
register.filter("short_rupees", formatting.short_rupees)
register.filter("duration", formatting.duration)
register.filter("experience", formatting.experience)
register.filter("day", formatting.day)
register.filter("calendar_day", formatting.calendar_day)
register.filter("short_day", formatting.short_day)
register.filter("clock_time", formatting.clock_time)
register.filter("deadline", formatting.deadline)
register.simple_tag(formatting.time_range)
register.simple_tag(formatting.day_range)


@register.simple_tag
def onwards(starts: str) -> str:
    return f"{formatting.day(starts)} onwards"


@register.simple_tag
def percent_off(offer: float | int, markup: float | int | None) -> int | None:
    """The discount on the struck-through price in whole per cent, or None."""
    if not markup:
        return None
    share = (Decimal(str(markup)) - Decimal(str(offer))) / Decimal(str(markup)) * 100
    percent = int(share.quantize(Decimal(1), ROUND_HALF_UP))
    return percent if percent > 0 else None


@register.filter
def star_kinds(rating: float) -> list[str]:
    halves = int(min(max(rating, 0), 5) * 2)
    return [
        "whole" if halves >= place * 2 else "half" if halves == place * 2 - 1 else "none"
        for place in range(1, 6)
    ]


@register.simple_tag
def live_at(now: datetime, starts: str, ends: str) -> bool:
    """The start is included, the end is not."""
    return datetime.fromisoformat(starts) <= now < datetime.fromisoformat(ends)


@register.simple_tag
def cheapest(sessions: list[dict[str, Any]]) -> int:
    return min(int(session["basePricePerSession"]) for session in sessions)


@register.filter
def initials(name: str) -> str:
    """The first letters of the first and the last name, vowel signs included; 'R' without a name."""
    words = name.split()
    chosen = [words[0], words[-1]] if len(words) > 1 else words
    return "".join(_first_letter(word) for word in chosen).upper() or "R"


@register.filter
def first_name(name: str) -> str:
    """'Asha' for 'Asha Menon'."""
    return next(iter(name.split()), "")


def _first_letter(word: str) -> str:
    marks = takewhile(lambda sign: unicodedata.category(sign).startswith("M"), word[1:])
    return word[0] + "".join(marks)
