"""
The texts in which a message of staff to all attendees is sent.

An SMS has the text in parts, since operators accept values of at most 30 characters. Only what is about the
booking goes out by SMS: anything else needs consent, and goes by email or WhatsApp.
"""

import textwrap

from apps.accounts.message_texts import Text
from apps.accounts.services import templates
from apps.accounts.states import MessageChannel
from apps.content.models.site_settings import RISK_STATEMENT

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL

NOTE, NEWS = "attendee_note", "attendee_news"
_PARTS = ("part_a", "part_b", "part_c", "part_d", "part_e")
_WRITTEN = {"title": "text", "subject": "text", "text": "text", "link": "link"}

ABOUT_BOOKING = (
    Text(
        NOTE,
        _SMS,
        "Rally, about '{short_title}', {when}: " + " ".join(f"{{{part}}}" for part in _PARTS),
        {"short_title": "text", "when": "datetime", **dict.fromkeys(_PARTS, "part")},
    ),
    Text(
        NOTE,
        _WHATSAPP,
        "{subject}\n\n{text}\n\nThis is about your booking: {title}, {when} (Indian time). My Learnings at "
        "{link} has the details.",
        _WRITTEN | {"when": "datetime"},
    ),
    Text(
        NOTE,
        _MAIL,
        "{text}\n\nThis is about your booking: {title}, {when} (Indian time).\n\nDetails: {link}\n\nRally\n",
        _WRITTEN | {"when": "datetime"},
        subject="{subject}",
    ),
)

_WHY = "You get this because you booked {title} and agreed to messages from us. You can withdraw that in "

OTHER = (
    Text(
        NEWS,
        _WHATSAPP,
        "{subject}\n\n{text}\n\n" + _WHY + "your settings at {link} any time.\n\n" + RISK_STATEMENT,
        _WRITTEN,
        is_marketing=True,
    ),
    Text(
        NEWS,
        _MAIL,
        "{text}\n\n" + _WHY + "your settings: {link}\n\n" + RISK_STATEMENT + "\n\nRally\n",
        _WRITTEN,
        subject="{subject}",
        is_marketing=True,
    ),
)


def parts(text: str) -> dict[str, str] | None:
    """The text for an SMS, or None if it is too long for one."""
    lines = textwrap.wrap(text, templates.LONGEST_PART, break_on_hyphens=False)
    if len(lines) > len(_PARTS):
        return None
    return dict(zip(_PARTS, [*lines, *[""] * (len(_PARTS) - len(lines))], strict=True))
