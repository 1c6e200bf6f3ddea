import time
from collections.abc import Callable
from pathlib import Path

import requests

from apps.sandbox.tests.merchant import Merchant, listening
from apps.sandbox.tests.process import KEY, WEBHOOK_SECRET, Sandbox, running

OrderOf = Callable[..., str]


def test_a_success_is_told_twice_signed_and_soon(
    sandbox: Sandbox, merchant: Merchant, order_of: OrderOf
) -> None:
    order_id = order_of()

    payment_id = sandbox.pay(order_id)["razorpay_payment_id"]
    merchant.wait(lambda: len(merchant.of(order_id)) == 2)

    told = {one.event: one for one in merchant.of(order_id)}
    assert set(told) == {"payment.captured", "order.paid"}
    assert all(one.is_signed_with(WEBHOOK_SECRET) for one in told.values())
    assert len({one.event_id for one in told.values()}) == 2
    captured, paid = told["payment.captured"].told, told["order.paid"].told
    assert captured["contains"] == ["payment"]
    assert captured["payload"]["payment"]["entity"].items() >= {"id": payment_id, "notes": []}.items()
    assert paid["contains"] == ["payment", "order"]
    assert paid["payload"]["order"]["entity"].items() >= {"id": order_id, "status": "paid"}.items()


def test_a_failure_an_authorisation_and_refunds_are_told(
    sandbox: Sandbox, merchant: Merchant, order_of: OrderOf
) -> None:
    order_id = order_of()
    sandbox.pay(order_id, "failure")
    sandbox.control("pay", order_id=order_id, outcome="authorized")
    paid = sandbox.pay(order_id)["razorpay_payment_id"]
    requests.post(
        f"{sandbox.base_url}/v1/payments/{paid}/refund", json={"amount": 10_000}, auth=KEY, timeout=5
    )

    wanted = {
        "payment.failed",
        "payment.authorized",
        "payment.captured",
        "order.paid",
        "refund.created",
        "refund.processed",
    }
    merchant.wait(lambda: {one.event for one in merchant.of(order_id)} == wanted)
    processed = next(one for one in merchant.of(order_id) if one.event == "refund.processed").told
    assert processed["payload"]["payment"]["entity"]["amount_refunded"] == 10_000
    assert processed["payload"]["refund"]["entity"]["amount"] == 10_000


def test_a_second_success_is_told_as_a_refund_alone(
    sandbox: Sandbox, merchant: Merchant, order_of: OrderOf
) -> None:
    order_id = order_of()
    sandbox.pay(order_id)
    second = sandbox.pay(order_id)["razorpay_payment_id"]

    merchant.wait(lambda: len(merchant.of(second)) == 2)
    assert {one.event for one in merchant.of(second)} == {"refund.created", "refund.processed"}


def test_what_is_not_taken_is_told_again_under_the_same_id(
    sandbox: Sandbox, merchant: Merchant, order_of: OrderOf
) -> None:
    order_id = order_of()
    merchant.status = 500
    sandbox.pay(order_id)
    merchant.wait(lambda: len(merchant.of(order_id)) == 2)
    merchant.status = 200

    merchant.wait(lambda: len(merchant.of(order_id)) == 4)

    ids = [one.event_id for one in merchant.of(order_id)]
    assert len(set(ids)) == 2
    assert set(told_states(sandbox, ids)) == {"delivered"}


def told_states(sandbox: Sandbox, ids: list[str]) -> list[str]:
    time.sleep(0.3)
    address = f"{sandbox.base_url}/control/webhooks?count=100"
    items = requests.get(address, auth=KEY, timeout=5).json()["items"]
    return [item["status"] for item in items if item["id"] in ids]


def test_after_a_day_it_is_given_up(tmp_path: Path) -> None:
    with listening() as merchant, running(tmp_path, SANDBOX_WEBHOOK_URL=merchant.address) as sandbox:
        merchant.status = 503
        sandbox.pay(place(sandbox), "failure")
        merchant.wait(lambda: len(merchant.arrived) == 1)
        for hours in (12, 23.9, 24.1, 30):
            sandbox.control("clock", seconds=hours * 3600)
            time.sleep(0.8)
        counted = len(merchant.arrived)
        journal = sandbox.journal()

    assert journal["webhooks"] == {"given_up": 1}
    assert 3 <= counted <= 4


def test_what_was_not_told_before_the_end_is_told_after_the_next_start(tmp_path: Path) -> None:
    with running(tmp_path) as sandbox:
        order_id = place(sandbox)
        sandbox.pay(order_id)
        assert sandbox.journal()["webhooks"] == {"waiting": 2}
    with listening() as merchant, running(tmp_path, SANDBOX_WEBHOOK_URL=merchant.address) as sandbox:
        merchant.wait(lambda: len(merchant.of(order_id)) == 2)
        assert [one["status"] for one in sandbox.journal()["orders"]] == ["paid"]


def place(sandbox: Sandbox) -> str:
    wanted = {"amount": 50_000, "currency": "INR"}
    return requests.post(f"{sandbox.base_url}/v1/orders", json=wanted, auth=KEY, timeout=5).json()["id"]


def test_an_unreachable_merchant_costs_the_buyer_no_time(tmp_path: Path) -> None:
    with running(tmp_path, SANDBOX_WEBHOOK_URL="http://127.0.0.1:9/nobody") as sandbox:
        order_id = place(sandbox)
        began = time.monotonic()
        sandbox.pay(order_id)
        assert time.monotonic() - began < 2


def test_a_changed_secret_signs_new_events_and_replays_but_not_retries(
    sandbox: Sandbox, merchant: Merchant, order_of: OrderOf
) -> None:
    order_id = order_of()
    merchant.status = 500
    sandbox.pay(order_id, "failure")
    merchant.wait(lambda: len(merchant.of(order_id)) == 1)
    sandbox.control("account", webhook_secret="the new one")
    merchant.status = 200
    try:
        merchant.wait(lambda: len(merchant.of(order_id)) == 2)
        assert merchant.of(order_id)[1].is_signed_with(WEBHOOK_SECRET)
        time.sleep(0.3)
        sandbox.control("webhooks", id=merchant.of(order_id)[0].event_id)
        merchant.wait(lambda: len(merchant.of(order_id)) == 3)
        assert merchant.of(order_id)[2].is_signed_with("the new one")
    finally:
        sandbox.control("account", webhook_secret=WEBHOOK_SECRET)


def test_events_are_dropped_doubled_spoilt_and_late(
    sandbox: Sandbox, merchant: Merchant, order_of: OrderOf
) -> None:
    for fault in ("drop", "duplicate", "tamper"):
        sandbox.control("faults", target="payment.failed", fault=fault, times=1)
        order_id = order_of()
        sandbox.pay(order_id, "failure")
        if fault == "drop":
            time.sleep(0.5)
            assert merchant.of(order_id) == []
        elif fault == "duplicate":
            merchant.wait(lambda order_id=order_id: len(merchant.of(order_id)) == 2)
            assert len({one.event_id for one in merchant.of(order_id)}) == 1
        else:
            merchant.wait(lambda order_id=order_id: len(merchant.of(order_id)) == 1)
            assert not merchant.of(order_id)[0].is_signed_with(WEBHOOK_SECRET)
        sandbox.clear_faults()
    sandbox.control("faults", target="payment.captured", fault="delay", seconds=1)
    order_id = order_of()
    sandbox.pay(order_id)
    merchant.wait(lambda: len(merchant.of(order_id)) == 2)
    assert [one.event for one in merchant.of(order_id)] == ["order.paid", "payment.captured"]


def test_a_spoilt_event_is_told_rightly_the_next_time(
    sandbox: Sandbox, merchant: Merchant, order_of: OrderOf
) -> None:
    sandbox.control("faults", target="payment.failed", fault="tamper", times=1)
    merchant.status = 400
    order_id = order_of()
    sandbox.pay(order_id, "failure")
    merchant.wait(lambda: len(merchant.of(order_id)) == 1)
    merchant.status = 200

    merchant.wait(lambda: len(merchant.of(order_id)) == 2)
    assert merchant.of(order_id)[1].is_signed_with(WEBHOOK_SECRET)
