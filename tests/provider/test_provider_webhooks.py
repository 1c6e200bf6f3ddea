"""What every payment gateway promises about signatures and webhook events."""

from __future__ import annotations

import json
from typing import Any

import pytest

from apps.commerce.gateways.payloads import (
    EventFacts,
    Malformed,
    ProviderPayment,
)
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.states import DisputeStatus

from .outcomes import unwrap
from .provider_doubles import ProviderDouble


def test_the_signature_holds_for_its_order_and_payment_alone(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    order, other = buy(), buy()
    paid, elsewhere = double.pay(order.id), double.pay(other.id)
    signature = double.sign(order.id, paid)

    def is_valid(order_id: str, payment_id: str, text: Any) -> bool:
        return gateway.is_payment_signature_valid(order_id=order_id, payment_id=payment_id, signature=text)

    assert is_valid(order.id, paid, signature)
    assert not is_valid(other.id, paid, signature)
    assert not is_valid(order.id, elsewhere, signature)
    for wrong in ("", signature[:-1], signature + "0", "é" + signature[1:], signature.swapcase(), None, 7):
        assert not is_valid(order.id, paid, wrong)
    for nothing in ("", "1", order.receipt):
        assert not is_valid(nothing, paid, signature)
        assert not is_valid(order.id, nothing, signature)


def test_a_webhook_is_accepted_as_it_was_signed_alone(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    body, headers = double.webhook("captured", double.pay(buy().id))

    assert gateway.is_webhook_signed(body=body, headers=headers)
    assert not gateway.is_webhook_signed(body=body + b" ", headers=headers)
    assert not gateway.is_webhook_signed(body=b"", headers=headers)
    assert not gateway.is_webhook_signed(body=body, headers={})
    for spoilt in ("", "0" * 64, "é", ";"):
        assert not gateway.is_webhook_signed(body=body, headers=dict.fromkeys(headers, spoilt))


def test_events_report_what_happened(
    double: ProviderDouble, buy: Any, refund: Any, read_webhook: Any
) -> None:
    order, unpaid = buy(), buy()
    paid, failed = double.pay(order.id), double.fail(unpaid.id)
    _, captured = read_webhook("captured", paid)
    _, declined = read_webhook("failed", failed)
    returned = unwrap(refund(paid, 20_000))
    _, refunded = read_webhook("refund", paid)

    payment: ProviderPayment = captured.payment
    assert (payment.id, payment.order_id, payment.status) == (paid, order.id, "captured")
    assert (payment.amount_paise, payment.currency, payment.is_captured) == (50_000, "INR", True)
    assert (declined.payment.id, declined.payment.status) == (failed, "failed")
    assert captured.refund is captured.dispute is declined.refund is declined.dispute is None
    assert (refunded.refund.id, refunded.refund.payment_id) == (returned.id, paid)
    assert (refunded.refund.amount_paise, refunded.refund.status) == (20_000, "processed")


def test_events_about_disputes_report_their_status(
    double: ProviderDouble, buy: Any, read_webhook: Any
) -> None:
    paid = double.pay(buy().id)
    disputed = double.dispute(paid)
    _, opened = read_webhook("dispute", paid)
    double.lose_dispute(disputed)
    _, lost = read_webhook("lost", paid)

    assert (opened.dispute.dispute.id, opened.dispute.dispute.payment_id) == (disputed, paid)
    assert (opened.dispute.status, lost.dispute.status) == (DisputeStatus.OPEN, DisputeStatus.LOST)
    assert lost.dispute.status_at >= opened.dispute.status_at
    assert lost.dispute.dispute.deducted_paise == 50_000


def test_a_repeat_of_an_event_has_the_same_id_and_no_personal_data(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    body, headers = double.webhook("captured", double.pay(buy().id))

    event, again = (gateway.read_event(body=body, headers=headers) for _ in range(2))

    assert event == again
    assert "@" not in json.dumps(event.payload)


def test_an_event_of_another_kind_reports_nothing(
    double: ProviderDouble, buy: Any, read_webhook: Any
) -> None:
    _, facts = read_webhook("unrelated", double.pay(buy().id))

    assert facts == EventFacts()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"{}", b"7", b"\xff\xfe"])
def test_a_body_that_is_no_event_is_malformed(gateway: PaymentGateway, body: bytes) -> None:
    with pytest.raises(Malformed):
        gateway.read_event(body=body, headers={})


def test_the_browser_learns_the_script_and_a_public_key(gateway: PaymentGateway) -> None:
    checkout = gateway.browser_checkout()

    assert checkout.script.endswith(".js")
    assert checkout.key
