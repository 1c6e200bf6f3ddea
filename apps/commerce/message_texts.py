"""
What buyers are told of their orders. None of it advertises, so none of it waits for a consent.

The texts for SMS do without titles: operators register them word for word and take only short values.
WhatsApp registers no text that begins or ends with a variable.
"""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL

_PAID = {"number": "text", "amount": "amount", "link": "link"}
_GOING_BACK = _PAID | {"day": "date"}
_TITLE = {"title": "text"}

RECEIPT = (
    Text("receipt", _SMS, "Rally: order {number} is paid, {amount} in all. Receipt: {link}", _PAID),
    Text(
        "receipt",
        _WHATSAPP,
        "Your order {number} is paid.\n\n{title}\n{amount} in all, with tax.\n\n"
        "The receipt and the tax invoice are at {link} whenever you need them.",
        _PAID | _TITLE,
    ),
    Text(
        "receipt",
        _MAIL,
        "Thank you for your order.\n\n{title}\nOrder {number}\n{amount} in all, with tax\n\n"
        "The receipt and the tax invoice: {link}\n\nWhat you bought is in My Learnings.\n\nRally\n",
        _PAID | _TITLE,
        subject="Receipt for order {number}",
    ),
)

LATE_PAYMENT = (
    Text(
        "late_payment",
        _SMS,
        "Rally: your payment of {amount} for order {number} could not be used. All of it goes back to you "
        "by {day}. More: {link}",
        _GOING_BACK,
    ),
    Text(
        "late_payment",
        _WHATSAPP,
        "Your payment of {amount} for order {number} could not be used: it came too late, a second time "
        "or with another amount than the bill's. All of it goes back to where it came from, by {day}.\n\n"
        "You need not do anything. {link} shows how far it is.",
        _GOING_BACK,
    ),
    Text(
        "late_payment",
        _MAIL,
        "Your payment of {amount} could not be used: it came too late, a second time or with another amount "
        "than the bill's.\n\n"
        "{title}\nOrder {number}\n\n"
        "All of it goes back to where it came from, by {day}. You need not do anything.\n\n"
        "How far it is: {link}\n\nRally\n",
        _GOING_BACK | _TITLE,
        subject="Your payment for order {number} goes back to you",
    ),
)

REFUND_MADE = (
    Text(
        "refund_made",
        _SMS,
        "Rally: {amount} of order {number} is refunded and goes back to where it came from by {day}. "
        "Credit note: {link}",
        _GOING_BACK,
    ),
    Text(
        "refund_made",
        _WHATSAPP,
        "We have refunded {amount} of your order {number}. It goes back to where it came from, by {day}.\n\n"
        "The credit note is at {link} whenever you need it.",
        _GOING_BACK,
    ),
    Text(
        "refund_made",
        _MAIL,
        "We have refunded {amount} of your order.\n\n{title}\nOrder {number}\n\n"
        "The money goes back to where it came from, by {day}.\n\nThe credit note: {link}\n\nRally\n",
        _GOING_BACK | _TITLE,
        subject="Refund for order {number}",
    ),
)

REFUND_DONE = (
    Text(
        "refund_done",
        _SMS,
        "Rally: your refund of {amount} for order {number} has left our payment provider. Your bank may take "
        "some days to show it. More: {link}",
        _PAID,
    ),
    Text(
        "refund_done",
        _WHATSAPP,
        "Your refund of {amount} for order {number} has left our payment provider for your bank or card, "
        "which may take some days to show it.\n\nMore at {link} whenever you need it.",
        _PAID,
    ),
    Text(
        "refund_done",
        _MAIL,
        "Your refund of {amount} has left our payment provider for your bank or card, which may take some "
        "days to show it.\n\n{title}\nOrder {number}\n\nMore: {link}\n\nRally\n",
        _PAID | _TITLE,
        subject="Your refund for order {number} is on its way",
    ),
)

ALL = (*RECEIPT, *LATE_PAYMENT, *REFUND_MADE, *REFUND_DONE)
