import hashlib
import hmac
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import razorpay
import requests

from apps.sandbox.tests.process import KEY, Sandbox

NewOrder = Callable[..., str]


def test_a_success_returns_what_checkout_returns_signed_with_the_key(
    sandbox: Sandbox, new_order: NewOrder
) -> None:
    order_id = new_order()

    result = sandbox.pay(order_id)

    payment_id = result["razorpay_payment_id"]
    assert re.fullmatch(r"pay_[A-Za-z0-9]{14}", payment_id)
    signed = hmac.new(KEY[1].encode(), f"{order_id}|{payment_id}".encode(), hashlib.sha256).hexdigest()
    assert result == {
        "razorpay_order_id": order_id,
        "razorpay_payment_id": payment_id,
        "razorpay_signature": signed,
    }


def test_a_captured_payment_has_the_providers_fields(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: NewOrder
) -> None:
    order_id = new_order()
    payment_id = sandbox.pay(order_id)["razorpay_payment_id"]

    payment = sdk.payment.fetch(payment_id, timeout=5)
    order = sdk.order.fetch(order_id, timeout=5)

    assert abs(payment["created_at"] - time.time()) < 10
    expected = {
        "id": payment_id,
        "entity": "payment",
        "amount": 50_000,
        "currency": "INR",
        "status": "captured",
    }
    assert (
        payment.items()
        >= (
            expected | {"order_id": order_id, "captured": True, "amount_refunded": 0, "refund_status": None}
        ).items()
    )
    assert payment["notes"] == []
    assert (order["status"], order["amount_paid"], order["amount_due"], order["attempts"]) == (
        "paid",
        50_000,
        0,
        1,
    )


def test_a_failure_has_a_reason_and_leaves_the_order_open(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: NewOrder
) -> None:
    order_id = new_order()

    failed = sdk.payment.fetch(sandbox.pay(order_id, "failure")["razorpay_payment_id"], timeout=5)

    assert (failed["status"], failed["captured"], failed["error_reason"]) == (
        "failed",
        False,
        "payment_failed",
    )
    assert sdk.order.fetch(order_id, timeout=5)["status"] == "attempted"
    assert sdk.order.payments(order_id, timeout=5)["items"] == [failed]


def test_of_concurrent_successes_one_is_captured_and_the_others_are_refunded(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: NewOrder
) -> None:
    order_id = new_order()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: sandbox.pay(order_id), range(8)))

    payments = sdk.order.payments(order_id, timeout=5)["items"]
    assert sorted((one["status"], one["captured"], one["amount_refunded"]) for one in payments) == [
        ("captured", True, 0),
        *[("refunded", False, 50_000)] * 7,
    ]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"order_id": "order_00000000000000", "outcome": "success"}, 404),
        ({"order_id": "nonsense", "outcome": "success"}, 404),
        ({"order_id": ["order_00000000000000"], "outcome": "success"}, 400),
        ({"order_id": None, "outcome": "success"}, 400),
        ({"order_id": "order_00000000000000", "outcome": "maybe"}, 400),
        ({"order_id": "order_00000000000000", "outcome": ["success"]}, 400),
        ({"order_id": "order_00000000000000"}, 400),
        ([], 400),
        ("text", 400),
    ],
)
def test_an_invalid_payment_is_rejected(sandbox: Sandbox, body: Any, status: int) -> None:
    response = requests.post(f"{sandbox.base_url}/pay", json=body, timeout=5)

    assert response.status_code == status
    assert response.json()["error"]["code"] == "BAD_REQUEST_ERROR"


def test_get_is_not_allowed(sandbox: Sandbox) -> None:
    assert requests.get(f"{sandbox.base_url}/pay", timeout=5).status_code == 405


def test_an_authorised_payment_is_captured_once_and_in_full(
    sandbox: Sandbox, sdk: razorpay.Client, http: requests.Session, new_order: NewOrder
) -> None:
    order_id = new_order()
    payment_id = sandbox.control("pay", order_id=order_id, outcome="authorized")["id"]
    url = f"{sandbox.base_url}/v1/payments/{payment_id}/capture"

    short = http.post(url, json={"amount": 100, "currency": "INR"}, timeout=5)
    taken = http.post(url, json={"amount": 50_000, "currency": "INR"}, timeout=5)
    again = http.post(url, json={"amount": 50_000, "currency": "INR"}, timeout=5)

    assert short.json()["error"]["description"] == "Capture amount must be equal to the amount authorized"
    assert taken.json()["status"] == "captured"
    assert again.json()["error"]["description"] == "This payment has already been captured"
    assert (short.status_code, taken.status_code, again.status_code) == (400, 200, 400)
    assert sdk.order.fetch(order_id, timeout=5)["status"] == "paid"


def test_a_failed_payment_may_be_captured_late(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: NewOrder
) -> None:
    order_id = new_order()
    payment_id = sandbox.pay(order_id, "failure")["razorpay_payment_id"]

    sandbox.control("capture", payment_id=payment_id)

    assert sdk.payment.fetch(payment_id, timeout=5)["status"] == "captured"
    assert sdk.order.fetch(order_id, timeout=5)["status"] == "paid"


def test_a_payment_of_another_amount_does_not_pay_the_order(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: NewOrder
) -> None:
    order_id = new_order()

    payment = sandbox.control("pay", order_id=order_id, amount=100)

    assert (payment["status"], payment["amount"]) == ("captured", 100)
    assert sdk.order.fetch(order_id, timeout=5)["status"] == "attempted"


def test_orders_of_a_time_range_are_listed_with_their_payments(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: NewOrder
) -> None:
    begins = int(time.time())
    paid, unpaid = new_order(), new_order()
    payment_id = sandbox.pay(paid)["razorpay_payment_id"]
    query = {"from": begins, "to": int(time.time()), "count": 100, "expand[]": "payments"}

    found = {one["id"]: one["payments"] for one in sdk.order.all(query, timeout=5)["items"]}

    assert [one["id"] for one in found[paid]["items"]] == [payment_id]
    assert found[unpaid] == {"entity": "collection", "count": 0, "items": []}
    assert sdk.order.all({"from": begins + 3600, "to": begins + 7200}, timeout=5)["count"] == 0
    assert sdk.order.all({"to": begins - 3600}, timeout=5)["count"] == 0


def test_payments_are_listed_newest_first(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: NewOrder
) -> None:
    first, second = (sandbox.pay(new_order())["razorpay_payment_id"] for _ in range(2))

    listed = [one["id"] for one in sdk.payment.all({"count": 2}, timeout=5)["items"]]

    assert listed == [second, first]


def test_an_unknown_payment_returns_400(sandbox: Sandbox, http: requests.Session) -> None:
    for tail in ("pay_00000000000000", "nonsense"):
        for way in ("", "/refunds"):
            assert http.get(f"{sandbox.base_url}/v1/payments/{tail}{way}", timeout=5).status_code == 400
