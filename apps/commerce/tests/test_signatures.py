import hashlib
import hmac
from typing import Any

import pytest

from apps.commerce.gateways.razorpay.gateway import RazorpayGateway

GATEWAY = RazorpayGateway()
ORDER, PAYMENT = "order_00000000000001", "pay_00000000000001"


def signed(message: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def holds(signature: Any, *, order_id: str = ORDER, payment_id: str = PAYMENT) -> bool:
    return GATEWAY.is_payment_signature_valid(order_id=order_id, payment_id=payment_id, signature=signature)


def is_webhook_signed(body: bytes, signature: str) -> bool:
    return GATEWAY.is_webhook_signed(body=body, headers={"X-Razorpay-Signature": signature})


def right(settings: Any) -> str:
    return signed(f"{ORDER}|{PAYMENT}".encode(), settings.RAZORPAY_KEY_SECRET)


def test_the_providers_signature_holds_for_its_order_and_payment_alone(settings: Any) -> None:
    assert holds(right(settings))
    assert not holds(right(settings), order_id="order_00000000000002")
    assert not holds(right(settings), payment_id="pay_00000000000002")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: text[:-1],
        lambda text: text + "0",
        str.upper,
        lambda text: "é" + text[1:],
        lambda text: "\ud800" + text[1:],
        lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"),
        lambda text: text + "\n",
        lambda text: [text],
        lambda text: {"signature": text},
        lambda text: None,
        lambda text: 7,
        lambda text: text.encode(),
    ],
)
def test_whatever_else_comes_does_not_hold_and_raises_nothing(settings: Any, spoil: Any) -> None:
    assert not holds(spoil(right(settings)))


@pytest.mark.parametrize("wrong", ["", "order_1", "a|b", None, ["order_00000000000001"]])
def test_ids_that_are_none_do_not_hold(settings: Any, wrong: Any) -> None:
    text = signed(f"{wrong}|{PAYMENT}".encode(), settings.RAZORPAY_KEY_SECRET)

    assert not holds(text, order_id=wrong)


def test_a_webhook_may_be_signed_with_the_new_or_the_old_secret(settings: Any) -> None:
    body = b'{"event": "order.paid", "bytes": "\xff"}'

    for secret in settings.RAZORPAY_WEBHOOK_SECRETS:
        assert is_webhook_signed(body, signed(body, secret))
    for other in ("another secret", settings.RAZORPAY_KEY_SECRET):
        assert not is_webhook_signed(body, signed(body, other))
    assert not is_webhook_signed(body + b" ", signed(body, settings.RAZORPAY_WEBHOOK_SECRETS[0]))


def test_without_a_secret_nothing_holds(settings: Any) -> None:
    settings.RAZORPAY_KEY_SECRET, settings.RAZORPAY_WEBHOOK_SECRETS = "", []

    assert not holds(signed(f"{ORDER}|{PAYMENT}".encode(), ""))
    assert not is_webhook_signed(b"{}", signed(b"{}", ""))
