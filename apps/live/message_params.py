"""The parameters of messages about bookings, with dates and times in Indian time."""

from datetime import datetime

from django.conf import settings

from apps.accounts.services import templates
from apps.core.indian_time import INDIA
from apps.live.models import Booking, ProgramSession
from apps.live.models.base import ScheduledModel


def booking_params(booking: Booking, *, at: datetime | None = None) -> dict[str, str]:
    """The day and time are those of the start, unless `at` gives others."""
    item = booking.item
    when = (at or item.starts_at).astimezone(INDIA)
    return {
        "title": templates.as_text(full_title(item)),
        "day": f"{when.day} {when:%b} {when.year}",
        "time": f"{when:%I:%M %p}".lstrip("0"),
        "link": f"{settings.SITE_URL}/my-learnings",
    }


def full_title(item: ScheduledModel) -> str:
    """A session's name follows the title of its program."""
    if isinstance(item, ProgramSession):
        return f"{item.program.title}: {item.name}"
    return str(item)
