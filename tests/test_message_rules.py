"""What operators and the regulator ask of the texts of messages, in all apps."""

from apps.accounts import message_texts
from apps.content.models.site_settings import RISK_STATEMENT

APPS = ("accounts", "catalog", "pro", "commerce", "support", "live")


def test_no_further_whatsapp_text_begins_or_ends_with_a_variable() -> None:
    """WhatsApp accepts one only for a login code. The others are older than this test."""
    texts = {
        key: message.whatsapp.strip()
        for app in APPS
        for key, message in message_texts.read(app).items()
        if message.whatsapp
    }
    assert {key for key, text in texts.items() if text.startswith("{")} == {
        "otp",
        "attendee_note",
        "attendee_news",
        "waiting_list_rescheduled",
        "offered_seat_rescheduled",
    }
    assert {key for key, text in texts.items() if text.endswith("}")} == {"pro_ends_week", "pro_ends_day"}


def test_what_is_marketing_ends_with_the_statement_of_risk() -> None:
    marketing = {
        key: message
        for app in APPS
        for key, message in message_texts.read(app).items()
        if message.is_marketing
    }
    assert list(marketing) == ["attendee_news"]
    for text in marketing["attendee_news"].texts("attendee_news"):
        assert text.body.removesuffix("\n\nRally\n").endswith(f"\n\n{RISK_STATEMENT}")
