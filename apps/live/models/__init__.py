from apps.live.models.attendance import Attendance, RecordingProgress
from apps.live.models.attendee_message import AttendeeMessage
from apps.live.models.booking import Booking
from apps.live.models.calendar_feed import CalendarFeed
from apps.live.models.events import Mentorship, Webinar
from apps.live.models.holiday import ExchangeHoliday
from apps.live.models.meeting import Meeting
from apps.live.models.plan import SessionPlan
from apps.live.models.program import LiveTrading, ProgramSession
from apps.live.models.reminder import Reminder
from apps.live.models.series import SeriesDay, SessionSeries
from apps.live.models.waitlist import WaitlistEntry

__all__ = [
    "Attendance",
    "AttendeeMessage",
    "Booking",
    "CalendarFeed",
    "ExchangeHoliday",
    "LiveTrading",
    "Meeting",
    "Mentorship",
    "ProgramSession",
    "RecordingProgress",
    "Reminder",
    "SeriesDay",
    "SessionPlan",
    "SessionSeries",
    "WaitlistEntry",
    "Webinar",
]
