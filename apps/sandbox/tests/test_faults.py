import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import requests

from apps.sandbox.tests.process import KEY, Sandbox, start_sandbox

ORDER = {"amount": 50_000, "currency": "INR"}


def post_order(sandbox: Sandbox, receipt: str | None = None) -> requests.Response:
    return requests.post(
        f"{sandbox.base_url}/v1/orders", json=ORDER | {"receipt": receipt}, auth=KEY, timeout=20
    )


def order_count(sandbox: Sandbox, receipt: str) -> int:
    return sum(one["receipt"] == receipt for one in sandbox.journal()["orders"])


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ({"fault": "status", "status": 500}, 500),
        ({"fault": "status", "status": 503}, 503),
        ({"fault": "html"}, 502),
        ({"fault": "rate_limit"}, 429),
        ({"fault": "timeout", "seconds": 0.2}, 504),
    ],
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_request_fails_before_or_after_its_effect(
    sandbox: Sandbox, rule: dict[str, Any], status: int, when: str
) -> None:
    receipt = f"{rule['fault']}{status}{when}{time.time()}"
    sandbox.control("faults", target="orders.create", when=when, times=1, **rule)

    failed, succeeded = post_order(sandbox, receipt), post_order(sandbox)

    assert (failed.status_code, succeeded.status_code) == (status, 200)
    assert order_count(sandbox, receipt) == (1 if when == "after" else 0)


def test_html_and_cut_json_cannot_be_parsed(sandbox: Sandbox) -> None:
    for fault in ("html", "cut_json"):
        sandbox.control("faults", target="orders.create", fault=fault, times=1)
        with pytest.raises(requests.JSONDecodeError):
            post_order(sandbox).json()


def test_latency_only_delays(sandbox: Sandbox) -> None:
    sandbox.control("faults", target="*", fault="latency", seconds=0.5, times=1)
    started_at = time.monotonic()

    assert post_order(sandbox).status_code == 200
    assert time.monotonic() - started_at > 0.5


def test_a_rule_applies_to_its_target_only_and_is_counted(sandbox: Sandbox) -> None:
    sandbox.control("faults", target="payments.fetch", fault="status", times=2)
    assert post_order(sandbox).status_code == 200
    url = f"{sandbox.base_url}/v1/payments/pay_00000000000000"
    statuses = [requests.get(url, auth=KEY, timeout=5).status_code for _ in range(3)]

    rules = requests.get(f"{sandbox.base_url}/control/faults", auth=KEY, timeout=5).json()["items"]

    assert statuses == [500, 500, 400]
    assert [rule["strikes"] for rule in rules] == [2]


def test_the_same_seed_fails_the_same_requests(sandbox: Sandbox) -> None:
    runs = []
    for _ in range(2):
        sandbox.control("faults", target="orders.create", fault="status", probability=0.5, seed=7)
        runs.append([post_order(sandbox).status_code for _ in range(20)])
        sandbox.clear_faults()

    assert runs[0] == runs[1]
    assert 3 <= runs[0].count(500) <= 17


def test_a_slow_request_does_not_block_others(sandbox: Sandbox, new_order: Callable[..., str]) -> None:
    order_id = new_order()
    sandbox.control("faults", target="orders.create", fault="timeout", seconds=3)
    started_at = time.monotonic()
    with pytest.raises(requests.Timeout):
        requests.post(f"{sandbox.base_url}/v1/orders", json=ORDER, auth=KEY, timeout=0.3)

    sandbox.pay(order_id)
    assert time.monotonic() - started_at < 2


def test_new_orders_get_the_time_of_the_shifted_clock(sandbox: Sandbox) -> None:
    sandbox.control("clock", seconds=86_400)
    try:
        assert abs(post_order(sandbox).json()["created_at"] - time.time() - 86_400) < 10
    finally:
        sandbox.control("clock", seconds=0)


def test_the_journal_has_all_payments_and_refunds(sandbox: Sandbox, new_order: Callable[..., str]) -> None:
    order_id = new_order()
    failed, paid, second = (
        sandbox.pay(order_id, outcome)["razorpay_payment_id"] for outcome in ("failure", "success", "success")
    )

    order = next(one for one in sandbox.journal()["orders"] if one["id"] == order_id)

    assert (order["amount"], order["status"]) == (50_000, "paid")
    payments = {
        one["id"]: (one["status"], one["captured_amount"], one["refunded_amount"], len(one["refunds"]))
        for one in order["payments"]
    }
    assert payments == {
        failed: ("failed", 0, 0, 0),
        paid: ("captured", 50_000, 0, 0),
        second: ("refunded", 0, 50_000, 1),
    }


@pytest.mark.parametrize(
    ("endpoint", "data"),
    [
        ("faults", {"target": "orders.create", "fault": "fire"}),
        ("faults", {"fault": "html"}),
        ("faults", {"target": "*", "fault": "html", "times": "two"}),
        ("account", {"receipt_mode": "odd"}),
        ("clock", {"seconds": "much"}),
        ("pay", {"order_id": 7}),
        ("refund", {"refund_id": "rfnd_00000000000000", "status": "processed"}),
    ],
)
def test_a_control_request_with_wrong_data_is_rejected(
    sandbox: Sandbox, endpoint: str, data: dict[str, Any]
) -> None:
    response = requests.post(f"{sandbox.base_url}/control/{endpoint}", json=data, auth=KEY, timeout=5)

    assert response.status_code == 400


def test_faults_need_the_key_and_are_off_by_default(sandbox: Sandbox, tmp_path: Path) -> None:
    assert requests.get(f"{sandbox.base_url}/control/journal", timeout=5).status_code == 401
    with start_sandbox(tmp_path, SANDBOX_CONTROL="") as other:
        response = requests.get(f"{other.base_url}/control/journal", auth=KEY, timeout=5)
        assert response.status_code == 404
