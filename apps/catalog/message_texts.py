"""The texts of messages about courses. None of them is marketing."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL
_ENROLLED = {"title": "text", "link": "link"}
_ANSWERED = {"topic": "text", "link": "link"}

COURSE_ENROLLED = (
    Text(
        "course_enrolled",
        _SMS,
        "Rally: you're enrolled in '{short_title}'. Start here: {link}",
        {"short_title": "text", "link": "link"},
    ),
    Text(
        "course_enrolled",
        _WHATSAPP,
        "You're enrolled.\n\n{title}\n\nStart at {link} whenever you like. It's also in My Learnings.",
        _ENROLLED,
    ),
    Text(
        "course_enrolled",
        _MAIL,
        "You're enrolled.\n\n{title}\n\nStart here: {link}\n\nIt's also in My Learnings.\n\nRally\n",
        _ENROLLED,
        subject="You're enrolled: {title}",
    ),
)

_GRANTED = {"title": "text", "when": "datetime", "link": "link"}

COURSE_GRANTED = (
    Text(
        "course_granted",
        _SMS,
        "Rally: we have opened '{short_title}' for you until {when}. Start here: {link}",
        {"short_title": "text", "when": "datetime", "link": "link"},
    ),
    Text(
        "course_granted",
        _WHATSAPP,
        "We have opened a course for you.\n\n{title}\nUntil {when} (Indian time)\n\nIt costs you nothing. "
        "Start at {link} whenever you like. It's also in My Learnings.",
        _GRANTED,
    ),
    Text(
        "course_granted",
        _MAIL,
        "We have opened a course for you, until {when} (Indian time). It costs you nothing.\n\n{title}\n\n"
        "Start here: {link}\n\nIt's also in My Learnings.\n\nRally\n",
        _GRANTED,
        subject="A course for you: {title}",
    ),
)

QUESTION_ANSWERED = (
    Text(
        "question_answered",
        _WHATSAPP,
        "We have answered your question under '{topic}'. Read the answer at {link} in the course.",
        _ANSWERED,
    ),
    Text(
        "question_answered",
        _MAIL,
        "We have answered your question under '{topic}'.\n\nRead the answer: {link}\n\nRally\n",
        _ANSWERED,
        subject="Your question under '{topic}' is answered",
    ),
)
