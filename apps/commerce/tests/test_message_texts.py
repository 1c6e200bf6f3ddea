"""What buyers are told: every text on every channel, filled with what an order has to offer."""

import pytest

from apps.accounts.models import MessageTemplate
from apps.accounts.services import templates
from apps.accounts.states import MessageChannel
from apps.commerce import message_texts

pytestmark = pytest.mark.django_db

SMS, WHATSAPP, MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL
OFFERED = {
    "number": "RA-7K3M9Q2X",
    "title": "Options from first principles",
    "amount": "₹5,308.94",
    "day": "28 Nov 2026",
    "link": "https://www.example.in/orders?order=0190b6a4-7a52-7c3e-9f0e-2f1f6f1f2a11",
}
KEYS = ["receipt", "late_payment", "refund_made", "refund_done"]


def said(key: str, channel: MessageChannel) -> str:
    return templates.render_from(key=key, channel=channel, offered=OFFERED).body


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("channel", [SMS, WHATSAPP, MAIL])
def test_every_text_names_order_amount_and_link(key: str, channel: MessageChannel) -> None:
    rendered = templates.render_from(key=key, channel=channel, offered=OFFERED)
    for name in ("number", "amount", "link"):
        assert OFFERED[name] in rendered.subject + rendered.body
    assert not rendered.is_marketing
    assert bool(rendered.subject) == (channel is MAIL)
    assert "{" not in rendered.subject + rendered.body


def test_the_texts_pass_the_check_of_the_staff_screen() -> None:
    rows = MessageTemplate.objects.filter(key__in=KEYS)
    assert len(rows) == len(message_texts.ALL) == 12
    for row in rows:
        row.full_clean()


@pytest.mark.parametrize("key", KEYS)
def test_a_whatsapp_text_neither_begins_nor_ends_with_a_variable(key: str) -> None:
    body = MessageTemplate.objects.get(key=key, channel=WHATSAPP).body
    assert not body.startswith("{")
    assert not body.endswith("}")


@pytest.mark.parametrize("channel", [SMS, WHATSAPP, MAIL])
def test_money_that_goes_back_has_a_day(channel: MessageChannel) -> None:
    assert "by 28 Nov 2026" in said("late_payment", channel)
    assert "All of it goes back" in said("late_payment", channel)
    assert "by 28 Nov 2026" in said("refund_made", channel)


def test_the_receipt_by_sms() -> None:
    assert said("receipt", SMS) == (
        "Rally: order RA-7K3M9Q2X is paid, ₹5,308.94 in all. "
        "Receipt: https://www.example.in/orders?order=0190b6a4-7a52-7c3e-9f0e-2f1f6f1f2a11"
    )


def test_the_receipt_by_mail_says_what_was_bought() -> None:
    rendered = templates.render_from(key="receipt", channel=MAIL, offered=OFFERED)
    assert rendered.subject == "Receipt for order RA-7K3M9Q2X"
    assert "Options from first principles\nOrder RA-7K3M9Q2X\n₹5,308.94 in all, with tax\n" in rendered.body
