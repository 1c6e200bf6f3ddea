"""The parameters of messages about bookings, with dates and times in Indian time."""

from datetime import datetime
from itertools import chain

from django.conf import settings

from apps.accounts.services import templates
from apps.core.formatting import date_and_time
from apps.core.indian_time import INDIA
from apps.live.models import Booking, Meeting, Mentorship, ProgramSession
from apps.live.models.base import TimedModel


def booking_params(
    booking: Booking, *, now: datetime, meeting: TimedModel | None = None, at: datetime | None = None
) -> dict[str, str]:
    """
    Like `item_params`.

    :param meeting: the one meeting of a mentorship that the message is about
    """
    return item_params(meeting or booking.item, now=now, at=at)


def item_params(
    item: TimedModel, *, now: datetime, at: datetime | None = None, path: str = "/my-learnings"
) -> dict[str, str]:
    """
    The day and time are those of the start, unless `at` gives others; `when` is always the start.

    :param now: a mentorship starts with the meeting that is on or next then
    """
    starts_at = _start(item, now=now)
    when = (at or starts_at).astimezone(INDIA)
    return {
        "title": templates.as_text(full_title(item)),
        "short_title": short_title(item),
        "when": date_and_time(starts_at),
        "day": f"{when.day} {when:%b} {when.year}",
        "time": f"{when:%I:%M %p}".lstrip("0"),
        "link": f"{settings.SITE_URL}{path}",
    }


def _start(item: TimedModel, *, now: datetime) -> datetime:
    """With no meeting on or ahead, that of the first that was cancelled with the whole, or else the start."""
    if not isinstance(item, Mentorship):
        return item.starts_at
    rows = list(item.meetings.all())
    ahead = (row.starts_at for row in rows if not row.is_cancelled and row.ends_at > now)
    with_it = (row.starts_at for row in rows if item.is_cancelled and row.cancelled_at == item.cancelled_at)
    return next(chain(ahead, with_it), item.starts_at)


def full_title(item: TimedModel) -> str:
    """A session's name follows the title of its program, a meeting's that of its mentorship."""
    if isinstance(item, ProgramSession):
        return f"{item.program.title}: {item.name}"
    if isinstance(item, Meeting):
        return f"{item.mentorship.title}: {item.title}"
    return str(item)


def short_title(item: TimedModel) -> str:
    """For an SMS; a session or meeting that does not fit with the title of the whole is named alone."""
    title = templates.as_text(full_title(item))
    short = templates.as_short_text(title)
    if short == title or not isinstance(item, ProgramSession | Meeting):
        return short
    return templates.as_short_text(item.name if isinstance(item, ProgramSession) else item.title)
