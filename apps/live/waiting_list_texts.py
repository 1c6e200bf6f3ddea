"""The texts of messages to those on a waiting list."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL

_SHORT = {"link": "link", "short_title": "text", "when": "datetime"}
_FULL = {"link": "link", "title": "text", "when": "datetime"}

_CANCELLED = "We're sorry, {title} on {when} (Indian time) has been cancelled.\n\n{reason}"
_WITH_REASON = _FULL | {"reason": "text"}
_OTHERS_STAY = "The other meetings take place as planned."
_MEETING_SUBJECT = "Cancelled: the meeting on {when}"

_ENDED = (
    Text(
        "waiting_list_ended",
        _SMS,
        "Rally: we have cancelled '{short_title}' on {when}, so its waiting list has ended. Details: {link}",
        _SHORT,
    ),
    Text(
        "waiting_list_ended",
        _WHATSAPP,
        _CANCELLED + "\n\nIts waiting list has ended. Details are at {link} for you.",
        _WITH_REASON,
    ),
    Text(
        "waiting_list_ended",
        _MAIL,
        _CANCELLED + "\n\nIts waiting list has ended, so you no longer have a place in line.\n\n"
        "Details: {link}\n\nRally\n",
        _WITH_REASON,
        subject="Cancelled: {title}, {when}",
    ),
)

_RESCHEDULED = "{title}, for which you are on the waiting list, is now on {when} (Indian time)."

_MOVED = (
    Text(
        "waiting_list_rescheduled",
        _SMS,
        "Rally: '{short_title}' is now on {when}. You keep your place in line: {link}",
        _SHORT,
    ),
    Text(
        "waiting_list_rescheduled",
        _WHATSAPP,
        _RESCHEDULED + "\n\nYou keep your place in line. Details are at {link}, where you can also leave it.",
        _FULL,
    ),
    Text(
        "waiting_list_rescheduled",
        _MAIL,
        _RESCHEDULED + " You keep your place in line.\n\nDetails, or to leave the line: {link}\n\nRally\n",
        _FULL,
        subject="Rescheduled: {title}, now {when}",
    ),
)

_OFFER = _FULL | {"time": "time"}
_OFFER_MOVED = "{title}, in which a seat is held for you, is now on {when} (Indian time)."

_MOVED_OFFERS = (
    Text(
        "offered_seat_rescheduled",
        _SMS,
        "Rally: '{short_title}' is now on {when}. A seat is held for you until {time}: {link}",
        _SHORT | {"time": "time"},
    ),
    Text(
        "offered_seat_rescheduled",
        _WHATSAPP,
        _OFFER_MOVED + "\n\nThe seat is held for you until {time}. Book it at {link} before then, or it goes "
        "to the next person in line.",
        _OFFER,
    ),
    Text(
        "offered_seat_rescheduled",
        _MAIL,
        _OFFER_MOVED + "\n\nThe seat is held for you until {time} (Indian time). Book it here: {link}\n\n"
        "After that it goes to the next person in line.\n\nRally\n",
        _OFFER,
        subject="Rescheduled: {title}, now {when}",
    ),
)

_MEETING_CANCELLED = (
    Text(
        "waiting_list_meeting_cancelled",
        _SMS,
        "Rally: we have cancelled '{short_title}' on {when}. The others stay, and you keep your place in "
        "line: {link}",
        _SHORT,
    ),
    Text(
        "waiting_list_meeting_cancelled",
        _WHATSAPP,
        _CANCELLED + "\n\n" + _OTHERS_STAY + " You keep your place in line. Details are at {link}, where you "
        "can also leave it.",
        _WITH_REASON,
    ),
    Text(
        "waiting_list_meeting_cancelled",
        _MAIL,
        _CANCELLED + "\n\n" + _OTHERS_STAY + " You keep your place in line.\n\n"
        "Details, or to leave the line: {link}\n\nRally\n",
        _WITH_REASON,
        subject=_MEETING_SUBJECT,
    ),
)

_CANCELLED_OFFERS = (
    Text(
        "offered_seat_meeting_cancelled",
        _SMS,
        "Rally: we have cancelled '{short_title}' on {when}. The others stay. A seat is held for you until "
        "{time}: {link}",
        _SHORT | {"time": "time"},
    ),
    Text(
        "offered_seat_meeting_cancelled",
        _WHATSAPP,
        _CANCELLED + "\n\n" + _OTHERS_STAY + " A seat is held for you until {time}. Book it at {link} before "
        "then, or it goes to the next person in line.",
        _WITH_REASON | {"time": "time"},
    ),
    Text(
        "offered_seat_meeting_cancelled",
        _MAIL,
        _CANCELLED + "\n\n" + _OTHERS_STAY + " A seat is held for you until {time} (Indian time). Book it "
        "here: {link}\n\nAfter that it goes to the next person in line.\n\nRally\n",
        _WITH_REASON | {"time": "time"},
        subject=_MEETING_SUBJECT,
    ),
)

_OFFERED = (
    Text(
        "seat_offered",
        _SMS,
        "Rally: a seat in '{short_title}', {when}, is held for you until {time}. Book it here: {link}",
        _SHORT | {"time": "time"},
    ),
    Text(
        "seat_offered",
        _WHATSAPP,
        "A seat is free.\n\n{title}\n{when} (Indian time)\n\nIt is held for you until {time}. Book it at "
        "{link} before then, or it goes to the next person in line.",
        _OFFER,
    ),
    Text(
        "seat_offered",
        _MAIL,
        "A seat is free in {title}, {when}. It is held for you until {time} (Indian time).\n\n"
        "Book it here: {link}\n\nAfter that it goes to the next person in line.\n\nRally\n",
        _OFFER,
        subject="A seat is held for you until {time}",
    ),
)

ALL = (*_OFFERED, *_ENDED, *_MOVED, *_MOVED_OFFERS, *_MEETING_CANCELLED, *_CANCELLED_OFFERS)
