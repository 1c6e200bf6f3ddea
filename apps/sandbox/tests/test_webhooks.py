import time
from collections.abc import Callable
from pathlib import Path

import pytest
import requests

from apps.sandbox.tests.merchant import Merchant, run_merchant
from apps.sandbox.tests.process import KEY, WEBHOOK_SECRET, Sandbox, start_sandbox

NewOrder = Callable[..., str]


def test_a_success_sends_two_signed_events_soon(
    sandbox: Sandbox, merchant: Merchant, new_order: NewOrder
) -> None:
    order_id = new_order()

    payment_id = sandbox.pay(order_id)["razorpay_payment_id"]
    merchant.wait(lambda: len(merchant.events_for(order_id)) == 2)

    events = {one.event: one for one in merchant.events_for(order_id)}
    assert set(events) == {"payment.captured", "order.paid"}
    assert all(one.is_signed_with(WEBHOOK_SECRET) for one in events.values())
    assert len({one.event_id for one in events.values()}) == 2
    captured, paid = events["payment.captured"].payload, events["order.paid"].payload
    assert captured["contains"] == ["payment"]
    assert captured["payload"]["payment"]["entity"].items() >= {"id": payment_id, "notes": []}.items()
    assert paid["contains"] == ["payment", "order"]
    assert paid["payload"]["order"]["entity"].items() >= {"id": order_id, "status": "paid"}.items()


def test_failures_authorisations_and_refunds_send_events(
    sandbox: Sandbox, merchant: Merchant, new_order: NewOrder
) -> None:
    order_id = new_order()
    sandbox.pay(order_id, "failure")
    sandbox.control("pay", order_id=order_id, outcome="authorized")
    paid = sandbox.pay(order_id)["razorpay_payment_id"]
    requests.post(
        f"{sandbox.base_url}/v1/payments/{paid}/refund", json={"amount": 10_000}, auth=KEY, timeout=5
    )

    data = {
        "payment.failed",
        "payment.authorized",
        "payment.captured",
        "order.paid",
        "refund.created",
        "refund.processed",
    }
    merchant.wait(lambda: {one.event for one in merchant.events_for(order_id)} == data)
    processed = next(one for one in merchant.events_for(order_id) if one.event == "refund.processed").payload
    assert processed["payload"]["payment"]["entity"]["amount_refunded"] == 10_000
    assert processed["payload"]["refund"]["entity"]["amount"] == 10_000


def test_a_second_success_sends_refund_events_only(
    sandbox: Sandbox, merchant: Merchant, new_order: NewOrder
) -> None:
    order_id = new_order()
    sandbox.pay(order_id)
    second = sandbox.pay(order_id)["razorpay_payment_id"]

    merchant.wait(lambda: len(merchant.events_for(second)) == 2)
    assert {one.event for one in merchant.events_for(second)} == {"refund.created", "refund.processed"}


def test_an_event_that_got_an_error_is_retried_with_the_same_id(
    sandbox: Sandbox, merchant: Merchant, new_order: NewOrder
) -> None:
    order_id = new_order()
    merchant.status = 500
    sandbox.pay(order_id)
    merchant.wait(lambda: len(merchant.events_for(order_id)) == 2)
    merchant.status = 200

    merchant.wait(lambda: len(merchant.events_for(order_id)) == 4)

    ids = [one.event_id for one in merchant.events_for(order_id)]
    assert len(set(ids)) == 2
    assert set(event_statuses(sandbox, ids)) == {"delivered"}


def event_statuses(sandbox: Sandbox, ids: list[str]) -> list[str]:
    time.sleep(0.3)
    url = f"{sandbox.base_url}/control/webhooks?count=100"
    items = requests.get(url, auth=KEY, timeout=5).json()["items"]
    return [item["status"] for item in items if item["id"] in ids]


@pytest.mark.proof
def test_an_event_is_retried_for_a_day(tmp_path: Path) -> None:
    with run_merchant() as merchant, start_sandbox(tmp_path, SANDBOX_WEBHOOK_URL=merchant.url) as sandbox:
        merchant.status = 503
        sandbox.pay(create_order(sandbox), "failure")
        merchant.wait(lambda: len(merchant.deliveries) == 1)
        for hours in (12, 23.9, 24.1, 30):
            sandbox.control("clock", seconds=hours * 3600)
            time.sleep(0.8)
        count = len(merchant.deliveries)
        journal = sandbox.journal()

    assert journal["webhooks"] == {"given_up": 1}
    assert 3 <= count <= 4


def test_unsent_events_are_sent_after_a_restart(tmp_path: Path) -> None:
    with start_sandbox(tmp_path) as sandbox:
        order_id = create_order(sandbox)
        sandbox.pay(order_id)
        assert sandbox.journal()["webhooks"] == {"waiting": 2}
    with run_merchant() as merchant, start_sandbox(tmp_path, SANDBOX_WEBHOOK_URL=merchant.url) as sandbox:
        merchant.wait(lambda: len(merchant.events_for(order_id)) == 2)
        assert [one["status"] for one in sandbox.journal()["orders"]] == ["paid"]


def create_order(sandbox: Sandbox) -> str:
    data = {"amount": 50_000, "currency": "INR"}
    return requests.post(f"{sandbox.base_url}/v1/orders", json=data, auth=KEY, timeout=5).json()["id"]


def test_an_unreachable_merchant_does_not_slow_down_payment(tmp_path: Path) -> None:
    with start_sandbox(tmp_path, SANDBOX_WEBHOOK_URL="http://127.0.0.1:9/nobody") as sandbox:
        order_id = create_order(sandbox)
        started_at = time.monotonic()
        sandbox.pay(order_id)
        assert time.monotonic() - started_at < 2


@pytest.mark.proof
def test_a_changed_secret_signs_new_events_and_replays_but_not_retries(
    sandbox: Sandbox, merchant: Merchant, new_order: NewOrder
) -> None:
    order_id = new_order()
    merchant.status = 500
    sandbox.pay(order_id, "failure")
    merchant.wait(lambda: len(merchant.events_for(order_id)) == 1)
    sandbox.control("account", webhook_secret="the new one")
    merchant.status = 200
    try:
        merchant.wait(lambda: len(merchant.events_for(order_id)) == 2)
        assert merchant.events_for(order_id)[1].is_signed_with(WEBHOOK_SECRET)
        time.sleep(0.3)
        sandbox.control("webhooks", id=merchant.events_for(order_id)[0].event_id)
        merchant.wait(lambda: len(merchant.events_for(order_id)) == 3)
        assert merchant.events_for(order_id)[2].is_signed_with("the new one")
    finally:
        sandbox.control("account", webhook_secret=WEBHOOK_SECRET)


@pytest.mark.proof
def test_events_are_dropped_duplicated_tampered_with_and_delayed(
    sandbox: Sandbox, merchant: Merchant, new_order: NewOrder
) -> None:
    for fault in ("drop", "duplicate", "tamper"):
        sandbox.control("faults", target="payment.failed", fault=fault, times=1)
        order_id = new_order()
        sandbox.pay(order_id, "failure")
        if fault == "drop":
            time.sleep(0.5)
            assert merchant.events_for(order_id) == []
        elif fault == "duplicate":
            merchant.wait(lambda order_id=order_id: len(merchant.events_for(order_id)) == 2)
            assert len({one.event_id for one in merchant.events_for(order_id)}) == 1
        else:
            merchant.wait(lambda order_id=order_id: len(merchant.events_for(order_id)) == 1)
            assert not merchant.events_for(order_id)[0].is_signed_with(WEBHOOK_SECRET)
        sandbox.clear_faults()
    sandbox.control("faults", target="payment.captured", fault="delay", seconds=1)
    order_id = new_order()
    sandbox.pay(order_id)
    merchant.wait(lambda: len(merchant.events_for(order_id)) == 2)
    assert [one.event for one in merchant.events_for(order_id)] == ["order.paid", "payment.captured"]


@pytest.mark.proof
def test_a_tampered_event_is_correct_at_the_retry(
    sandbox: Sandbox, merchant: Merchant, new_order: NewOrder
) -> None:
    sandbox.control("faults", target="payment.failed", fault="tamper", times=1)
    merchant.status = 400
    order_id = new_order()
    sandbox.pay(order_id, "failure")
    merchant.wait(lambda: len(merchant.events_for(order_id)) == 1)
    merchant.status = 200

    merchant.wait(lambda: len(merchant.events_for(order_id)) == 2)
    assert merchant.events_for(order_id)[1].is_signed_with(WEBHOOK_SECRET)
