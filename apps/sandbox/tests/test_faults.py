import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import requests

from apps.sandbox.tests.process import KEY, Sandbox, running

ORDER = {"amount": 50_000, "currency": "INR"}


def place(sandbox: Sandbox, receipt: str | None = None) -> requests.Response:
    return requests.post(
        f"{sandbox.base_url}/v1/orders", json=ORDER | {"receipt": receipt}, auth=KEY, timeout=20
    )


def count_of(sandbox: Sandbox, receipt: str) -> int:
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
def test_a_call_fails_before_or_after_its_effect(
    sandbox: Sandbox, rule: dict[str, Any], status: int, when: str
) -> None:
    receipt = f"{rule['fault']}{status}{when}{time.time()}"
    sandbox.control("faults", target="orders.create", when=when, times=1, **rule)

    struck, spared = place(sandbox, receipt), place(sandbox)

    assert (struck.status_code, spared.status_code) == (status, 200)
    assert count_of(sandbox, receipt) == (1 if when == "after" else 0)


def test_html_and_cut_json_are_no_json(sandbox: Sandbox) -> None:
    for fault in ("html", "cut_json"):
        sandbox.control("faults", target="orders.create", fault=fault, times=1)
        with pytest.raises(requests.JSONDecodeError):
            place(sandbox).json()


def test_latency_only_delays(sandbox: Sandbox) -> None:
    sandbox.control("faults", target="*", fault="latency", seconds=0.5, times=1)
    began = time.monotonic()

    assert place(sandbox).status_code == 200
    assert time.monotonic() - began > 0.5


def test_a_rule_strikes_its_calls_alone_and_is_counted(sandbox: Sandbox) -> None:
    sandbox.control("faults", target="payments.fetch", fault="status", times=2)
    assert place(sandbox).status_code == 200
    address = f"{sandbox.base_url}/v1/payments/pay_00000000000000"
    statuses = [requests.get(address, auth=KEY, timeout=5).status_code for _ in range(3)]

    rules = requests.get(f"{sandbox.base_url}/control/faults", auth=KEY, timeout=5).json()["items"]

    assert statuses == [500, 500, 400]
    assert [rule["strikes"] for rule in rules] == [2]


def test_a_share_of_calls_fails_the_same_way_with_the_same_seed(sandbox: Sandbox) -> None:
    runs = []
    for _ in range(2):
        sandbox.control("faults", target="orders.create", fault="status", probability=0.5, seed=7)
        runs.append([place(sandbox).status_code for _ in range(20)])
        sandbox.clear_faults()

    assert runs[0] == runs[1]
    assert 3 <= runs[0].count(500) <= 17


def test_a_slow_call_keeps_no_other_waiting(sandbox: Sandbox, order_of: Callable[..., str]) -> None:
    order_id = order_of()
    sandbox.control("faults", target="orders.create", fault="timeout", seconds=3)
    began = time.monotonic()
    with pytest.raises(requests.Timeout):
        requests.post(f"{sandbox.base_url}/v1/orders", json=ORDER, auth=KEY, timeout=0.3)

    sandbox.pay(order_id)
    assert time.monotonic() - began < 2


def test_the_clock_runs_ahead_for_what_is_made(sandbox: Sandbox) -> None:
    sandbox.control("clock", seconds=86_400)
    try:
        assert abs(place(sandbox).json()["created_at"] - time.time() - 86_400) < 10
    finally:
        sandbox.control("clock", seconds=0)


def test_the_journal_tells_all_that_is_believed(sandbox: Sandbox, order_of: Callable[..., str]) -> None:
    order_id = order_of()
    failed, paid, second = (
        sandbox.pay(order_id, outcome)["razorpay_payment_id"] for outcome in ("failure", "success", "success")
    )

    order = next(one for one in sandbox.journal()["orders"] if one["id"] == order_id)

    assert (order["amount"], order["status"]) == (50_000, "paid")
    told = {
        one["id"]: (one["status"], one["captured_amount"], one["refunded_amount"], len(one["refunds"]))
        for one in order["payments"]
    }
    assert told == {
        failed: ("failed", 0, 0, 0),
        paid: ("captured", 50_000, 0, 0),
        second: ("refunded", 0, 50_000, 1),
    }


@pytest.mark.parametrize(
    ("what", "data"),
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
def test_a_string_that_is_not_there_cannot_be_pulled(
    sandbox: Sandbox, what: str, data: dict[str, Any]
) -> None:
    answer = requests.post(f"{sandbox.base_url}/control/{what}", json=data, auth=KEY, timeout=5)

    assert answer.status_code == 400


def test_control_needs_the_key_and_is_off_by_default(sandbox: Sandbox, tmp_path: Path) -> None:
    assert requests.get(f"{sandbox.base_url}/control/journal", timeout=5).status_code == 401
    with running(tmp_path, SANDBOX_CONTROL="") as other:
        answer = requests.get(f"{other.base_url}/control/journal", auth=KEY, timeout=5)
        assert answer.status_code == 404
