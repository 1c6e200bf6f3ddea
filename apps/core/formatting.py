"""Numbers, amounts and times as text in messages, on documents and in the admin."""

from datetime import datetime, timedelta
from decimal import Decimal

from apps.core.indian_time import INDIA
from apps.core.money import Money


def indian_number(number: int) -> str:
    """1234567 as '12,34,567'."""
    digits = str(number)
    head, tail = digits[:-3], digits[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])


_NAMES = {"otp": "OTP", "pro": "Pro"}


def words_of(key: str) -> str:
    """'booking_confirmed' as 'Booking confirmed' and 'otp' as 'OTP', for staff."""
    text = " ".join(_NAMES.get(word, word) for word in key.split("_"))
    return text[:1].upper() + text[1:]


def ordinal(number: int) -> str:
    """1 as '1st', 12 as '12th'."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    is_teen = 10 < number % 100 < 14
    return f"{number}{'th' if is_teen else endings.get(number % 10, 'th')}"


def rupees(amount: float | int) -> str:
    """Rupees as '₹1,23,456.00'."""
    whole, _, decimals = f"{Decimal(str(amount)):.2f}".partition(".")
    return f"₹{indian_number(int(whole))}.{decimals}"


def short_price(paise: int) -> str:
    """Paise as '₹1,23,456', or '₹1,23,456.50' where there are paise."""
    return rupees(Money(paise).to_rupees()).removesuffix(".00")


def exact_price(paise: int) -> str:
    """Paise as '₹1,23,456.00', with a minus for negative amounts."""
    written = rupees(Money(abs(paise)).to_rupees())
    return f"−{written}" if paise < 0 else written


def clock_time(timestamp: str) -> str:
    """The time in India of an ISO 8601 timestamp: '3:00 PM'."""
    at = datetime.fromisoformat(timestamp).astimezone(INDIA)
    return f"{at.hour % 12 or 12}:{at:%M} {'AM' if at.hour < 12 else 'PM'}"


def date_and_time(at: datetime) -> str:
    """In India, as in messages: 'Fri 27 Nov 2026, 3:45 PM'."""
    local = at.astimezone(INDIA)
    return f"{local:%a} {local.day} {local:%b} {local.year}, {clock_time(local.isoformat())}"


_UNITS = (("day", timedelta(days=1), 2), ("hour", timedelta(hours=1), 1), ("minute", timedelta(minutes=1), 1))
"""Each with the smallest number of it that is used: a day reads '24 hours'."""


def time_span(duration: timedelta) -> str:
    """'90 days', '4 hours', '1 minute', in the largest unit that fits exactly."""
    for unit, length, fewest in _UNITS:
        count, rest = divmod(duration, length)
        if not rest and count >= fewest:
            return _counted(count, unit)
    return _counted(int(duration.total_seconds()), "second")


def iso_duration(seconds: int) -> str:
    """'PT35M' for search engines: rounded as `formatDuration` in duration.ts rounds for people."""
    return f"PT{seconds}S" if 0 < seconds < 60 else f"PT{(seconds + 30) // 60}M"


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
