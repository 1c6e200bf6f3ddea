"""What members are told before their Pro ends. None of it advertises: it says what closes, and when."""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL
_WHEN = {"day": "date", "time": "time", "link": "link"}

_ENDS = "Your Pro ends on {day} at {time}, Indian time."
_AFTER = (
    "After that, courses that are free with Pro and webinar seats taken with it close. Your progress is "
    "kept, and courses you bought stay. Nothing is charged by itself."
)


def _texts(key: str, again: str) -> tuple[Text, ...]:
    return (
        Text(key, _SMS, f"Rally: {again}your Pro ends on {{day}} at {{time}}. To add time: {{link}}", _WHEN),
        Text(
            key,
            _WHATSAPP,
            f"{_ENDS}\n\n{_AFTER}\n\nIf you want to go on, you can add time at {{link}} before or after.",
            _WHEN,
        ),
        Text(
            key,
            _MAIL,
            f"{_ENDS}\n\n{_AFTER}\n\nIf you want to go on, add time before or after: {{link}}\n\nRally\n",
            _WHEN,
            subject="Your Pro ends on {day}",
        ),
    )


ALL = (*_texts("pro_ends_week", ""), *_texts("pro_ends_day", "a last reminder, "))
