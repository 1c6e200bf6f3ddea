"""
What every payment gateway promises, whichever provider is behind it.

Held by Razorpay's gateway over HTTP against the sandbox, by its in-memory fake, and by the gateway to a
provider of another shape.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from apps.commerce.gateways.outcomes import Refused, Unknown
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import Dispute, GatewayEvent, Order, Payment, RefundAttempt
from apps.core import indian_time

from .outcomes import unwrap
from .provider_doubles import ProviderDouble


def receipt() -> str:
    return uuid.uuid4().hex


# --- orders and payments --------------------------------------------------------------------------


def test_an_order_has_the_requested_values(buy: Any) -> None:
    new = receipt()

    order = buy(amount_paise=123_45, receipt=new)

    assert (order.amount_paise, order.currency, order.receipt) == (123_45, "INR", new)
    assert (order.status, dict(order.notes)) == ("created", {"a": "b"})
    assert abs(order.created_at - datetime.now(UTC)) < timedelta(seconds=10)


def test_an_amount_above_the_maximum_is_refused_for_its_amount(gateway: PaymentGateway, buy: Any) -> None:
    assert buy(amount_paise=gateway.maximum_paise).amount_paise == gateway.maximum_paise
    refused = gateway.create_order(receipt=receipt(), amount_paise=gateway.maximum_paise + 1, notes={})
    assert isinstance(refused, Refused)
    assert refused.is_about_amount
    too_small = gateway.create_order(receipt=receipt(), amount_paise=1, notes={})
    assert isinstance(too_small, Refused)
    assert not too_small.is_about_amount


@pytest.mark.parametrize("mode", ["same", "reject", "duplicate"])
def test_a_repeated_receipt_returns_the_same_order_in_every_receipt_mode(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, mode: str
) -> None:
    double.set_receipt_mode(mode)
    new = receipt()
    first = buy(receipt=new)

    again = buy(receipt=new, is_repeat=True)

    assert again.id == first.id
    assert unwrap(gateway.find_order(receipt=new)).id == first.id


@pytest.mark.parametrize("mode", ["same", "reject"])
def test_a_known_receipt_returns_the_same_order_without_a_hint(
    double: ProviderDouble, buy: Any, mode: str
) -> None:
    double.set_receipt_mode(mode)
    new = receipt()

    assert buy(receipt=new).id == buy(receipt=new).id


def test_an_order_is_found_by_its_exact_receipt_only(gateway: PaymentGateway, buy: Any) -> None:
    new = receipt()
    buy(receipt=f"{new}-2")

    assert unwrap(gateway.find_order(receipt=new)) is None
    assert unwrap(gateway.find_order(receipt=receipt())) is None


def test_the_notes_of_a_paid_order_are_replaced(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    order = buy()
    double.pay(order.id)
    notes = {**{f"packed{place}": "x" * 256 for place in range(14)}, "invoice": "INV2627-0000001"}

    for _ in range(2):
        assert dict(unwrap(gateway.replace_notes(order_id=order.id, notes=notes)).notes) == notes

    kept = unwrap(gateway.fetch_order(order_id=order.id))
    assert (dict(kept.notes), kept.status, kept.receipt) == (notes, "paid", order.receipt)
    for unknown in ("order_AAAAAAAAAAAAAA", "../payments"):
        assert isinstance(gateway.replace_notes(order_id=unknown, notes=notes), Refused)


def test_a_payer_can_be_notified_if_the_provider_knows_how(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    contact = unwrap(gateway.contact_of(payment_id=double.pay(buy().id)))
    assert contact.mobile == "" or len(contact.mobile) == 10
    assert contact.email == "" or "@" in contact.email
    assert isinstance(gateway.contact_of(payment_id="../orders"), Refused)


def test_a_success_is_captured_with_the_orders_amount(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, fetch: Any
) -> None:
    order = buy()

    payment = fetch(double.pay(order.id))

    assert (payment.order_id, payment.amount_paise, payment.currency) == (order.id, 50_000, "INR")
    assert (payment.status, payment.refunded_paise) == ("captured", 0)
    assert unwrap(gateway.find_order(receipt=order.receipt)).status == "paid"


def test_a_failure_and_a_success_are_two_payments_of_one_order(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    order = buy()

    failed, paid = double.fail(order.id), double.pay(order.id)

    tries = unwrap(gateway.payments_of(order_id=order.id))
    assert {(one.id, one.status) for one in tries} == {(failed, "failed"), (paid, "captured")}


def test_authorised_and_failed_payments_may_be_captured_late(
    double: ProviderDouble, buy: Any, fetch: Any
) -> None:
    authorised, failed = (double.authorize(buy().id), double.fail(buy().id))
    assert (fetch(authorised).status, fetch(failed).status) == ("authorized", "failed")

    for payment_id in (authorised, failed):
        double.capture_late(payment_id)
        assert fetch(payment_id).status == "captured"


def test_a_wrong_amount_is_reported_as_it_is(double: ProviderDouble, buy: Any, fetch: Any) -> None:
    order = buy()

    payment = fetch(double.pay_other_amount(order.id, amount_paise=100, currency="USD"))

    assert (payment.amount_paise, payment.currency, payment.order_id) == (100, "USD", order.id)


def test_refunds_are_idempotent_by_key(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, fetch: Any, refund: Any
) -> None:
    paid = double.pay(buy().id)

    first = unwrap(refund(paid, 20_000, key="the-same-key"))
    again = unwrap(refund(paid, 20_000, key="the-same-key"))
    other = refund(paid, 10_000, key="the-same-key")

    assert (first.id, first.status, dict(first.notes)) == (again.id, "processed", {"why": "test"})
    assert isinstance(other, Refused)
    assert (fetch(paid).status, fetch(paid).refunded_paise) == ("captured", 20_000)
    assert [one.id for one in unwrap(gateway.refunds_of(payment_id=paid))] == [first.id]


def test_a_payment_refunded_in_parts_ends_as_refunded(
    double: ProviderDouble, buy: Any, fetch: Any, refund: Any
) -> None:
    paid = double.pay(buy().id)

    unwrap(refund(paid, 20_000))
    unwrap(refund(paid, 30_000))

    assert (fetch(paid).status, fetch(paid).refunded_paise) == ("refunded", 50_000)


def test_refunds_cannot_exceed_the_captured_amount(
    double: ProviderDouble, buy: Any, fetch: Any, refund: Any
) -> None:
    paid, failed = double.pay(buy().id), double.fail(buy().id)
    unwrap(refund(paid, 30_000))

    assert isinstance(refund(paid, 20_001), Refused)
    assert isinstance(refund(failed, 100), Refused)
    assert fetch(paid).refunded_paise == 30_000


def test_a_pending_refund_ends_processed_or_failed(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, fetch: Any, refund: Any
) -> None:
    double.set_refund_status("pending")
    paid = double.pay(buy().id)
    first, second = unwrap(refund(paid, 10_000)), unwrap(refund(paid, 20_000))
    assert (first.status, fetch(paid).refunded_paise) == ("pending", 30_000)

    double.finish_refund(first.id, status="processed")
    double.finish_refund(second.id, status="failed")

    statuses = {one.id: one.status for one in unwrap(gateway.refunds_of(payment_id=paid))}
    assert statuses == {first.id: "processed", second.id: "failed"}
    assert fetch(paid).refunded_paise == 10_000


def test_dashboard_refunds_are_listed(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, fetch: Any
) -> None:
    paid = double.pay(buy().id)

    made = [double.refund_at_dashboard(paid, amount_paise) for amount_paise in (10_000, 20_000)]

    refunds = unwrap(gateway.refunds_of(payment_id=paid))
    assert {(one.id, one.amount_paise) for one in refunds} == {(made[0], 10_000), (made[1], 20_000)}
    assert [dict(one.notes) for one in refunds] == [{}, {}]
    assert (fetch(paid).status, fetch(paid).refunded_paise) == ("captured", 30_000)


def test_a_payment_refunded_without_a_capture_leaves_its_order_unpaid(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, fetch: Any
) -> None:
    order = buy()

    payment = fetch(double.refund_uncaptured(order.id))

    assert (payment.status, payment.refunded_paise) == ("refunded", 50_000)
    assert unwrap(gateway.find_order(receipt=order.receipt)).status == "attempted"


def test_orders_of_a_time_range_include_all_their_payments(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    begins = datetime.now(UTC)
    paid, open_order = buy(), buy()
    payment_id = double.pay(paid.id)

    pages = list(gateway.orders_between(begins=begins, ends=begins + timedelta(hours=1)))

    rows = {order.id: [one.id for one in payments] for page in pages for order, payments in unwrap(page)}
    assert rows[paid.id] == [payment_id]
    assert rows[open_order.id] == []
    past = gateway.orders_between(begins=begins - timedelta(days=9), ends=begins - timedelta(days=8))
    assert [unwrap(page) for page in past] == [[]]


@pytest.mark.parametrize("is_repeat", [True, False])
def test_a_repeated_receipt_with_another_amount_is_refused(
    gateway: PaymentGateway, buy: Any, is_repeat: bool
) -> None:
    new = receipt()
    buy(receipt=new, amount_paise=100)

    again = gateway.create_order(receipt=new, amount_paise=200, notes={}, is_repeat=is_repeat)

    assert isinstance(again, Refused)


def test_an_order_below_the_minimum_is_refused(gateway: PaymentGateway) -> None:
    assert isinstance(gateway.create_order(receipt=receipt(), amount_paise=99, notes={}), Refused)


def test_an_order_is_fetched_with_its_notes(gateway: PaymentGateway) -> None:
    notes = {f"note{number}": "x" * 256 for number in range(15)}
    new = receipt()
    made = unwrap(gateway.create_order(receipt=new, amount_paise=100, notes=notes))

    fetched = unwrap(gateway.fetch_order(order_id=made.id))

    assert (fetched.id, fetched.receipt, dict(fetched.notes)) == (made.id, new, notes)


def test_a_second_success_is_captured_or_refunded_by_the_provider(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, fetch: Any
) -> None:
    order = buy()

    first, second = double.pay(order.id), fetch(double.pay(order.id))

    assert second.id != first
    if second.status == "captured":
        assert (second.is_captured, second.refunded_paise) == (True, 0)
    else:
        assert (second.status, second.is_captured, second.refunded_paise) == ("refunded", False, 50_000)
        refunds = unwrap(gateway.refunds_of(payment_id=second.id))
        assert [(one.amount_paise, one.status) for one in refunds] == [(50_000, "processed")]


def test_many_orders_come_in_pages_the_newest_first(gateway: PaymentGateway, buy: Any) -> None:
    begins = datetime.now(UTC)
    made = [buy().id for _ in range(101)]

    pages = list(gateway.orders_between(begins=begins, ends=begins + timedelta(hours=1)))

    assert len(pages) >= 2
    listed = [order for page in pages for order, _payments in unwrap(page)]
    assert set(made) <= {order.id for order in listed}
    times = [order.created_at for order in listed]
    assert times == sorted(times, reverse=True)


def test_disputes_are_listed_with_their_status(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any
) -> None:
    paid, other = double.pay(buy().id), double.pay(buy().id)
    lost, still_open = double.dispute(paid), double.dispute(other)
    double.lose_dispute(lost)

    pages = [unwrap(page) for page in gateway.all_disputes()]

    listed = {one.id: one for page in pages for one in page}
    assert (listed[lost].payment_id, listed[lost].status, listed[lost].deducted_paise) == (
        paid,
        "lost",
        50_000,
    )
    open_one = listed[still_open]
    assert (open_one.payment_id, open_one.status, open_one.deducted_paise) == (other, "open", 0)
    assert (open_one.amount_paise, open_one.currency) == (50_000, "INR")


def test_what_was_paid_out_to_the_bank_is_listed_by_day_with_its_fee(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, refund: Any
) -> None:
    paid, held = double.pay(buy().id), double.authorize(buy().id)
    returned = unwrap(refund(paid, 20_000))

    day = double.pay_out()

    listed = {line.id: line for page in gateway.settlement_lines(day=day) for line in unwrap(page)}
    assert held not in listed
    payment, deducted = listed[paid], listed[returned.id]
    assert (payment.kind, payment.amount_paise, payment.currency) == ("payment", 50_000, "INR")
    assert 0 < payment.fee_paise < 2_000
    assert 0 <= payment.tax_paise < payment.fee_paise
    assert payment.net_paise == 50_000 - payment.fee_paise
    assert (deducted.kind, deducted.amount_paise, deducted.net_paise) == ("refund", 20_000, -20_000)
    assert payment.settlement_id == deducted.settlement_id
    assert indian_time.day_of(payment.settled_at) == day
    for other in (day - timedelta(days=1), day + timedelta(days=1)):
        assert [unwrap(page) for page in gateway.settlement_lines(day=other)] == [[]]


# --- ids, refusals and faults ---------------------------------------------------------------------


def test_unknown_ids_are_refused(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, refund: Any
) -> None:
    order = buy()
    paid = double.pay(order.id)
    no_order, no_payment = _unknown(order.id), _unknown(paid)

    for outcome in (
        gateway.fetch_order(order_id=no_order),
        gateway.payments_of(order_id=no_order),
        gateway.fetch_payment(payment_id=no_payment),
        gateway.refunds_of(payment_id=no_payment),
        refund(no_payment, 100),
    ):
        assert isinstance(outcome, Refused)
        assert not outcome.is_about_us


@pytest.mark.parametrize("wrong", ["", "1", "../orders", "pay_1\n", "a" * 500, "é", "order_\0"])
def test_what_is_no_id_is_refused_and_not_sent(gateway: PaymentGateway, refund: Any, wrong: str) -> None:
    assert isinstance(gateway.fetch_order(order_id=wrong), Refused)
    assert isinstance(gateway.payments_of(order_id=wrong), Refused)
    assert isinstance(gateway.fetch_payment(payment_id=wrong), Refused)
    assert isinstance(gateway.refunds_of(payment_id=wrong), Refused)
    assert isinstance(refund(wrong, 100), Refused)


def test_ids_fit_into_our_columns_and_say_whose_they_are(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, refund: Any, read_webhook: Any
) -> None:
    order = buy()
    paid = double.pay(order.id)
    returned = unwrap(refund(paid, 100))
    disputed = double.dispute(paid)
    event, _ = read_webhook("captured", paid)

    for model, name, identity in (
        (Order, "provider_order_id", order.id),
        (Payment, "provider_payment_id", paid),
        (RefundAttempt, "provider_refund_id", returned.id),
        (Dispute, "provider_dispute_id", disputed),
        (GatewayEvent, "event_id", event.id),
    ):
        assert len(identity) <= (model._meta.get_field(name).max_length or 0)
        assert not identity.isdecimal()
    assert len(gateway.name) <= (Order._meta.get_field("provider").max_length or 0)


@pytest.mark.parametrize("fault", ["timeout", "server_error", "rate_limit", "malformed"])
def test_a_fault_is_unknown_and_the_next_request_succeeds(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, fetch: Any, fault: str
) -> None:
    paid = double.pay(buy().id)
    double.disturb_next_fetch(fault)

    assert isinstance(gateway.fetch_payment(payment_id=paid), Unknown)
    assert fetch(paid).status == "captured"


def test_a_key_that_is_refused_is_about_us(double: ProviderDouble, gateway: PaymentGateway, buy: Any) -> None:
    paid = double.pay(buy().id)
    double.refuse_key()

    outcome = gateway.fetch_payment(payment_id=paid)

    assert isinstance(outcome, Refused)
    assert outcome.is_about_us


@pytest.mark.parametrize("key", ["", "short", "with spaces in it", "x" * 65])
def test_a_key_that_cannot_be_idempotent_raises(
    double: ProviderDouble, gateway: PaymentGateway, buy: Any, key: str
) -> None:
    with pytest.raises(ValueError, match="key"):
        gateway.refund(payment_id=double.pay(buy().id), amount_paise=100, key=key, notes={})


def _unknown(identity: str) -> str:
    """An id of the same form that nothing has."""
    return "".join("0" if character.isdecimal() else character for character in identity[:-3]) + "000"
