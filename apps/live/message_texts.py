"""
The texts of messages about bookings. None of them is marketing.

Each names what is booked, with the day and the time in India. An SMS has the short title.
"""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel
from apps.live import waiting_list_texts

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL

_LINK = {"link": "link"}
_SHORT = _LINK | {"short_title": "text", "when": "datetime"}
_FULL = _LINK | {"title": "text", "when": "datetime"}

BOOKING_CONFIRMED = (
    Text(
        "booking_confirmed",
        _SMS,
        "Rally: your place in '{short_title}' is confirmed, {when}. Details: {link}",
        _SHORT,
    ),
    Text(
        "booking_confirmed",
        _WHATSAPP,
        "Your place is confirmed.\n\n{title}\n{when} (Indian time)\n\nYou can join from My Learnings at "
        "{link} from {join_opens_before} before the start.",
        _FULL | {"join_opens_before": "text"},
    ),
    Text(
        "booking_confirmed",
        _MAIL,
        "Your place is confirmed.\n\n{title}\n{when} (Indian time)\n\nYou can join from "
        "{join_opens_before} before the start. Details and the calendar entry: {link}\n\nRally\n",
        _FULL | {"join_opens_before": "text"},
        subject="Confirmed: {title}, {when}",
    ),
)

BOOKINGS_CONFIRMED = (
    Text(
        "bookings_confirmed",
        _SMS,
        "Rally: your {count} sessions are confirmed. The first is '{short_title}', {when}. All: {link}",
        _SHORT | {"count": "digits"},
    ),
    Text(
        "bookings_confirmed",
        _WHATSAPP,
        "Your {count} sessions are confirmed.\n\nThe first is {title}, {when}. The last is on {last} (Indian "
        "time).\n\nAll of them are in My Learnings at {link} with their times.",
        _FULL | {"count": "digits", "last": "datetime"},
    ),
    Text(
        "bookings_confirmed",
        _MAIL,
        "Your {count} sessions are confirmed.\n\nThe first is {title}, {when}. The last is on {last} (Indian "
        "time).\n\nAll of them, with their calendar entries: {link}\n\nYou can change a session until "
        "{change_deadline} before it starts.\n\nRally\n",
        _FULL | {"count": "digits", "last": "datetime", "change_deadline": "text"},
        subject="Confirmed: {count} sessions from {when}",
    ),
)

_REPLACED = {"old_title": "text", "old_when": "datetime"}
_CHANGEABLE = _FULL | _REPLACED | {"change_deadline": "text"}

SESSION_MOVED = (
    Text(
        "session_moved",
        _SMS,
        "Rally: your session is now '{short_title}', {when}, instead of {old_when}. Details: {link}",
        _SHORT | {"old_when": "datetime"},
    ),
    Text(
        "session_moved",
        _WHATSAPP,
        "You have swapped your session.\n\nNew: {title}, {when} (Indian time)\nInstead of: {old_title}, "
        "{old_when}\n\nYou can change it in My Learnings at {link} until {change_deadline} before it starts.",
        _CHANGEABLE,
    ),
    Text(
        "session_moved",
        _MAIL,
        "You have swapped your session.\n\nNew: {title}, {when} (Indian time)\nInstead of: {old_title}, "
        "{old_when}\n\nYou can change it until {change_deadline} before it starts: {link}\n\nRally\n",
        _CHANGEABLE,
        subject="Your session is now on {when}",
    ),
)

_CREDIT = _FULL | {"day": "date"}

SESSION_CANCELED = (
    Text(
        "session_canceled",
        _SMS,
        "Rally: you have cancelled '{short_title}', {when}. Choose another session by {day}: {link}",
        _SHORT | {"day": "date"},
    ),
    Text(
        "session_canceled",
        _WHATSAPP,
        "You have cancelled this session.\n\n{title}, {when}\n\nYou can choose another session of the same "
        "program in My Learnings at {link} by {day} at the latest.",
        _CREDIT,
    ),
    Text(
        "session_canceled",
        _MAIL,
        "You have cancelled this session.\n\n{title}, {when}\n\nYou can choose another session of the same "
        "program by {day}: {link}\n\nRally\n",
        _CREDIT,
        subject="Your session is cancelled",
    ),
)

_RESCHEDULED = "{title} is now on {when} (Indian time). Your seat is confirmed."
_CANCELLED = "We're sorry, {title} on {when} (Indian time) has been cancelled.\n\n{reason}"
_WITH_REASON = _FULL | {"reason": "text"}
_WITH_CHOICES = _WITH_REASON | {"credit_validity": "text"}

EVENT_RESCHEDULED = (
    Text(
        "event_rescheduled",
        _SMS,
        "Rally: '{short_title}' is now on {when}. Your seat is confirmed: {link}",
        _SHORT,
    ),
    Text(
        "event_rescheduled",
        _WHATSAPP,
        "We have rescheduled your booking.\n\n"
        + _RESCHEDULED
        + "\n\nMy Learnings at {link} has the details and an updated calendar entry.",
        _FULL,
    ),
    Text(
        "event_rescheduled",
        _MAIL,
        _RESCHEDULED + "\n\nDownload the calendar entry again to update your calendar: {link}\n\nRally\n",
        _FULL,
        subject="Your booking is now on {when}",
    ),
)

MEETING_RESCHEDULED = (
    Text(
        "meeting_rescheduled",
        _SMS,
        "Rally: '{short_title}' of your mentorship is now on {when}. Details: {link}",
        _SHORT,
    ),
    Text(
        "meeting_rescheduled",
        _WHATSAPP,
        "We have rescheduled a meeting of your mentorship.\n\n"
        + _RESCHEDULED
        + "\n\nMy Learnings at {link} has all its meetings and updated calendar entries.",
        _FULL,
    ),
    Text(
        "meeting_rescheduled",
        _MAIL,
        _RESCHEDULED + "\n\nDownload the calendar file again to update your calendar: {link}\n\nRally\n",
        _FULL,
        subject="A meeting of your mentorship is now on {when}",
    ),
)

_ADDED = "We have added a meeting to your mentorship.\n\n{title}\n{when} (Indian time)\n\n"
_MORE_ADDED = (
    "We have added {count} meetings to {title}.\n\nThe first is on {when}, the last on {last} (Indian "
    "time).\n\n"
)

MEETING_ADDED = (
    Text(
        "meeting_added",
        _SMS,
        "Rally: we have added '{short_title}' to your mentorship, {when}. Details: {link}",
        _SHORT,
    ),
    Text(
        "meeting_added",
        _WHATSAPP,
        _ADDED + "My Learnings at {link} has all its meetings and updated calendar entries.",
        _FULL,
    ),
    Text(
        "meeting_added",
        _MAIL,
        _ADDED + "Download the calendar file again to update your calendar: {link}\n\nRally\n",
        _FULL,
        subject="Your mentorship has one more meeting, {when}",
    ),
)

MEETINGS_ADDED = (
    Text(
        "meetings_added",
        _SMS,
        "Rally: we have added {count} meetings to '{short_title}'. The first is on {when}. All: {link}",
        _SHORT | {"count": "digits"},
    ),
    Text(
        "meetings_added",
        _WHATSAPP,
        _MORE_ADDED + "My Learnings at {link} has all its meetings and updated calendar entries.",
        _FULL | {"count": "digits", "last": "datetime"},
    ),
    Text(
        "meetings_added",
        _MAIL,
        _MORE_ADDED + "Download the calendar file again to update your calendar: {link}\n\nRally\n",
        _FULL | {"count": "digits", "last": "datetime"},
        subject="Your mentorship has {count} more meetings from {when}",
    ),
)

_OTHERS_STAY = "The other meetings take place as planned."

MEETING_CANCELLED = (
    Text(
        "meeting_cancelled",
        _SMS,
        "Rally: we have cancelled '{short_title}' of your mentorship on {when}. The others stay: {link}",
        _SHORT,
    ),
    Text(
        "meeting_cancelled",
        _WHATSAPP,
        _CANCELLED + "\n\n" + _OTHERS_STAY + " My Learnings at {link} lists them.",
        _WITH_REASON,
    ),
    Text(
        "meeting_cancelled",
        _MAIL,
        _CANCELLED + "\n\n" + _OTHERS_STAY + " All meetings: {link}\n\nRally\n",
        _WITH_REASON,
        subject="Cancelled: the meeting on {when}",
    ),
)

SESSION_CANCELLED_BY_US = (
    Text(
        "session_called_off",
        _SMS,
        "Rally: we have cancelled '{short_title}' on {when}. Choose another session, a credit or a refund: "
        "{link}",
        _SHORT,
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
        subject="Cancelled: your session on {when}",
    ),
)

EVENT_CANCELLED_BY_US = (
    Text(
        "event_called_off",
        _SMS,
        "Rally: we have cancelled '{short_title}' on {when}. Get your refund: {link}",
        _SHORT,
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
        subject="Cancelled: your booking for {when}",
    ),
)

FREE_EVENT_CANCELLED_BY_US = (
    Text(
        "free_event_called_off",
        _SMS,
        "Rally: we have cancelled '{short_title}' on {when}, so your free seat is cancelled too. "
        "Details: {link}",
        _SHORT,
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
        subject="Cancelled: your free seat on {when}",
    ),
)

SEAT_GIVEN = (
    Text(
        "seat_given",
        _SMS,
        "Rally: we have given you a seat in '{short_title}', {when}. Details: {link}",
        _SHORT,
    ),
    Text(
        "seat_given",
        _WHATSAPP,
        "We have given you a seat.\n\n{title}\n{when} (Indian time)\n\nIt costs you nothing. "
        "My Learnings at {link} has the details.",
        _FULL,
    ),
    Text(
        "seat_given",
        _MAIL,
        "We have given you a seat in {title}, {when} (Indian time). It costs you nothing.\n\n"
        "Details: {link}\n\nRally\n",
        _FULL,
        subject="You have a seat on {when}",
    ),
)

PRO_SEAT_RELEASED = (
    Text(
        "pro_seat_released",
        _SMS,
        "Rally: your Pro has ended, and with it your seat in '{short_title}', {when}. Details: {link}",
        _SHORT,
    ),
    Text(
        "pro_seat_released",
        _WHATSAPP,
        "Your Pro has ended, so the seat that you booked with it is released.\n\n{title}\n{when} (Indian "
        "time)\n\nYou can book it again at {link} while seats are free.",
        _FULL,
    ),
    Text(
        "pro_seat_released",
        _MAIL,
        "Your Pro has ended, so the seat that you booked with it is released.\n\n{title}\n{when} (Indian "
        "time)\n\nYou can book it again while seats are free: {link}\n\nRally\n",
        _FULL,
        subject="Released: your seat on {when}",
    ),
)

_TIME = {"time": "time", "day": "date", "link": "link"}
_TITLED_TIME = _TIME | {"title": "text"}
_SOON = "{title} starts at {time} on {day} (Indian time)."
_DAY = "{title} starts on {when} (Indian time)."

REMINDER_DAY = (
    Text(
        "reminder_day",
        _SMS,
        "Rally: Your session '{short_title}' starts on {when}. Details: {link}",
        _SHORT,
    ),
    Text(
        "reminder_day",
        _WHATSAPP,
        "This is a reminder of your booking.\n\n" + _DAY + "\n\nMy Learnings at {link} has the details.",
        _FULL,
    ),
    Text(
        "reminder_day",
        _MAIL,
        _DAY + "\n\nDetails: {link}\n\nRally\n",
        _FULL,
        subject="Starts on {when}: {title}",
    ),
)

REMINDER_SOON = (
    Text(
        "reminder_soon",
        _SMS,
        "Rally: Your session '{short_title}' starts at {time} on {day}. Join here: {link}",
        _TIME | {"short_title": "text"},
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
        subject="Starts at {time} on {day}: {title}",
    ),
)

BOTH_WAYS = (
    *BOOKING_CONFIRMED,
    *BOOKINGS_CONFIRMED,
    *SESSION_MOVED,
    *EVENT_RESCHEDULED,
    *MEETING_RESCHEDULED,
    *MEETING_ADDED,
    *MEETINGS_ADDED,
    *MEETING_CANCELLED,
    *SESSION_CANCELLED_BY_US,
    *EVENT_CANCELLED_BY_US,
    *FREE_EVENT_CANCELLED_BY_US,
    *waiting_list_texts.ALL,
    *SEAT_GIVEN,
    *PRO_SEAT_RELEASED,
    *REMINDER_DAY,
    *REMINDER_SOON,
)
"""Urgent, or the confirmation of a booking: to the phone, and by email as well."""

OTHER = SESSION_CANCELED
