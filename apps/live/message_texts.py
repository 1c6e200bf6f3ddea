"""The texts of messages about bookings. None of them is marketing."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL

_DATE_TIME = {"day": "date", "time": "time", "link": "link"}
_TITLED = _DATE_TIME | {"title": "text"}
_CHANGEABLE = _TITLED | {"change_deadline": "text"}

SESSION_MOVED = (
    Text("session_moved", _SMS, "Rally: your session is now on {day} at {time}. Details: {link}", _DATE_TIME),
    Text(
        "session_moved",
        _WHATSAPP,
        "Your session is now booked for {day} at {time} (Indian time).\n\n{title}\n\n"
        "You can change it in My Learnings at {link} until {change_deadline} before it starts.",
        _CHANGEABLE,
    ),
    Text(
        "session_moved",
        _MAIL,
        "Your session is now booked for {day} at {time} (Indian time).\n\n{title}\n\n"
        "You can change it until {change_deadline} before it starts: {link}\n\nRally\n",
        _CHANGEABLE,
        subject="Your session is now on {day}",
    ),
)

SESSION_CANCELED = (
    Text(
        "session_canceled",
        _SMS,
        "Rally: your session is cancelled. Choose another by {day}: {link}",
        {"day": "date", "link": "link"},
    ),
    Text(
        "session_canceled",
        _WHATSAPP,
        "You have cancelled this session.\n\n{title}\n\nYou can choose another session of the same program "
        "in My Learnings at {link} by {day} at the latest.",
        {"day": "date", "link": "link", "title": "text"},
    ),
    Text(
        "session_canceled",
        _MAIL,
        "You have cancelled this session.\n\n{title}\n\nYou can choose another session of the same program "
        "by {day}: {link}\n\nRally\n",
        {"day": "date", "link": "link", "title": "text"},
        subject="Your session is cancelled",
    ),
)

_RESCHEDULED = "{title} is now on {day} at {time} (Indian time). Your seat is confirmed."
_CANCELLED = "We're sorry, {title} on {day} at {time} (Indian time) has been cancelled.\n\n{reason}"
_WITH_REASON = _TITLED | {"reason": "text"}
_WITH_CHOICES = _WITH_REASON | {"credit_validity": "text"}

EVENT_RESCHEDULED = (
    Text(
        "event_rescheduled",
        _SMS,
        "Rally: we have rescheduled your booking to {day} at {time}. Your seat is confirmed: {link}",
        _DATE_TIME,
    ),
    Text(
        "event_rescheduled",
        _WHATSAPP,
        "We have rescheduled your booking.\n\n"
        + _RESCHEDULED
        + "\n\nMy Learnings at {link} has the details and an updated calendar entry.",
        _TITLED,
    ),
    Text(
        "event_rescheduled",
        _MAIL,
        _RESCHEDULED + "\n\nDownload the calendar entry again to update your calendar: {link}\n\nRally\n",
        _TITLED,
        subject="Your booking is now on {day}",
    ),
)

SESSION_CANCELLED_BY_US = (
    Text(
        "session_called_off",
        _SMS,
        "Rally: we have cancelled your session on {day} at {time}. Choose another session, a credit or "
        "a refund: {link}",
        _DATE_TIME,
    ),
    Text(
        "session_called_off",
        _WHATSAPP,
        _CANCELLED
        + "\n\nYou can choose another session, a credit for {credit_validity} or a refund in My Learnings "
        "at {link} any time. There is no deadline.",
        _WITH_CHOICES,
    ),
    Text(
        "session_called_off",
        _MAIL,
        _CANCELLED + "\n\nYou can choose another session, a credit for {credit_validity} or a refund: "
        "{link}\n\nThere is no deadline.\n\nRally\n",
        _WITH_CHOICES,
        subject="Your session on {day} is cancelled",
    ),
)

EVENT_CANCELLED_BY_US = (
    Text(
        "event_called_off",
        _SMS,
        "Rally: we have cancelled your booking for {day} at {time}. Get your refund: {link}",
        _DATE_TIME,
    ),
    Text(
        "event_called_off",
        _WHATSAPP,
        _CANCELLED + "\n\nYou can get a refund in My Learnings at {link} any time. There is no deadline.",
        _WITH_REASON,
    ),
    Text(
        "event_called_off",
        _MAIL,
        _CANCELLED + "\n\nYou can get a refund here: {link}\n\nThere is no deadline.\n\nRally\n",
        _WITH_REASON,
        subject="Your booking for {day} is cancelled",
    ),
)

FREE_EVENT_CANCELLED_BY_US = (
    Text(
        "free_event_called_off",
        _SMS,
        "Rally: we have cancelled the webinar on {day} at {time}, so your free seat is cancelled too. "
        "Details: {link}",
        _DATE_TIME,
    ),
    Text(
        "free_event_called_off",
        _WHATSAPP,
        _CANCELLED + "\n\nYour free seat is cancelled too. My Learnings at {link} shows your other bookings.",
        _WITH_REASON,
    ),
    Text(
        "free_event_called_off",
        _MAIL,
        _CANCELLED + "\n\nYour free seat is cancelled too. Your other bookings: {link}\n\nRally\n",
        _WITH_REASON,
        subject="The webinar on {day} is cancelled",
    ),
)

_TIME = {"time": "time", "link": "link"}
_TITLED_TIME = _TIME | {"title": "text"}
_SOON = "{title} starts today at {time} (Indian time)."
_DAY = "{title} starts on {day} at {time} (Indian time)."

REMINDER_DAY = (
    Text(
        "reminder_day",
        _SMS,
        "Rally: Your session '{title}' starts on {day} at {time}. Details: {link}",
        _TITLED,
    ),
    Text(
        "reminder_day",
        _WHATSAPP,
        "This is a reminder of your booking.\n\n" + _DAY + "\n\nMy Learnings at {link} has the details.",
        _TITLED,
    ),
    Text(
        "reminder_day",
        _MAIL,
        _DAY + "\n\nDetails: {link}\n\nRally\n",
        _TITLED,
        subject="Starts on {day} at {time}: {title}",
    ),
)

REMINDER_SOON = (
    Text(
        "reminder_soon",
        _SMS,
        "Rally: Your session '{title}' starts at {time}. Join here: {link}",
        _TITLED_TIME,
    ),
    Text(
        "reminder_soon",
        _WHATSAPP,
        "Starting soon.\n\n" + _SOON + "\n\nYou can join from My Learnings at {link} now.",
        _TITLED_TIME,
    ),
    Text(
        "reminder_soon",
        _MAIL,
        _SOON + "\n\nJoin here: {link}\n\nRally\n",
        _TITLED_TIME,
        subject="Starts at {time}: {title}",
    ),
)

ALL = (
    *SESSION_MOVED,
    *SESSION_CANCELED,
    *EVENT_RESCHEDULED,
    *SESSION_CANCELLED_BY_US,
    *EVENT_CANCELLED_BY_US,
    *FREE_EVENT_CANCELLED_BY_US,
    *REMINDER_DAY,
    *REMINDER_SOON,
)
