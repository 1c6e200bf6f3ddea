"""Messages about Pro: until when it was bought, and before it ends what will close. No advertising."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL
_PARAMS = {"day": "date", "time": "time", "link": "link"}

_ENDS = "Your Pro ends on {day} at {time} IST."
_CONSEQUENCES = (
    "After that, you can no longer open courses included with Pro or join webinars you booked with it. Your "
    "progress is saved, and you keep the courses you bought. You will not be charged automatically."
)


def _texts(key: str, prefix: str) -> tuple[Text, ...]:
    return (
        Text(
            key,
            _SMS,
            f"Rally: {prefix}your Pro ends on {{day}} at {{time}}. Extend it here: {{link}}",
            _PARAMS,
        ),
        Text(
            key,
            _WHATSAPP,
            f"{_ENDS}\n\n{_CONSEQUENCES}\n\nYou can extend Pro before or after it ends: {{link}}",
            _PARAMS,
        ),
        Text(
            key,
            _MAIL,
            f"{_ENDS}\n\n{_CONSEQUENCES}\n\nYou can extend Pro before or after it ends: {{link}}\n\nRally\n",
            _PARAMS,
            subject="Your Pro ends on {day}",
        ),
    )


_BOUGHT = {"when": "datetime", "link": "link"}

PRO_BOUGHT = (
    Text("pro_bought", _SMS, "Rally: you have Pro until {when}. What it includes: {link}", _BOUGHT),
    Text(
        "pro_bought",
        _WHATSAPP,
        "You have Pro until {when} (Indian time).\n\nWhat it includes is in My Learnings at {link} for you.",
        _BOUGHT,
    ),
    Text(
        "pro_bought",
        _MAIL,
        "You have Pro until {when} (Indian time).\n\nWhat it includes: {link}\n\nIt does not renew by "
        "itself. We will remind you before it ends.\n\nRally\n",
        _BOUGHT,
        subject="You have Pro until {when}",
    ),
)

PRO_GRANTED = (
    Text("pro_granted", _SMS, "Rally: we have given you Pro until {when}. What it includes: {link}", _BOUGHT),
    Text(
        "pro_granted",
        _WHATSAPP,
        "We have given you Pro until {when} (Indian time). It costs you nothing.\n\nWhat it includes is in "
        "My Learnings at {link} for you.",
        _BOUGHT,
    ),
    Text(
        "pro_granted",
        _MAIL,
        "We have given you Pro until {when} (Indian time). It costs you nothing.\n\nWhat it includes: {link}"
        "\n\nIt does not renew by itself. We will remind you before it ends.\n\nRally\n",
        _BOUGHT,
        subject="You have Pro until {when}",
    ),
)

ALL = (*PRO_BOUGHT, *PRO_GRANTED, *_texts("pro_ends_week", ""), *_texts("pro_ends_day", "last reminder, "))
