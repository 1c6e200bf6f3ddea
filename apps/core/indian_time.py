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
