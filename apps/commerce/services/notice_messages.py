"""The outbox handler for order notifications: reads the order, fills the template and sends it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from apps.accounts.services import messages, templates
from apps.accounts.states import MessageChannel
from apps.commerce.models import Order, Refund
from apps.core.formatting import rupees
from apps.core.money import Money
from apps.outbox.handlers import NotNeeded


def handle(payload: Mapping[str, Any], /) -> None:
    """:raises NotNeeded: if the buyer has erased their account"""
    order = Order.objects.select_related("person").get(pk=UUID(payload["order_id"]))
    refund_id = payload["refund_id"]
    refund = Refund.objects.get(pk=UUID(refund_id)) if refund_id else None
    if order.person.erased_at is not None:
        raise NotNeeded("The account was erased")
    key = UUID(payload["key"]) if "key" in payload else None
    with transaction.atomic():
        messages.send_to_person(
            person=order.person, template=payload["template"], params=_params(order, refund), key=key
        )


def notify_contact(*, order: Order, refund: Refund, mobile: str, email: str) -> None:
    """Tell a buyer without an account of their refund; once. Nobody is told without a number or address."""
    channel, to = (MessageChannel.SMS, mobile) if mobile else (MessageChannel.MAIL, email)
    with transaction.atomic():
        messages.send(
            template="late_payment", channels=[channel], to=to, params=_params(order, refund), key=refund.pk
        )


def _params(order: Order, refund: Refund | None) -> dict[str, str]:
    paise = order.bill_paise if refund is None else refund.amount_paise
    params = {
        "number": order.number,
        "title": templates.as_text(order.quote["title"]),
        "short_title": templates.as_short_text(order.quote["title"]),
        "amount": rupees(Money(paise).to_rupees()),
        "link": f"{settings.SITE_URL}/orders?order={order.pk}",
    }
    if refund is not None:
        day = refund.promised_date
        params["day"] = f"{day.day} {day:%b} {day.year}"
        params["reason"] = templates.as_text(refund.reason)
    return params
