"""The parameters of messages about bookings, with dates and times in Indian time."""

from datetime import datetime

from django.conf import settings

from apps.accounts.services import templates
from apps.core.formatting import date_and_time
from apps.core.indian_time import INDIA
from apps.live.models import Booking, Meeting, ProgramSession
from apps.live.models.base import TimedModel


def booking_params(
    booking: Booking, *, meeting: TimedModel | None = None, at: datetime | None = None
) -> dict[str, str]:
    """
    The day and time are those of the start, unless `at` gives others; `when` is always the start.

    :param meeting: the one meeting of a mentorship that the message is about
    """
    return item_params(meeting or booking.item, at=at)


def item_params(
    item: TimedModel, *, at: datetime | None = None, path: str = "/my-learnings"
) -> dict[str, str]:
    when = (at or item.starts_at).astimezone(INDIA)
    return {
        "title": templates.as_text(full_title(item)),
        "short_title": short_title(item),
        "when": date_and_time(item.starts_at),
        "day": f"{when.day} {when:%b} {when.year}",
        "time": f"{when:%I:%M %p}".lstrip("0"),
        "link": f"{settings.SITE_URL}{path}",
    }


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
