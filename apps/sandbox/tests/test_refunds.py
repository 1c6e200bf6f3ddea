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
def paid(sandbox: Sandbox, order_of: Callable[..., str]) -> str:
    return sandbox.pay(order_of())["razorpay_payment_id"]


@pytest.fixture
def give_back(sandbox: Sandbox, http: requests.Session) -> Callable[..., requests.Response]:
    def ask(payment_id: str, key: str | None = None, **body: Any) -> requests.Response:
        headers = {"X-Refund-Idempotency": key} if key else {}
        address = f"{sandbox.base_url}/v1/payments/{payment_id}/refund"
        return http.post(address, json=body, headers=headers, timeout=20)

    return ask


def test_a_refund_has_the_providers_shape(sdk: razorpay.Client, paid: str) -> None:
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


def test_without_an_amount_all_that_is_left_goes_back(sdk: razorpay.Client, paid: str) -> None:
    sdk.payment.refund(paid, {"amount": 20_000}, timeout=5)

    assert sdk.payment.refund(paid, {}, timeout=5)["amount"] == 30_000
    payment = sdk.payment.fetch(paid, timeout=5)
    assert (payment["status"], payment["refund_status"]) == ("refunded", "full")


def test_one_key_makes_one_refund_however_often_it_comes(
    sdk: razorpay.Client, paid: str, give_back: Callable[..., requests.Response]
) -> None:
    key = uuid.uuid4().hex

    with ThreadPoolExecutor(8) as crowd:
        made = list(crowd.map(lambda _: give_back(paid, key, amount=10_000).json(), range(8)))

    assert made == [made[0]] * 8
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 10_000


def test_a_key_serves_one_request_only(paid: str, give_back: Callable[..., requests.Response]) -> None:
    key = uuid.uuid4().hex
    give_back(paid, key, amount=10_000)

    other = give_back(paid, key, amount=20_000)

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
def test_a_wrong_refund_is_refused(
    sdk: razorpay.Client,
    paid: str,
    give_back: Callable[..., requests.Response],
    key: str | None,
    body: dict[str, Any],
) -> None:
    answer = give_back(paid, key, **body)

    assert answer.status_code == 400
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 0


def test_no_more_than_was_captured_goes_back(
    sandbox: Sandbox,
    paid: str,
    give_back: Callable[..., requests.Response],
    order_of: Callable[..., str],
) -> None:
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: give_back(paid, amount=20_000).status_code, range(8)))
    failed = sandbox.pay(order_of(), "failure")["razorpay_payment_id"]

    assert sorted(answers) == [200, 200, *[400] * 6]
    assert give_back(failed, amount=100).status_code == 400


@pytest.mark.parametrize(("status", "refunded"), [("processed", 10_000), ("failed", 0)])
def test_a_pending_refund_is_finished_once(
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


def test_a_refund_that_fails_at_once_moves_nothing(sandbox: Sandbox, sdk: razorpay.Client, paid: str) -> None:
    sandbox.control("account", refund_status="failed")

    refund = sdk.payment.refund(paid, {"amount": 10_000}, timeout=5)

    assert refund["status"] == "failed"
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 0


def test_refunds_at_the_dashboard_are_partial_and_keep_their_notes(
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


def test_a_refund_at_the_dashboard_may_be_pending_and_fail(
    sandbox: Sandbox, sdk: razorpay.Client, paid: str
) -> None:
    refund = sandbox.control("dashboard_refund", payment_id=paid, status="pending")
    assert (refund["status"], sdk.payment.fetch(paid, timeout=5)["status"]) == ("pending", "refunded")

    sandbox.control("refund", refund_id=refund["id"], status="failed")

    payment = sdk.payment.fetch(paid, timeout=5)
    assert (payment["status"], payment["amount_refunded"], payment["refund_status"]) == ("captured", 0, None)


def test_a_payment_may_be_refunded_without_a_capture(
    sandbox: Sandbox, sdk: razorpay.Client, order_of: Callable[..., str]
) -> None:
    order_id = order_of()

    made = sandbox.control("pay", order_id=order_id, outcome="auto_refunded")

    payment = sdk.payment.fetch(made["id"], timeout=5)
    assert (payment["status"], payment["captured"], payment["amount_refunded"]) == ("refunded", False, 50_000)
    assert [
        one["status"] for one in sdk.payment.fetch_multiple_refund(made["id"], {}, timeout=5)["items"]
    ] == ["processed"]
    assert sdk.order.fetch(order_id, timeout=5)["status"] == "attempted"


def test_late_news_of_a_refund_changes_nothing_here(
    sandbox: Sandbox, sdk: razorpay.Client, merchant: Merchant, paid: str
) -> None:
    refund = sandbox.control("dashboard_refund", payment_id=paid, amount=10_000)

    sandbox.control("refund_news", refund_id=refund["id"], status="failed")

    merchant.wait(lambda: [one for one in merchant.of(refund["id"]) if one.event == "refund.failed"])
    late = next(one for one in merchant.of(refund["id"]) if one.event == "refund.failed")
    assert late.told["payload"]["refund"]["entity"]["status"] == "failed"
    assert sdk.refund.fetch(refund["id"], timeout=5)["status"] == "processed"
    assert sdk.payment.fetch(paid, timeout=5)["amount_refunded"] == 10_000


@pytest.mark.parametrize("fault", ["timeout", "status", "cut_json"])
def test_a_refund_whose_answer_is_lost_is_found_in_the_list_and_by_its_key(
    sandbox: Sandbox,
    sdk: razorpay.Client,
    paid: str,
    give_back: Callable[..., requests.Response],
    fault: str,
) -> None:
    key = uuid.uuid4().hex
    sandbox.control("faults", target="refunds.create", fault=fault, when="after", times=1, seconds=0.2)

    lost = give_back(paid, key, amount=10_000)

    listed = sdk.payment.fetch_multiple_refund(paid, {}, timeout=5)["items"]
    assert [one["amount"] for one in listed] == [10_000]
    assert lost.status_code >= 500 or fault == "cut_json"
    assert give_back(paid, key, amount=10_000).json() == listed[0]
