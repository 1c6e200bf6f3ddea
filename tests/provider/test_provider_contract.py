"""The same contract for the in-memory fake and the sandbox, through the real gateway."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from apps.commerce.gateways import razorpay
from apps.commerce.gateways.outcomes import Done, Outcome, Refused
from apps.commerce.gateways.payloads import ProviderOrder, ProviderPayment, ProviderRefund
from apps.commerce.tests.fake_provider import FakeProvider
from apps.sandbox.tests.process import KEY, Sandbox, start_sandbox

from .provider_doubles import FakeDouble, ProviderDouble, SandboxDouble


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    with start_sandbox(tmp_path_factory.mktemp("provider")) as started:
        yield started


@pytest.fixture(params=["fake", "sandbox"])
def double(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Any) -> ProviderDouble:
    if request.param == "fake":
        return FakeDouble(FakeProvider().install(monkeypatch))
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    settings.RAZORPAY_BASE_URL = sandbox.base_url
    settings.RAZORPAY_KEY_ID, settings.RAZORPAY_KEY_SECRET = KEY
    made = SandboxDouble(sandbox)
    made.set_receipt_mode("same")
    made.set_refund_status("processed")
    return made


def receipt() -> str:
    return uuid.uuid4().hex


def create_order(*, amount_paise: int = 50_000, **options: Any) -> ProviderOrder:
    return unwrap(
        razorpay.create_order(
            receipt=options.pop("receipt", receipt()), amount_paise=amount_paise, notes={"a": "b"}, **options
        )
    )


def unwrap(outcome: Outcome[Any]) -> Any:
    assert isinstance(outcome, Done), outcome
    return outcome.value


def fetch(payment_id: str) -> ProviderPayment:
    return unwrap(razorpay.fetch_payment(payment_id=payment_id))


def refund(payment_id: str, amount_paise: int, *, key: str | None = None) -> Outcome[ProviderRefund]:
    return razorpay.refund(
        payment_id=payment_id, amount_paise=amount_paise, key=key or uuid.uuid4().hex, notes={"why": "test"}
    )


def test_an_order_has_the_requested_values(double: ProviderDouble) -> None:
    new = receipt()

    order = create_order(amount_paise=123_45, receipt=new)

    assert (order.amount_paise, order.currency, order.receipt) == (123_45, "INR", new)
    assert (order.status, dict(order.notes)) == ("created", {"a": "b"})
    assert abs(order.created_at - datetime.now(UTC)) < timedelta(seconds=10)


def test_an_order_below_the_minimum_is_refused(double: ProviderDouble) -> None:
    assert isinstance(razorpay.create_order(receipt=receipt(), amount_paise=99, notes={}), Refused)


@pytest.mark.parametrize("mode", ["same", "reject", "duplicate"])
def test_a_repeated_receipt_returns_the_same_order_in_every_receipt_mode(
    double: ProviderDouble, mode: str
) -> None:
    double.set_receipt_mode(mode)
    new = receipt()
    first = create_order(receipt=new)

    again = create_order(receipt=new, is_repeat=True)

    assert again.id == first.id
    assert unwrap(razorpay.find_order(receipt=new)).id == first.id


@pytest.mark.parametrize("mode", ["same", "reject"])
def test_a_known_receipt_returns_the_same_order_without_a_hint(double: ProviderDouble, mode: str) -> None:
    double.set_receipt_mode(mode)
    new = receipt()

    assert create_order(receipt=new).id == create_order(receipt=new).id


@pytest.mark.parametrize("is_repeat", [True, False])
def test_a_repeated_receipt_with_another_amount_is_refused(double: ProviderDouble, is_repeat: bool) -> None:
    new = receipt()
    create_order(receipt=new, amount_paise=100)

    again = razorpay.create_order(receipt=new, amount_paise=200, notes={}, is_repeat=is_repeat)

    assert isinstance(again, Refused)
    assert again.code == "ORDER_MISMATCH"


def test_an_order_is_found_by_its_exact_receipt_only(double: ProviderDouble) -> None:
    new = receipt()
    create_order(receipt=f"{new}-2")

    assert unwrap(razorpay.find_order(receipt=new)) is None
    assert unwrap(razorpay.find_order(receipt=receipt())) is None


def test_a_success_is_captured_with_the_orders_amount(double: ProviderDouble) -> None:
    order = create_order()

    payment = fetch(double.pay(order.id))

    assert (payment.order_id, payment.amount_paise, payment.currency) == (order.id, 50_000, "INR")
    assert (payment.status, payment.refunded_paise) == ("captured", 0)
    assert unwrap(razorpay.find_order(receipt=order.receipt)).status == "paid"


def test_a_failure_and_a_success_are_two_payments_of_one_order(double: ProviderDouble) -> None:
    order = create_order()

    failed, paid = double.fail(order.id), double.pay(order.id)

    tries = unwrap(razorpay.payments_of(order_id=order.id))
    assert {(one.id, one.status) for one in tries} == {(failed, "failed"), (paid, "captured")}


def test_a_second_success_is_refunded(double: ProviderDouble) -> None:
    order = create_order()

    double.pay(order.id)
    second = fetch(double.pay(order.id))

    assert (second.status, second.refunded_paise) == ("refunded", 50_000)
    refunds = unwrap(razorpay.refunds_of(payment_id=second.id))
    assert [(one.amount_paise, one.status) for one in refunds] == [(50_000, "processed")]


def test_authorised_and_failed_payments_may_be_captured_late(double: ProviderDouble) -> None:
    authorised, failed = (double.authorize(create_order().id), double.fail(create_order().id))
    assert (fetch(authorised).status, fetch(failed).status) == ("authorized", "failed")

    for payment_id in (authorised, failed):
        double.capture_late(payment_id)
        assert fetch(payment_id).status == "captured"


def test_a_wrong_amount_is_reported_as_it_is(double: ProviderDouble) -> None:
    order = create_order()

    payment = fetch(double.pay_other_amount(order.id, amount_paise=100, currency="USD"))

    assert (payment.amount_paise, payment.currency, payment.order_id) == (100, "USD", order.id)


def test_refunds_are_idempotent_by_key(double: ProviderDouble) -> None:
    paid = double.pay(create_order().id)

    first = unwrap(refund(paid, 20_000, key="the-same-key"))
    again = unwrap(refund(paid, 20_000, key="the-same-key"))
    other = refund(paid, 10_000, key="the-same-key")

    assert (first.id, first.status, dict(first.notes)) == (again.id, "processed", {"why": "test"})
    assert isinstance(other, Refused)
    assert (fetch(paid).status, fetch(paid).refunded_paise) == ("captured", 20_000)
    assert [one.id for one in unwrap(razorpay.refunds_of(payment_id=paid))] == [first.id]


def test_a_payment_refunded_in_parts_ends_as_refunded(double: ProviderDouble) -> None:
    paid = double.pay(create_order().id)

    unwrap(refund(paid, 20_000))
    unwrap(refund(paid, 30_000))

    assert (fetch(paid).status, fetch(paid).refunded_paise) == ("refunded", 50_000)


def test_refunds_cannot_exceed_the_captured_amount(double: ProviderDouble) -> None:
    paid, failed = double.pay(create_order().id), double.fail(create_order().id)
    unwrap(refund(paid, 30_000))

    assert isinstance(refund(paid, 20_001), Refused)
    assert isinstance(refund(failed, 100), Refused)
    assert fetch(paid).refunded_paise == 30_000


def test_a_pending_refund_ends_processed_or_failed(double: ProviderDouble) -> None:
    double.set_refund_status("pending")
    paid = double.pay(create_order().id)
    first, second = unwrap(refund(paid, 10_000)), unwrap(refund(paid, 20_000))
    assert (first.status, fetch(paid).refunded_paise) == ("pending", 30_000)

    double.finish_refund(first.id, status="processed")
    double.finish_refund(second.id, status="failed")

    statuses = {one.id: one.status for one in unwrap(razorpay.refunds_of(payment_id=paid))}
    assert statuses == {first.id: "processed", second.id: "failed"}
    assert fetch(paid).refunded_paise == 10_000


def test_dashboard_refunds_are_listed(double: ProviderDouble) -> None:
    paid = double.pay(create_order().id)

    made = [double.refund_at_dashboard(paid, amount_paise) for amount_paise in (10_000, 20_000)]

    refunds = unwrap(razorpay.refunds_of(payment_id=paid))
    assert {(one.id, one.amount_paise) for one in refunds} == {(made[0], 10_000), (made[1], 20_000)}
    assert [dict(one.notes) for one in refunds] == [{}, {}]
    assert (fetch(paid).status, fetch(paid).refunded_paise) == ("captured", 30_000)


def test_a_payment_refunded_without_a_capture_leaves_its_order_unpaid(double: ProviderDouble) -> None:
    order = create_order()

    payment = fetch(double.refund_uncaptured(order.id))

    assert (payment.status, payment.refunded_paise) == ("refunded", 50_000)
    assert unwrap(razorpay.find_order(receipt=order.receipt)).status == "attempted"


def test_orders_of_a_time_range_include_all_their_payments(double: ProviderDouble) -> None:
    begins = datetime.now(UTC)
    paid, open_order = create_order(), create_order()
    payment_id = double.pay(paid.id)

    pages = list(razorpay.orders_between(begins=begins, ends=begins + timedelta(hours=1)))

    rows = {order.id: [one.id for one in payments] for page in pages for order, payments in unwrap(page)}
    assert rows[paid.id] == [payment_id]
    assert rows[open_order.id] == []
    past = razorpay.orders_between(begins=begins - timedelta(days=9), ends=begins - timedelta(days=8))
    assert [unwrap(page) for page in past] == [[]]


def test_more_than_a_hundred_orders_come_in_pages(double: ProviderDouble) -> None:
    begins = datetime.now(UTC)
    made = {create_order().id for _ in range(101)}

    pages = list(razorpay.orders_between(begins=begins, ends=begins + timedelta(hours=1)))

    assert len(pages) >= 2
    assert made <= {order.id for page in pages for order, _payments in unwrap(page)}


def test_disputes_are_listed_with_their_status(double: ProviderDouble) -> None:
    paid, other = double.pay(create_order().id), double.pay(create_order().id)
    lost, still_open = double.dispute(paid), double.dispute(other)
    double.lose_dispute(lost)

    (page,) = razorpay.all_disputes()

    listed = {one.id: (one.payment_id, one.status, one.deducted_paise) for one in unwrap(page)}
    assert listed == {lost: (paid, "lost", 50_000), still_open: (other, "open", 0)}


def test_unknown_ids_are_refused(double: ProviderDouble) -> None:
    assert isinstance(razorpay.fetch_payment(payment_id="pay_00000000000000"), Refused)
    assert isinstance(razorpay.payments_of(order_id="order_00000000000000"), Refused)
    assert isinstance(razorpay.refunds_of(payment_id="pay_00000000000000"), Refused)
    assert isinstance(refund("pay_00000000000000", 100), Refused)
