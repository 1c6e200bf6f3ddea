"""What people are told of their booked sessions. None of it advertises."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL

_WHEN = {"day": "date", "time": "time", "link": "link"}
_NAMED = _WHEN | {"title": "text"}

SESSION_MOVED = (
    Text("session_moved", _SMS, "Rally: your session is now on {day} at {time}. More: {link}", _WHEN),
    Text(
        "session_moved",
        _WHATSAPP,
        "Your session is now booked for {day} at {time}, Indian time.\n\n{title}\n\n"
        "You can change it until 4 hours before, at {link} whenever you need to.",
        _NAMED,
    ),
    Text(
        "session_moved",
        _MAIL,
        "Your session is now booked for {day} at {time}, Indian time.\n\n{title}\n\n"
        "You can change it until 4 hours before it starts: {link}\n\nRally\n",
        _NAMED,
        subject="Your session is on {day}",
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
        "You have cancelled this session.\n\n{title}\n\nYou can choose another of the same program by {day}, "
        "at {link} whenever you like.",
        {"day": "date", "link": "link", "title": "text"},
    ),
    Text(
        "session_canceled",
        _MAIL,
        "You have cancelled this session.\n\n{title}\n\nYou can choose another of the same program by {day}: "
        "{link}\n\nRally\n",
        {"day": "date", "link": "link", "title": "text"},
        subject="Your session is cancelled",
    ),
)

_RESCHEDULED = "{title} now takes place on {day} at {time}, Indian time. Your seat is kept."
_CALLED_OFF = "We are sorry: {title} on {day} at {time}, Indian time, does not take place.\n\n{reason}"
_REASONED = _NAMED | {"reason": "text"}

EVENT_RESCHEDULED = (
    Text(
        "event_rescheduled",
        _SMS,
        "Rally: what you booked was moved by us, to {day} at {time}. Your seat is kept: {link}",
        _WHEN,
    ),
    Text(
        "event_rescheduled",
        _WHATSAPP,
        "What you booked was moved by us.\n\n"
        + _RESCHEDULED
        + "\n\nEverything about it, with a calendar entry to load again, is at {link} whenever you need it.",
        _NAMED,
    ),
    Text(
        "event_rescheduled",
        _MAIL,
        _RESCHEDULED + "\n\nLoad its calendar entry again and the old one moves: {link}\n\nRally\n",
        _NAMED,
        subject="Moved to {day}",
    ),
)

SESSION_CALLED_OFF = (
    Text(
        "session_called_off",
        _SMS,
        "Rally: your session on {day} at {time} is called off by us. Choose another session, a credit or "
        "your money back: {link}",
        _WHEN,
    ),
    Text(
        "session_called_off",
        _WHATSAPP,
        _CALLED_OFF + "\n\nYou choose: another session, a credit of 90 days or your money back, at {link} "
        "whenever it suits you.",
        _REASONED,
    ),
    Text(
        "session_called_off",
        _MAIL,
        _CALLED_OFF + "\n\nYou choose: another session, a credit of 90 days or your money back: "
        "{link}\n\nRally\n",
        _REASONED,
        subject="Your session on {day} is called off",
    ),
)

EVENT_CALLED_OFF = (
    Text(
        "event_called_off",
        _SMS,
        "Rally: what you booked for {day} at {time} is called off by us. Take your money back: {link}",
        _WHEN,
    ),
    Text(
        "event_called_off",
        _WHATSAPP,
        _CALLED_OFF + "\n\nYou can take your money back at {link} whenever it suits you.",
        _REASONED,
    ),
    Text(
        "event_called_off",
        _MAIL,
        _CALLED_OFF + "\n\nYou can take your money back here: {link}\n\nRally\n",
        _REASONED,
        subject="What you booked for {day} is called off",
    ),
)

FREE_EVENT_CALLED_OFF = (
    Text(
        "free_event_called_off",
        _SMS,
        "Rally: the webinar of {day} at {time} is called off by us, and your seat ended. More: {link}",
        _WHEN,
    ),
    Text(
        "free_event_called_off",
        _WHATSAPP,
        _CALLED_OFF + "\n\nYour seat cost nothing and has ended. What is on is at {link} as ever.",
        _REASONED,
    ),
    Text(
        "free_event_called_off",
        _MAIL,
        _CALLED_OFF + "\n\nYour seat cost nothing and has ended. What you have: {link}\n\nRally\n",
        _REASONED,
        subject="The webinar of {day} is called off",
    ),
)

_AT = {"time": "time", "link": "link"}
_NAMED_AT = _AT | {"title": "text"}
_SOON = "{title} begins today at {time}, Indian time."
_TOMORROW = "{title} begins on {day} at {time}, Indian time."

REMINDER_DAY = (
    Text("reminder_day", _SMS, "Rally: a reminder of {day} at {time}. What you booked: {link}", _WHEN),
    Text(
        "reminder_day",
        _WHATSAPP,
        "A reminder of what you booked.\n\n" + _TOMORROW + "\n\nIt is at {link} with everything you need.",
        _NAMED,
    ),
    Text(
        "reminder_day",
        _MAIL,
        _TOMORROW + "\n\nEverything about it: {link}\n\nRally\n",
        _NAMED,
        subject="On {day} at {time}: {title}",
    ),
)

REMINDER_SOON = (
    Text("reminder_soon", _SMS, "Rally: what you booked begins at {time}. Join here: {link}", _AT),
    Text(
        "reminder_soon",
        _WHATSAPP,
        "It is nearly time.\n\n" + _SOON + "\n\nJoin at {link} from now on.",
        _NAMED_AT,
    ),
    Text(
        "reminder_soon",
        _MAIL,
        _SOON + "\n\nJoin here: {link}\n\nRally\n",
        _NAMED_AT,
        subject="At {time}: {title}",
    ),
)

ALL = (
    *SESSION_MOVED,
    *SESSION_CANCELED,
    *EVENT_RESCHEDULED,
    *SESSION_CALLED_OFF,
    *EVENT_CALLED_OFF,
    *FREE_EVENT_CALLED_OFF,
    *REMINDER_DAY,
    *REMINDER_SOON,
)
