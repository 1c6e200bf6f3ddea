import re
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import razorpay
import requests

from apps.sandbox.tests.process import KEY, Sandbox, start_sandbox


def new_receipt() -> str:
    return uuid.uuid4().hex


def test_an_order_created_by_the_sdk_has_the_providers_fields(sdk: razorpay.Client) -> None:
    receipt = new_receipt()

    order = sdk.order.create({"amount": 50000, "currency": "INR", "receipt": receipt}, timeout=5)

    assert re.fullmatch(r"order_[A-Za-z0-9]{14}", order["id"])
    assert abs(order["created_at"] - time.time()) < 10
    assert order == {
        "id": order["id"],
        "entity": "order",
        "amount": 50000,
        "amount_paid": 0,
        "amount_due": 50000,
        "currency": "INR",
        "receipt": receipt,
        "offer_id": None,
        "status": "created",
        "attempts": 0,
        "notes": [],
        "created_at": order["created_at"],
    }


def test_fetching_an_order_returns_what_creating_it_did(sdk: razorpay.Client) -> None:
    created = sdk.order.create(
        {"amount": 100, "currency": "INR", "notes": {"course": "₹ अ", "seats": 2}}, timeout=5
    )

    assert created["notes"] == {"course": "₹ अ", "seats": 2}
    assert created["receipt"] is None
    assert sdk.order.fetch(created["id"], timeout=5) == created


def test_editing_an_order_replaces_its_notes_only(sdk: razorpay.Client) -> None:
    created = sdk.order.create({"amount": 100, "currency": "INR", "notes": {"a": "b"}}, timeout=5)

    edited = sdk.order.edit(created["id"], {"notes": {"invoice": "INV2627-0000001"}}, timeout=5)

    assert edited == {**created, "notes": {"invoice": "INV2627-0000001"}}
    assert sdk.order.fetch(created["id"], timeout=5) == edited
    for wrong in (
        {},
        {"amount": 200},
        {"notes": {"a": "x" * 257}},
        {"notes": dict.fromkeys("abcdefghijklmnop", "")},
    ):
        with pytest.raises(razorpay.errors.BadRequestError):
            sdk.order.edit(created["id"], wrong, timeout=5)
    assert sdk.order.fetch(created["id"], timeout=5) == edited


def test_a_new_order_has_no_payments(sdk: razorpay.Client) -> None:
    created = sdk.order.create({"amount": 100, "currency": "INR"}, timeout=5)

    assert sdk.order.payments(created["id"], timeout=5) == {"entity": "collection", "count": 0, "items": []}


def test_orders_are_listed_newest_first_by_part_of_their_receipt(sdk: razorpay.Client) -> None:
    receipt = new_receipt()
    created = [
        sdk.order.create({"amount": 100, "currency": "INR", "receipt": f"{receipt}-{number}"}, timeout=5)
        for number in range(3)
    ]
    newest_first = created[::-1]

    found = sdk.order.all({"receipt": receipt}, timeout=5)
    page = sdk.order.all({"receipt": receipt, "skip": 1, "count": 1}, timeout=5)
    one = sdk.order.all({"receipt": f"{receipt}-2"}, timeout=5)

    assert found == {"entity": "collection", "count": 3, "items": newest_first}
    assert page == {"entity": "collection", "count": 1, "items": newest_first[1:2]}
    assert one == {"entity": "collection", "count": 1, "items": newest_first[:1]}


def test_like_wildcards_in_a_receipt_match_literally(sdk: razorpay.Client) -> None:
    sdk.order.create({"amount": 100, "currency": "INR", "receipt": new_receipt()}, timeout=5)

    assert sdk.order.all({"receipt": "%_%"}, timeout=5)["count"] == 0


def test_the_default_count_is_ten(sdk: razorpay.Client) -> None:
    receipt = new_receipt()
    for number in range(11):
        sdk.order.create({"amount": 100, "currency": "INR", "receipt": f"{receipt}{number}"}, timeout=5)

    assert sdk.order.all({"receipt": receipt}, timeout=5)["count"] == 10


def test_concurrent_requests_with_a_unique_receipt_get_the_same_order(sdk: razorpay.Client) -> None:
    data = {"amount": 70000, "currency": "INR", "receipt": new_receipt(), "unique_receipt": True}

    with ThreadPoolExecutor(8) as pool:
        orders = list(pool.map(lambda _: sdk.order.create(dict(data), timeout=20), range(16)))

    assert orders == [orders[0]] * 16
    assert sdk.order.all({"receipt": data["receipt"]}, timeout=5)["count"] == 1


def test_a_repeated_receipt_creates_a_second_order_without_unique_receipt(sdk: razorpay.Client) -> None:
    data = {"amount": 100, "currency": "INR", "receipt": new_receipt()}

    first, second = (sdk.order.create(dict(data), timeout=5) for _ in range(2))

    assert first["id"] != second["id"]


def test_an_account_can_reject_or_duplicate_repeated_receipts(tmp_path: Path) -> None:
    data = {"amount": 100, "currency": "INR", "receipt": "r-1", "unique_receipt": True}

    with start_sandbox(tmp_path / "reject", SANDBOX_RECEIPT_MODE="reject") as sandbox:
        sdk = razorpay.Client(auth=KEY, base_url=sandbox.base_url)
        sdk.order.create(dict(data), timeout=5)
        with pytest.raises(razorpay.errors.BadRequestError, match="receipt has already been taken"):
            sdk.order.create(dict(data), timeout=5)
        assert sdk.order.all(timeout=5)["count"] == 1
    with start_sandbox(tmp_path / "duplicate", SANDBOX_RECEIPT_MODE="duplicate") as sandbox:
        sdk = razorpay.Client(auth=KEY, base_url=sandbox.base_url)
        first, second = (sdk.order.create(dict(data), timeout=5) for _ in range(2))
        assert first["id"] != second["id"]


@pytest.mark.parametrize(
    ("change", "field", "description"),
    [
        ({"amount": None}, "amount", "The amount field is required."),
        ({"amount": "50000"}, "amount", "The amount must be an integer."),
        ({"amount": 500.0}, "amount", "The amount must be an integer."),
        ({"amount": True}, "amount", "The amount must be an integer."),
        ({"amount": 99}, "amount", "Order amount less than minimum amount allowed"),
        ({"amount": -100}, "amount", "Order amount less than minimum amount allowed"),
        ({"amount": 10**30}, "amount", "Amount exceeds maximum amount allowed."),
        ({"currency": None}, "currency", "The currency field is required."),
        ({"currency": "USD"}, "currency", "Currency is not supported"),
        ({"currency": ["INR"]}, "currency", "Currency is not supported"),
        ({"receipt": 7}, "receipt", "The receipt must be a string."),
        ({"receipt": "r" * 41}, "receipt", "The receipt may not be greater than 40 characters."),
        ({"unique_receipt": "yes"}, "unique_receipt", "The unique receipt field must be true or false."),
        ({"notes": "text"}, "notes", "notes must be an array"),
        (
            {"notes": {str(number): "" for number in range(16)}},
            "notes",
            "Number of fields in notes should be less than or equal to 15",
        ),
        ({"notes": {"a": "x" * 257}}, "notes", "Every note may have 256 characters at most."),
        ({"notes": {"a": {"b": 1}}}, "notes", "The notes.a must be a string."),
    ],
)
def test_an_invalid_field_returns_the_providers_error(
    sandbox: Sandbox, http: requests.Session, change: dict[str, Any], field: str, description: str
) -> None:
    body: dict[str, Any] = {"amount": 100, "currency": "INR", "receipt": new_receipt()} | change
    before = newest_order(sandbox, http)

    response = http.post(f"{sandbox.base_url}/v1/orders", json=body, timeout=5)

    assert response.status_code == 400
    assert response.json() == {
        "error": {
            "code": "BAD_REQUEST_ERROR",
            "description": description,
            "source": "business",
            "step": "payment_initiation",
            "reason": "input_validation_failed",
            "metadata": {},
            "field": field,
        }
    }
    assert newest_order(sandbox, http) == before


def newest_order(sandbox: Sandbox, http: requests.Session) -> object:
    return http.get(f"{sandbox.base_url}/v1/orders?count=1", timeout=5).json()


def test_values_at_the_limits_are_accepted(sdk: razorpay.Client) -> None:
    order = sdk.order.create(
        {
            "amount": 50_000_000,
            "currency": "INR",
            "receipt": "r" * 40,
            "notes": {f"{number:02}": "x" * 256 for number in range(15)},
            "payment_capture": 1,
        },
        timeout=5,
    )

    assert (order["amount"], len(order["receipt"]), len(order["notes"])) == (50_000_000, 40, 15)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff",
        b'{"notes": NaN}',
        b'{"receipt": "\\ud800"}',
        b"[" * 100_000,
    ],
)
def test_an_invalid_body_is_rejected(sandbox: Sandbox, http: requests.Session, body: bytes) -> None:
    response = http.post(f"{sandbox.base_url}/v1/orders", data=body, timeout=5)

    assert response.status_code == 400
    assert response.json()["error"]["code"] == "BAD_REQUEST_ERROR"


def test_an_unknown_field_is_rejected_by_name(sandbox: Sandbox, http: requests.Session) -> None:
    body: dict[str, Any] = {"amount": 100, "currency": "INR", "recipt": "r"}

    error = http.post(f"{sandbox.base_url}/v1/orders", json=body, timeout=5).json()["error"]

    assert error["description"] == "recipt is/are not required and should not be sent"
    assert "field" not in error


@pytest.mark.parametrize(
    "query", ["count=0", "count=101", "count=ten", "skip=-1", "skip=99999999999", "skip=1.5"]
)
def test_an_invalid_page_is_rejected(sandbox: Sandbox, http: requests.Session, query: str) -> None:
    response = http.get(f"{sandbox.base_url}/v1/orders?{query}", timeout=5)

    assert response.status_code == 400
    assert response.json()["error"]["field"] == query.partition("=")[0]


@pytest.mark.parametrize("tail", ["", "/payments"])
def test_an_unknown_order_returns_400(sandbox: Sandbox, http: requests.Session, tail: str) -> None:
    unknown = http.get(f"{sandbox.base_url}/v1/orders/order_00000000000000{tail}", timeout=5)
    malformed = http.get(f"{sandbox.base_url}/v1/orders/nonsense{tail}", timeout=5)

    assert (unknown.status_code, malformed.status_code) == (400, 400)
    assert unknown.json()["error"]["description"] == "The id provided does not exist"
    assert malformed.json()["error"]["description"] == "nonsense is not a valid id"


@pytest.mark.parametrize(
    ("header", "description"),
    [
        (None, "Please provide your api key for authentication purposes."),
        ("Bearer abc", "Please provide your api key for authentication purposes."),
        ("Basic cnpwX3Rlc3Rfc2FuZGJveDp3cm9uZw==", "Authentication failed"),
        ("Basic not-base64", "Authentication failed"),
    ],
)
def test_a_wrong_key_returns_401(sandbox: Sandbox, header: str | None, description: str) -> None:
    headers = {"Authorization": header} if header else {}

    response = requests.get(f"{sandbox.base_url}/v1/orders", headers=headers, timeout=5)

    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == 'Basic realm="Razorpay"'
    assert response.json() == {
        "error": {
            "code": "BAD_REQUEST_ERROR",
            "description": description,
            "source": "NA",
            "step": "NA",
            "reason": "NA",
            "metadata": {},
        }
    }


def test_the_sdk_reports_a_wrong_secret(sandbox: Sandbox) -> None:
    stranger = razorpay.Client(auth=(KEY[0], "wrong"), base_url=sandbox.base_url)

    with pytest.raises(razorpay.errors.BadRequestError, match="Authentication failed"):
        stranger.order.all(timeout=5)


def test_unknown_methods_and_paths_return_the_providers_errors(
    sandbox: Sandbox, http: requests.Session
) -> None:
    method = http.delete(f"{sandbox.base_url}/v1/orders", timeout=5)
    path = http.get(f"{sandbox.base_url}/v1/nothing", timeout=5)

    assert (method.status_code, path.status_code) == (405, 404)
    assert "POST" in method.headers["Allow"]
    assert path.json()["error"]["description"] == "The requested URL was not found on the server."
