"""What is sent about grievances and messages. None of it advertises, none of it repeats what was typed."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _MAIL = MessageChannel.SMS, MessageChannel.MAIL

ALL = (
    Text(
        "grievance_received",
        _SMS,
        "Rally: we have your grievance. Its number is {number}. You get our answer by {day}.",
        {"number": "text", "day": "date"},
    ),
    Text(
        "grievance_received",
        _MAIL,
        "We have received your grievance. Its number is {number}; please name it whenever you write or "
        "call.\n\nA person reads it, and you get our answer by {day}. If the answer does not settle the "
        "matter, or none has come by then, you can take it to SEBI at https://scores.sebi.gov.in and after "
        "that to https://smartodr.in.\n\nRally\n",
        {"number": "text", "day": "date"},
        subject="Your grievance {number}",
    ),
    Text(
        "grievance_for_office",
        _MAIL,
        "A grievance came in: {number}, to be answered by {day}.\n\n{subject}\n\n{link}\n",
        {"number": "text", "day": "date", "subject": "text", "link": "link"},
        subject="Grievance {number}",
    ),
    Text(
        "contact_for_office",
        _MAIL,
        "A message came in through the contact form: {number}.\n\n{subject}\n\n{link}\n",
        {"number": "text", "subject": "text", "link": "link"},
        subject="Message {number}",
    ),
)
