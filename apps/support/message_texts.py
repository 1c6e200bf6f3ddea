"""Messages about grievances and contact messages. They carry no advertising, and never quote the person."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _MAIL = MessageChannel.SMS, MessageChannel.MAIL

ALL = (
    Text(
        "grievance_received",
        _SMS,
        "Rally: we have received your grievance {number}. We will reply by {day}.",
        {"number": "text", "day": "date"},
    ),
    Text(
        "grievance_received",
        _MAIL,
        "We have received your grievance. Your ticket number is {number}; please mention it whenever you "
        "write to us or call us.\n\nWe will read it and reply by {day}. If you are not satisfied with our "
        "reply, or have not received one by then, you can approach SEBI at https://scores.sebi.gov.in, and "
        "then SMART ODR at https://smartodr.in.\n\n"
        "Follow it, or add something, here: {link}\n\nRally\n",
        {"number": "text", "day": "date", "link": "link"},
        subject="Your grievance {number}",
    ),
    Text(
        "grievance_for_office",
        _MAIL,
        "New grievance {number}. Reply by {day}.\n\n{subject}\n\n{link}\n",
        {"number": "text", "day": "date", "subject": "text", "link": "link"},
        subject="Grievance {number}",
    ),
    Text(
        "contact_for_office",
        _MAIL,
        "New message {number} from the contact form.\n\n{subject}\n\n{link}\n",
        {"number": "text", "subject": "text", "link": "link"},
        subject="Message {number}",
    ),
    Text(
        "grievance_reply",
        _MAIL,
        "{reply}\n\n"
        "Your ticket number is {number}. To reply, or to open attached files, use this link: {link}\n\n"
        "If our reply does not resolve your grievance, you can approach SEBI at https://scores.sebi.gov.in, "
        "and then SMART ODR at https://smartodr.in.\n\nRally\n",
        {"reply": "multiline", "number": "text", "link": "link"},
        subject="Reply to your grievance {number}",
    ),
    Text(
        "contact_reply",
        _MAIL,
        "{reply}\n\n"
        "The number of your message is {number}. To reply, or to open attached files, use this link: {link}"
        "\n\nRally\n",
        {"reply": "multiline", "number": "text", "link": "link"},
        subject="Reply to your message {number}",
    ),
    Text(
        "reply_sent",
        _SMS,
        "Rally: we have replied to {number}. Please check your email.",
        {"number": "text"},
    ),
    Text(
        "reply_to_read",
        _SMS,
        "Rally: we have replied to {number}. Read it here: {link}",
        {"number": "text", "link": "link"},
    ),
    Text(
        "reply_for_office",
        _MAIL,
        "There is a new reply to {number}.\n\n{link}\n",
        {"number": "text", "link": "link"},
        subject="New reply to {number}",
    ),
)
