"""
Messages to buyers about their orders. All are transactional, so none of them needs a consent.

An SMS has the short title at most: operators register it word for word and accept only short values. WhatsApp
accepts no template that begins or ends with a variable.
"""

from apps.accounts.message_texts import Text
from apps.accounts.states import MessageChannel

_SMS, _WHATSAPP, _MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL

_PAID = {"number": "text", "amount": "amount", "link": "link"}
_REFUND = _PAID | {"day": "date"}
_TITLE = {"title": "text"}
_REASON = {"reason": "text"}

RECEIPT = (
    Text(
        "receipt",
        _SMS,
        "Rally: we received {amount} for '{short_title}', order {number}. Receipt: {link}",
        _PAID | {"short_title": "text"},
    ),
    Text(
        "receipt",
        _WHATSAPP,
        "Thank you. Your order {number} is confirmed.\n\n{title}\nTotal {amount} incl. GST\n\n"
        "Your receipt and tax invoice are at {link} whenever you need them.",
        _PAID | _TITLE,
    ),
    Text(
        "receipt",
        _MAIL,
        "Thank you for your order.\n\n{title}\nOrder {number}\nTotal {amount} incl. GST\n\n"
        "Receipt and tax invoice: {link}\n\nYou will find your purchase in My Learnings.\n\nRally\n",
        _PAID | _TITLE,
        subject="Receipt for order {number}",
    ),
)

LATE_PAYMENT = (
    Text(
        "late_payment",
        _SMS,
        "Rally: we could not accept your payment of {amount} for order {number}. It will be refunded in full "
        "by {day}. Details: {link}",
        _REFUND,
    ),
    Text(
        "late_payment",
        _WHATSAPP,
        "We could not accept your payment of {amount} for order {number}. {reason}\n\n"
        "The full amount will be refunded to your original payment method by {day}. You don't need to do "
        "anything. You can follow the refund at {link} any time.",
        _REFUND | _REASON,
    ),
    Text(
        "late_payment",
        _MAIL,
        "We could not accept your payment of {amount}. {reason}\n\n{title}\nOrder {number}\n\n"
        "The full amount will be refunded to your original payment method by {day}. You don't need to do "
        "anything.\n\nRefund status: {link}\n\nRally\n",
        _REFUND | _REASON | _TITLE,
        subject="Your payment for order {number} will be refunded",
    ),
)

REFUND_MADE = (
    Text(
        "refund_made",
        _SMS,
        "Rally: we have refunded {amount} for order {number}. It will reach your original payment method "
        "by {day}. Credit note: {link}",
        _REFUND,
    ),
    Text(
        "refund_made",
        _WHATSAPP,
        "We have refunded {amount} for your order {number}. It will reach your original payment method by "
        "{day}.\n\nYour credit note is at {link} whenever you need it.",
        _REFUND,
    ),
    Text(
        "refund_made",
        _MAIL,
        "We have refunded {amount} for your order.\n\n{title}\nOrder {number}\n\n"
        "It will reach your original payment method by {day}.\n\nCredit note: {link}\n\nRally\n",
        _REFUND | _TITLE,
        subject="Refund for order {number}",
    ),
)

REFUND_DONE = (
    Text(
        "refund_done",
        _SMS,
        "Rally: your refund of {amount} for order {number} has been processed. It may take a few days to "
        "appear in your account. Details: {link}",
        _PAID,
    ),
    Text(
        "refund_done",
        _WHATSAPP,
        "Your refund of {amount} for order {number} has been processed. It may take a few days to appear "
        "in your account or on your card.\n\nDetails are at {link} whenever you need them.",
        _PAID,
    ),
    Text(
        "refund_done",
        _MAIL,
        "Your refund of {amount} has been processed. It may take a few days to appear in your account or "
        "on your card.\n\n{title}\nOrder {number}\n\nDetails: {link}\n\nRally\n",
        _PAID | _TITLE,
        subject="Your refund for order {number} has been processed",
    ),
)

_NUMBER = {"number": "text", "link": "link"}

# A refund of nothing, as of an order that was free.
ORDER_CANCELLED = (
    Text(
        "order_cancelled",
        _SMS,
        "Rally: order {number} has been cancelled, in whole or in part. No refund is due. Details: {link}",
        _NUMBER,
    ),
    Text(
        "order_cancelled",
        _WHATSAPP,
        "Your order {number} has been cancelled, in whole or in part. No refund is due for it.\n\n"
        "Details are at {link} whenever you need them.",
        _NUMBER,
    ),
    Text(
        "order_cancelled",
        _MAIL,
        "Your order has been cancelled, in whole or in part.\n\n{title}\nOrder {number}\n\n"
        "No refund is due for it.\n\nDetails: {link}\n\nRally\n",
        _NUMBER | _TITLE,
        subject="Order {number} cancelled",
    ),
)

ALL = (*RECEIPT, *LATE_PAYMENT, *REFUND_MADE, *REFUND_DONE, *ORDER_CANCELLED)
