from apps.live.models.booking import Booking
from apps.live.models.events import Mentorship, Webinar
from apps.live.models.plan import SessionPlan
from apps.live.models.program import LiveTrading, ProgramSession
from apps.live.models.reminder import Reminder
from apps.live.models.series import SeriesDay, SessionSeries

__all__ = [
    "Booking",
    "LiveTrading",
    "Mentorship",
    "ProgramSession",
    "Reminder",
    "SeriesDay",
    "SessionPlan",
    "SessionSeries",
    "Webinar",
]
