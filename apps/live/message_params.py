"""How a booked thing is named in a message: days and times of India, in words."""

from datetime import datetime

from django.conf import settings

from apps.accounts.services import templates
from apps.core.indian_time import INDIA
from apps.live.models import Booking, ProgramSession
from apps.live.models.offers import Appointment


def of_booking(booking: Booking, *, moment: datetime | None = None) -> dict[str, str]:
    """What texts name; `moment` where the day and time are not those of the start."""
    thing = booking.thing
    told = (moment or thing.starts_at).astimezone(INDIA)
    return {
        "title": templates.as_text(title(thing)),
        "day": f"{told.day} {told:%b} {told.year}",
        "time": f"{told:%I:%M %p}".lstrip("0"),
        "link": f"{settings.SITE_URL}/my-learnings",
    }


def title(thing: Appointment) -> str:
    """As people know it; a session by its program as well."""
    if isinstance(thing, ProgramSession):
        return f"{thing.program.title}: {thing.name}"
    return str(thing)
