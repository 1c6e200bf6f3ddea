"""Calendar days of the place: 'today' and 'past' are those of India, wherever the server stands."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

INDIA = ZoneInfo("Asia/Kolkata")


def day_of(moment: datetime) -> date:
    return moment.astimezone(INDIA).date()


def start_of_day(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=INDIA)


def end_of_day(day: date) -> datetime:
    """The first moment after the day."""
    return start_of_day(day + timedelta(days=1))


def on_wire(moment: datetime) -> str:
    """ISO 8601 in UTC, to the second, as the contract writes moments."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").removesuffix("+00:00") + "Z"


def financial_year(moment: datetime) -> str:
    """From 1 April to 31 March: 2627 for the one that begins in April 2026."""
    day = day_of(moment)
    begins = day.year if day.month >= 4 else day.year - 1
    return f"{begins % 100:02d}{(begins + 1) % 100:02d}"
