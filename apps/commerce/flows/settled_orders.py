"""Outbox handlers that call the provider about an order that is settled: they run after the commit."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from apps.commerce.document_numbers import Numbered
from apps.commerce.gateways import order_notes, registry
from apps.commerce.gateways.outcomes import Done, Refused
from apps.commerce.models import Order
from apps.commerce.services import notice_messages
from apps.outbox.handlers import NotNeeded, PermanentFailure, RetryLater

_NO_ANSWER = "The provider's answer is not known"


def note_number(payload: Mapping[str, Any], /) -> None:
    """
    Add the invoice's number to the order's notes, so that it survives the loss of our database. Idempotent.

    :raises NotNeeded: if there is no invoice
    :raises RetryLater, PermanentFailure: if the provider does not respond, or refuses
    """
    order = Order.objects.select_related("invoice", "person").get(pk=UUID(payload["order_id"]))
    invoice = getattr(order, "invoice", None)
    if invoice is None or order.provider_order_id is None:
        raise NotNeeded("There is no invoice to note")
    notes = order_notes.build(order, invoice=str(Numbered(invoice.number, invoice.issued_at)))
    result = registry.of(order.provider).replace_notes(order_id=order.provider_order_id, notes=notes)
    if isinstance(result, Refused) and not result.is_about_us:
        raise PermanentFailure(result.message)
    if not isinstance(result, Done):
        raise RetryLater(_NO_ANSWER)


def notify_lost_buyer(payload: Mapping[str, Any], /) -> None:
    """
    Notify a buyer whose account is lost of their refund, by the number that they gave the provider.

    :raises RetryLater: if it is not refunded yet, or the provider does not respond
    :raises PermanentFailure: if the provider knows neither a number nor an email address
    """
    order = Order.objects.get(pk=UUID(payload["order_id"]))
    refund = order.refunds.select_related("payment").order_by("requested_at", "pk").first()
    if refund is None or refund.payment is None:
        raise RetryLater("The payment is not refunded yet")
    result = registry.of(order.provider).contact_of(payment_id=refund.payment.provider_payment_id)
    if not isinstance(result, Done):
        raise RetryLater(_NO_ANSWER)
    if not (result.value.mobile or result.value.email):
        raise PermanentFailure("The provider has no number and no email address of the buyer")
    notice_messages.notify_contact(
        order=order, refund=refund, mobile=result.value.mobile, email=result.value.email
    )
