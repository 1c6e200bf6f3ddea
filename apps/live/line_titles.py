"""How order lines are named, on receipts, invoices and credit notes: what was sold, and its day in India."""

from datetime import date

from apps.core import indian_time
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar

_MAX_LENGTH = 200
"""An order line stores no longer title: its end, the date, would be cut off."""


def of_session(session: ProgramSession, *, program: LiveTrading) -> str:
    """'Opening Bell Desk: Gap and range, 27 Nov 2026'."""
    end = f": {session.name}, {_day(indian_time.day_of(session.starts_at))}"
    return _shortened(program.title, by=len(end)) + end


def of_event(event: Webinar | Mentorship) -> str:
    """'Reading the tape, 27 Nov 2026', or with two dates where it takes several days."""
    first, last = indian_time.day_of(event.starts_at), indian_time.day_of(event.ends_at)
    days = _day(first) if first == last else f"{_day(first)} to {_day(last)}"
    return f"{event.title}, {days}"


def _day(day: date) -> str:
    return f"{day.day} {day:%b %Y}"


def _shortened(title: str, *, by: int) -> str:
    space = _MAX_LENGTH - by
    return title if len(title) <= space else f"{title[: space - 1].rstrip()}…"
