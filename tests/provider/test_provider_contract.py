"""One set of promises, held by the fake in memory and by the stand-in process through the real wrapper."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from apps.commerce.gateways import razorpay
from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.gateways.outcomes import Done, Outcome, Refused
from apps.commerce.gateways.payloads import ProviderOrder, ProviderPayment, ProviderRefund
from apps.sandbox.tests.process import KEY, Sandbox, running

from .worlds import FakeWorld, SandboxWorld, World


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    with running(tmp_path_factory.mktemp("provider")) as started:
        yield started


@pytest.fixture(params=["fake", "sandbox"])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Any) -> World:
    if request.param == "fake":
        return FakeWorld(FakeProvider().install(monkeypatch))
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    settings.RAZORPAY_BASE_URL = sandbox.base_url
    settings.RAZORPAY_KEY_ID, settings.RAZORPAY_KEY_SECRET = KEY
    made = SandboxWorld(sandbox)
    made.set_receipt_mode("same")
    made.set_refund_status("processed")
    return made


def receipt() -> str:
    return uuid.uuid4().hex


def placed(*, amount_paise: int = 50_000, **options: Any) -> ProviderOrder:
    return done(
        razorpay.create_order(
            receipt=options.pop("receipt", receipt()), amount_paise=amount_paise, notes={"a": "b"}, **options
        )
    )


def done(outcome: Outcome[Any]) -> Any:
    assert isinstance(outcome, Done), outcome
    return outcome.value


def fetched(payment_id: str) -> ProviderPayment:
    return done(razorpay.fetch_payment(payment_id=payment_id))


def given_back(payment_id: str, amount_paise: int, *, key: str | None = None) -> Outcome[ProviderRefund]:
    return razorpay.refund(
        payment_id=payment_id, amount_paise=amount_paise, key=key or uuid.uuid4().hex, notes={"why": "test"}
    )


def test_an_order_is_as_it_was_asked(world: World) -> None:
    wanted = receipt()

    order = placed(amount_paise=123_45, receipt=wanted)

    assert (order.amount_paise, order.currency, order.receipt) == (123_45, "INR", wanted)
    assert (order.status, dict(order.notes)) == ("created", {"a": "b"})
    assert abs(order.created_at - datetime.now(UTC)) < timedelta(seconds=10)


def test_too_small_an_order_is_refused(world: World) -> None:
    assert isinstance(razorpay.create_order(receipt=receipt(), amount_paise=99, notes={}), Refused)


@pytest.mark.parametrize("mode", ["same", "reject", "duplicate"])
def test_a_repeated_receipt_gives_its_order_whatever_the_account_does(world: World, mode: str) -> None:
    world.set_receipt_mode(mode)
    wanted = receipt()
    first = placed(receipt=wanted)

    again = placed(receipt=wanted, is_repeat=True)

    assert again.id == first.id
    assert done(razorpay.find_order(receipt=wanted)).id == first.id


@pytest.mark.parametrize("mode", ["same", "reject"])
def test_a_receipt_that_is_known_needs_no_hint(world: World, mode: str) -> None:
    world.set_receipt_mode(mode)
    wanted = receipt()

    assert placed(receipt=wanted).id == placed(receipt=wanted).id


@pytest.mark.parametrize("is_repeat", [True, False])
def test_a_receipt_never_serves_another_amount(world: World, is_repeat: bool) -> None:
    wanted = receipt()
    placed(receipt=wanted, amount_paise=100)

    again = razorpay.create_order(receipt=wanted, amount_paise=200, notes={}, is_repeat=is_repeat)

    assert isinstance(again, Refused)
    assert again.code == "ORDER_MISMATCH"


def test_only_the_whole_receipt_finds_an_order(world: World) -> None:
    wanted = receipt()
    placed(receipt=f"{wanted}-2")

    assert done(razorpay.find_order(receipt=wanted)) is None
    assert done(razorpay.find_order(receipt=receipt())) is None


def test_a_success_is_captured_with_the_orders_money(world: World) -> None:
    order = placed()

    payment = fetched(world.pay(order.id))

    assert (payment.order_id, payment.amount_paise, payment.currency) == (order.id, 50_000, "INR")
    assert (payment.status, payment.refunded_paise) == ("captured", 0)
    assert done(razorpay.find_order(receipt=order.receipt)).status == "paid"


def test_a_failure_and_then_a_success_are_two_tries_of_one_order(world: World) -> None:
    order = placed()

    failed, paid = world.fail(order.id), world.pay(order.id)

    tries = done(razorpay.payments_of(order_id=order.id))
    assert {(one.id, one.status) for one in tries} == {(failed, "failed"), (paid, "captured")}


def test_a_second_success_is_given_back(world: World) -> None:
    order = placed()

    world.pay(order.id)
    second = fetched(world.pay(order.id))

    assert (second.status, second.refunded_paise) == ("refunded", 50_000)
    refunds = done(razorpay.refunds_of(payment_id=second.id))
    assert [(one.amount_paise, one.status) for one in refunds] == [(50_000, "processed")]


def test_what_is_authorised_or_failed_may_be_captured_late(world: World) -> None:
    authorised, failed = (world.authorize(placed().id), world.fail(placed().id))
    assert (fetched(authorised).status, fetched(failed).status) == ("authorized", "failed")

    for payment_id in (authorised, failed):
        world.capture_late(payment_id)
        assert fetched(payment_id).status == "captured"


def test_a_wrong_amount_is_told_as_it_is(world: World) -> None:
    order = placed()

    payment = fetched(world.pay_wrongly(order.id, amount_paise=100, currency="USD"))

    assert (payment.amount_paise, payment.currency, payment.order_id) == (100, "USD", order.id)


def test_a_refund_with_the_same_key_happens_once(world: World) -> None:
    paid = world.pay(placed().id)

    first = done(given_back(paid, 20_000, key="the-same-key"))
    again = done(given_back(paid, 20_000, key="the-same-key"))
    other = given_back(paid, 10_000, key="the-same-key")

    assert (first.id, first.status, dict(first.notes)) == (again.id, "processed", {"why": "test"})
    assert isinstance(other, Refused)
    assert (fetched(paid).status, fetched(paid).refunded_paise) == ("captured", 20_000)
    assert [one.id for one in done(razorpay.refunds_of(payment_id=paid))] == [first.id]


def test_a_payment_that_is_given_back_whole_is_refunded(world: World) -> None:
    paid = world.pay(placed().id)

    done(given_back(paid, 20_000))
    done(given_back(paid, 30_000))

    assert (fetched(paid).status, fetched(paid).refunded_paise) == ("refunded", 50_000)


def test_no_more_than_was_captured_is_given_back(world: World) -> None:
    paid, failed = world.pay(placed().id), world.fail(placed().id)
    done(given_back(paid, 30_000))

    assert isinstance(given_back(paid, 20_001), Refused)
    assert isinstance(given_back(failed, 100), Refused)
    assert fetched(paid).refunded_paise == 30_000


def test_a_pending_refund_ends_processed_or_failed(world: World) -> None:
    world.set_refund_status("pending")
    paid = world.pay(placed().id)
    first, second = done(given_back(paid, 10_000)), done(given_back(paid, 20_000))
    assert (first.status, fetched(paid).refunded_paise) == ("pending", 30_000)

    world.finish_refund(first.id, status="processed")
    world.finish_refund(second.id, status="failed")

    told = {one.id: one.status for one in done(razorpay.refunds_of(payment_id=paid))}
    assert told == {first.id: "processed", second.id: "failed"}
    assert fetched(paid).refunded_paise == 10_000


def test_refunds_at_the_dashboard_stand_in_the_list(world: World) -> None:
    paid = world.pay(placed().id)

    made = [world.refund_at_dashboard(paid, amount_paise) for amount_paise in (10_000, 20_000)]

    refunds = done(razorpay.refunds_of(payment_id=paid))
    assert {(one.id, one.amount_paise) for one in refunds} == {(made[0], 10_000), (made[1], 20_000)}
    assert [dict(one.notes) for one in refunds] == [{}, {}]
    assert (fetched(paid).status, fetched(paid).refunded_paise) == ("captured", 30_000)


def test_a_payment_refunded_without_a_capture_leaves_its_order_unpaid(world: World) -> None:
    order = placed()

    payment = fetched(world.refund_uncaptured(order.id))

    assert (payment.status, payment.refunded_paise) == ("refunded", 50_000)
    assert done(razorpay.find_order(receipt=order.receipt)).status == "attempted"


def test_orders_of_a_span_come_with_all_their_payments(world: World) -> None:
    begins = datetime.now(UTC)
    paid, open_order = placed(), placed()
    payment_id = world.pay(paid.id)

    pages = list(razorpay.orders_between(begins=begins, ends=begins + timedelta(hours=1)))

    rows = {order.id: [one.id for one in payments] for page in pages for order, payments in done(page)}
    assert rows[paid.id] == [payment_id]
    assert rows[open_order.id] == []
    past = razorpay.orders_between(begins=begins - timedelta(days=9), ends=begins - timedelta(days=8))
    assert [done(page) for page in past] == [[]]


def test_a_span_of_more_than_a_hundred_orders_comes_in_pages(world: World) -> None:
    begins = datetime.now(UTC)
    made = {placed().id for _ in range(101)}

    pages = list(razorpay.orders_between(begins=begins, ends=begins + timedelta(hours=1)))

    assert len(pages) >= 2
    assert made <= {order.id for page in pages for order, _payments in done(page)}


def test_disputes_are_listed_with_their_state(world: World) -> None:
    paid, other = world.pay(placed().id), world.pay(placed().id)
    lost, still_open = world.dispute(paid), world.dispute(other)
    world.lose_dispute(lost)

    (page,) = razorpay.all_disputes()

    listed = {one.id: (one.payment_id, one.status, one.deducted_paise) for one in done(page)}
    assert listed == {lost: (paid, "lost", 50_000), still_open: (other, "open", 0)}


def test_what_does_not_exist_is_refused(world: World) -> None:
    assert isinstance(razorpay.fetch_payment(payment_id="pay_00000000000000"), Refused)
    assert isinstance(razorpay.payments_of(order_id="order_00000000000000"), Refused)
    assert isinstance(razorpay.refunds_of(payment_id="pay_00000000000000"), Refused)
    assert isinstance(given_back("pay_00000000000000", 100), Refused)
