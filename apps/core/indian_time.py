"""Calendar days, midnights and financial years in India, whatever the server's time zone is."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

INDIA = ZoneInfo("Asia/Kolkata")


def day_of(at: datetime) -> date:
    return at.astimezone(INDIA).date()


def today() -> date:
    return day_of(timezone.now())


def start_of_day(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=INDIA)


def end_of_day(day: date) -> datetime:
    """Midnight after the day."""
    return start_of_day(day + timedelta(days=1))


def iso_utc(at: datetime) -> str:
    """ISO 8601 in UTC, to the second: the format of every timestamp in JSON."""
    return at.astimezone(UTC).isoformat(timespec="seconds").removesuffix("+00:00") + "Z"


def iso_utc_or_none(at: datetime | None) -> str | None:
    return None if at is None else iso_utc(at)


def iso_utc_exact(at: datetime) -> str:
    """Like `iso_utc`, with the milliseconds if there are any: for times by which clients order changes."""
    if at.microsecond < 1000:
        return iso_utc(at)
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def financial_year(at: datetime) -> str:
    """From 1 April to 31 March: '2627' for the one that starts in April 2026."""
    day = day_of(at)
    start_year = day.year if day.month >= 4 else day.year - 1
    return f"{start_year % 100:02d}{(start_year + 1) % 100:02d}"
