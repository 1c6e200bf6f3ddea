import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import razorpay
import requests

from apps.sandbox.tests.merchant import Merchant
from apps.sandbox.tests.process import Sandbox


@pytest.fixture
def paid(sandbox: Sandbox, new_order: Callable[..., str]) -> str:
    return sandbox.pay(new_order())["razorpay_payment_id"]


@pytest.fixture
def post_refund(sandbox: Sandbox, http: requests.Session) -> Callable[..., requests.Response]:
    def post(payment_id: str, key: str | None = None, **body: Any) -> requests.Response:
        headers = {"X-Refund-Idempotency": key} if key else {}
        url = f"{sandbox.base_url}/v1/payments/{payment_id}/refund"
        return http.post(url, json=body, headers=headers, timeout=20)

    return post


def test_a_refund_has_the_providers_fields(sdk: razorpay.Client, paid: str) -> None:
    refund = sdk.payment.refund(paid, {"amount": 20_000}, timeout=5)

    assert refund == {
        "id": refund["id"],
        "entity": "refund",
        "amount": 20_000,
        "currency": "INR",
        "payment_id": paid,
        "notes": [],
        "receipt": None,
        "acquirer_data": {"arn": None},
        "created_at": refund["created_at"],
        "batch_id": None,
        "status": "processed",
        "speed_processed": "normal",
        "speed_requested": "normal",
    }
    assert sdk.refund.fetch(refund["id"], timeout=5) == refund
    assert sdk.payment.fetch_refund_id(paid, refund["id"], timeout=5) == refund
    payment = sdk.payment.fetch(paid, timeout=5)
    assert (payment["status"], payment["amount_refunded"], payment["refund_status"]) == (
        "captured",
        20_000,
        "partial",
    )


def test_without_an_amount_the_rest_is_refunded(sdk: razorpay.Client, paid: str) -> None:
    sdk.payment.refund(paid, {"amount": 20_000}, timeout=5)

    assert sdk.payment.refund(paid, {}, timeout=5)["amount"] == 30_000
    payment = sdk.payment.fetch(paid, timeout=5)
    assert (payment["status"], payment["refund_status"]) == ("refunded", "full")


def test_concurrent_requests_with_one_idempotency_key_create_one_refund(
    sdk: razorpay.Client, paid: str, post_refund: Callable[..., requests.Response]
) -> None:
    key = uuid.uuid4().hex

    with ThreadPoolExecutor(8) as pool:
        created = list(pool.map(lambda _: post_refund(paid, key, amount=10_000).json(), range(8)))

    assert created == [created[0]] * 8
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 10_000


def test_an_idempotency_key_belongs_to_one_request(
    paid: str, post_refund: Callable[..., requests.Response]
) -> None:
    key = uuid.uuid4().hex
    post_refund(paid, key, amount=10_000)

    other = post_refund(paid, key, amount=20_000)

    assert other.status_code == 400
    assert other.json()["error"]["description"] == (
        "Different request with the same idempotency key has already been processed."
    )


@pytest.mark.parametrize(
    ("key", "body"),
    [
        ("short", {"amount": 100}),
        ("with a blank in it", {"amount": 100}),
        (None, {"amount": 99}),
        (None, {"amount": "100"}),
        (None, {"amount": 50_001}),
        (None, {"speed": "fast"}),
        (None, {"sum": 100}),
        (None, {"notes": "text"}),
    ],
)
def test_an_invalid_refund_is_rejected(
    sdk: razorpay.Client,
    paid: str,
    post_refund: Callable[..., requests.Response],
    key: str | None,
    body: dict[str, Any],
) -> None:
    response = post_refund(paid, key, **body)

    assert response.status_code == 400
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 0


def test_refunds_cannot_exceed_the_captured_amount(
    sandbox: Sandbox,
    paid: str,
    post_refund: Callable[..., requests.Response],
    new_order: Callable[..., str],
) -> None:
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: post_refund(paid, amount=20_000).status_code, range(8)))
    failed = sandbox.pay(new_order(), "failure")["razorpay_payment_id"]

    assert sorted(statuses) == [200, 200, *[400] * 6]
    assert post_refund(failed, amount=100).status_code == 400


@pytest.mark.parametrize(("status", "refunded"), [("processed", 10_000), ("failed", 0)])
def test_a_pending_refund_changes_status_once(
    sandbox: Sandbox, sdk: razorpay.Client, paid: str, status: str, refunded: int
) -> None:
    sandbox.control("account", refund_status="pending")
    refund = sdk.payment.refund(paid, {"amount": 10_000}, timeout=5)
    assert refund["status"] == "pending"

    sandbox.control("refund", refund_id=refund["id"], status=status)

    assert sdk.refund.fetch(refund["id"], timeout=5)["status"] == status
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == refunded
    with pytest.raises(AssertionError, match="not pending"):
        sandbox.control("refund", refund_id=refund["id"], status=status)


def test_a_refund_that_fails_immediately_moves_no_money(
    sandbox: Sandbox, sdk: razorpay.Client, paid: str
) -> None:
    sandbox.control("account", refund_status="failed")

    refund = sdk.payment.refund(paid, {"amount": 10_000}, timeout=5)

    assert refund["status"] == "failed"
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 0


def test_dashboard_refunds_can_be_partial_and_keep_their_notes(
    sandbox: Sandbox, sdk: razorpay.Client, paid: str
) -> None:
    first = sandbox.control("dashboard_refund", payment_id=paid, amount=20_000)
    second = sandbox.control(
        "dashboard_refund", payment_id=paid, amount=10_000, notes={"comment": "goodwill"}
    )

    assert (first["notes"], second["notes"]) == ([], {"comment": "goodwill"})
    listed = sdk.payment.fetch_multiple_refund(paid, {}, timeout=5)["items"]
    assert {one["id"]: one["amount"] for one in listed} == {first["id"]: 20_000, second["id"]: 10_000}
    payment = sdk.payment.fetch(paid, timeout=5)
    assert (payment["status"], payment["amount_refunded"], payment["refund_status"]) == (
        "captured",
        30_000,
        "partial",
    )

    rest = sandbox.control("dashboard_refund", payment_id=paid)

    assert rest["amount"] == 20_000
    payment = sdk.payment.fetch(paid, timeout=5)
    assert (payment["status"], payment["captured"], payment["refund_status"]) == ("refunded", True, "full")
    with pytest.raises(AssertionError, match="fully refunded"):
        sandbox.control("dashboard_refund", payment_id=paid, amount=100)


def test_a_dashboard_refund_can_be_pending_and_fail(
    sandbox: Sandbox, sdk: razorpay.Client, paid: str
) -> None:
    refund = sandbox.control("dashboard_refund", payment_id=paid, status="pending")
    assert (refund["status"], sdk.payment.fetch(paid, timeout=5)["status"]) == ("pending", "refunded")

    sandbox.control("refund", refund_id=refund["id"], status="failed")

    payment = sdk.payment.fetch(paid, timeout=5)
    assert (payment["status"], payment["amount_refunded"], payment["refund_status"]) == ("captured", 0, None)


def test_a_payment_may_be_refunded_without_a_capture(
    sandbox: Sandbox, sdk: razorpay.Client, new_order: Callable[..., str]
) -> None:
    order_id = new_order()

    payment_without_capture = sandbox.control("pay", order_id=order_id, outcome="auto_refunded")

    payment = sdk.payment.fetch(payment_without_capture["id"], timeout=5)
    assert (payment["status"], payment["captured"], payment["amount_refunded"]) == ("refunded", False, 50_000)
    assert [
        one["status"]
        for one in sdk.payment.fetch_multiple_refund(payment_without_capture["id"], {}, timeout=5)["items"]
    ] == ["processed"]
    assert sdk.order.fetch(order_id, timeout=5)["status"] == "attempted"


def test_a_late_refund_event_does_not_change_the_refund(
    sandbox: Sandbox, sdk: razorpay.Client, merchant: Merchant, paid: str
) -> None:
    refund = sandbox.control("dashboard_refund", payment_id=paid, amount=10_000)

    sandbox.control("refund_news", refund_id=refund["id"], status="failed")

    merchant.wait(lambda: [one for one in merchant.events_for(refund["id"]) if one.event == "refund.failed"])
    late = next(one for one in merchant.events_for(refund["id"]) if one.event == "refund.failed")
    assert late.payload["payload"]["refund"]["entity"]["status"] == "failed"
    assert sdk.refund.fetch(refund["id"], timeout=5)["status"] == "processed"
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 10_000


@pytest.mark.parametrize("fault", ["timeout", "status", "cut_json"])
def test_a_refund_whose_response_is_lost_is_found_in_the_list_and_by_its_key(
    sandbox: Sandbox,
    sdk: razorpay.Client,
    paid: str,
    post_refund: Callable[..., requests.Response],
    fault: str,
) -> None:
    key = uuid.uuid4().hex
    sandbox.control("faults", target="refunds.create", fault=fault, when="after", times=1, seconds=0.2)

    lost = post_refund(paid, key, amount=10_000)

    listed = sdk.payment.fetch_multiple_refund(paid, {}, timeout=5)["items"]
    assert [one["amount"] for one in listed] == [10_000]
    assert lost.status_code >= 500 or fault == "cut_json"
    assert post_refund(paid, key, amount=10_000).json() == listed[0]
