"""Signed events with odd bodies: they are stored or refused, and never a crash or a payment."""

import hashlib
import hmac
import json
from typing import Any

import pytest

from apps.commerce.models import GatewayEvent, Order, Payment
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)


def told(body: bytes, settings: Any) -> Any:
    (secret, *_) = settings.RAZORPAY_WEBHOOK_SECRETS
    signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return ApiClient().post(
        "/api/payments/webhook/razorpay",
        data=body,
        content_type="application/json",
        headers={"X-Razorpay-Signature": signature, "x-razorpay-event-id": "odd"},
        HTTP_X_CSRFTOKEN="none",
    )


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"{}", b'{"payload": []}', b"[" * 100_000, b"\xff\xfe\x00"],
    ids=lambda body: repr(body[:20]),
)
def test_what_is_no_event_is_refused(settings: Any, body: bytes) -> None:
    answer = told(body, settings)
    assert (answer.status_code, answer.json()["code"]) == (400, "event_invalid")
    assert not GatewayEvent.objects.exists()


@pytest.mark.parametrize("signature", [None, "", "0" * 64])
def test_a_payment_that_the_provider_has_not_signed_pays_nothing(
    shop: Shop, member: Person, signature: str | None
) -> None:
    number = shop.enrolled(member.api, course_at(1999_00))["razorPayOrderId"]
    payment = shop.provider.capture(number)
    body, headers = shop.provider.webhook("payment.captured", payment_id=payment.id)
    del headers["X-Razorpay-Signature"]
    if signature is not None:
        headers["X-Razorpay-Signature"] = signature
    answer = ApiClient().post(
        "/api/payments/webhook/razorpay",
        data=body,
        content_type="application/json",
        headers=headers,
        HTTP_X_CSRFTOKEN="none",
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "signature_invalid")
    assert not GatewayEvent.objects.exists()
    assert Order.objects.get(provider_order_id=number).paid_at is None


@pytest.mark.parametrize(
    "body",
    [
        b'{"event": "a\\u0000b", "payload": {}}',
        b'{"event": "\\ud800", "payload": {"payment": {"entity": {"id": "\\ud800\\u0000"}}}}',
        b'{"event": "a", "payload": {"refund": {"entity": {"notes": {"order": "\\udfff"}}}}}',
        b'{"event": "a", "payload": {"payment": {"entity": {"amount": NaN, "created_at": 1e999}}}}',
    ],
    ids=["nul", "half a pair", "half a pair in a note", "no number"],
)
def test_what_no_database_keeps_is_left_out(settings: Any, body: bytes) -> None:
    assert told(body, settings).status_code == 200
    assert GatewayEvent.objects.get().status == "ignored"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("amount", 10**30),
        ("amount", 2**63),
        ("amount", -1),
        ("amount", 100.0),
        ("amount", "10000"),
        ("amount", True),
        ("amount", None),
        ("currency", "X" * 100),
        ("currency", "inr"),
        ("currency", 356),
        ("created_at", 10**20),
        ("created_at", "now"),
        ("amount_refunded", -5),
        ("id", "pay_" + "x" * 500),
        ("id", None),
        ("order_id", ["order"]),
        ("order_id", "order_\0"),
        ("status", 1),
    ],
)
def test_a_fact_that_makes_no_sense_pays_nothing(
    shop: Shop, member: Person, settings: Any, name: str, value: object
) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    entity: dict[str, Any] = {
        "id": "pay_00000000000009",
        "order_id": enrolled["razorPayOrderId"],
        "amount": enrolled["amountToBePaid"],
        "currency": "INR",
        "status": "captured",
        "amount_refunded": 0,
        "created_at": 1_790_000_000,
        name: value,
    }
    body = json.dumps({"event": "payment.captured", "payload": {"payment": {"entity": entity}}})
    assert told(body.encode(), settings).status_code == 200
    assert GatewayEvent.objects.get().status == "ignored"
    assert not Payment.objects.exists()
    order = member.api.get(f"/api/orders/{enrolled['orderId']}").json()["data"]
    assert order["status"] == "awaiting"
