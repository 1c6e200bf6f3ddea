"""The messages to buyers: every text on every channel, filled from an order."""

import pytest

from apps.accounts import message_texts
from apps.accounts.services import templates
from apps.accounts.states import MessageChannel

pytestmark = pytest.mark.django_db

SMS, WHATSAPP, MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL
OFFERED = {
    "number": "RA-7K3M9Q2X",
    "title": "Options from first principles",
    "short_title": "Options from first principles",
    "amount": "₹5,308.94",
    "day": "28 Nov 2026",
    "reason": "You paid for this twice, so the second payment is being refunded in full.",
    "link": "https://www.example.in/orders?order=0190b6a4-7a52-7c3e-9f0e-2f1f6f1f2a11",
}
KEYS = ["receipt", "late_payment", "refund_made", "refund_done", "order_cancelled"]


def body_of(key: str, channel: MessageChannel) -> str:
    return templates.render_matching(key=key, channel=channel, params=OFFERED).body


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("channel", [SMS, WHATSAPP, MAIL])
def test_every_text_names_order_amount_and_link(key: str, channel: MessageChannel) -> None:
    rendered = templates.render_matching(key=key, channel=channel, params=OFFERED)
    for name in ("number", "link"):
        assert OFFERED[name] in rendered.subject + rendered.body
    assert (OFFERED["amount"] in rendered.body) == (key != "order_cancelled")
    assert not rendered.is_marketing
    assert bool(rendered.subject) == (channel is MAIL)
    assert "{" not in rendered.subject + rendered.body


def test_there_are_no_other_texts() -> None:
    assert list(message_texts.read("commerce")) == KEYS


@pytest.mark.parametrize("channel", [SMS, WHATSAPP, MAIL])
def test_refund_messages_name_the_day(channel: MessageChannel) -> None:
    assert "by 28 Nov 2026" in body_of("late_payment", channel)
    in_full = "refunded in full" if channel is SMS else "The full amount will be refunded"
    assert in_full in body_of("late_payment", channel)
    assert (OFFERED["reason"] in body_of("late_payment", channel)) == (channel is not SMS)
    assert "by 28 Nov 2026" in body_of("refund_made", channel)


def test_the_receipt_by_sms() -> None:
    assert body_of("receipt", SMS) == (
        "Rally: we received ₹5,308.94 for 'Options from first principles', order RA-7K3M9Q2X. "
        "Receipt: https://www.example.in/orders?order=0190b6a4-7a52-7c3e-9f0e-2f1f6f1f2a11"
    )


def test_the_receipt_email_names_the_purchase() -> None:
    rendered = templates.render_matching(key="receipt", channel=MAIL, params=OFFERED)
    assert rendered.subject == "Receipt for order RA-7K3M9Q2X"
    assert "Options from first principles\nOrder RA-7K3M9Q2X\nTotal ₹5,308.94 incl. GST\n" in rendered.body
