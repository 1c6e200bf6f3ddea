"""The methods by which tests control the fake provider."""

import json

import pytest
from django.db import transaction

from apps.commerce.gateways.outcomes import Done, Refused, Unknown
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway
from apps.commerce.tests.fake_provider import FakeProvider

GATEWAY = RazorpayGateway()
ASKED = {"receipt": "r-1", "amount_paise": 50_000, "notes": {}}


def test_a_lost_call_may_have_had_its_effect_or_not(provider: FakeProvider) -> None:
    provider.lose_response("create_order")
    provider.lose_response("create_order", after_effect=True)

    assert GATEWAY.create_order(**ASKED) == Unknown("timeout")
    assert len(provider.orders) == 0
    assert GATEWAY.create_order(**ASKED) == Unknown("timeout")
    assert len(provider.orders) == 1
    assert isinstance(GATEWAY.create_order(**ASKED), Done)
    assert provider.calls["create_order"] == 3


def test_a_dark_provider_answers_nobody(provider: FakeProvider) -> None:
    provider.is_down = True

    assert GATEWAY.find_order(receipt="r-1") == Unknown("connection")
    provider.is_down = False
    assert GATEWAY.find_order(receipt="r-1") == Done(None)


def test_a_refusal_is_given_as_often_as_it_was_asked_for(provider: FakeProvider) -> None:
    provider.refuse("create_order", times=2, is_about_us=True, message="Authentication failed")

    answers = [GATEWAY.create_order(**ASKED) for _ in range(3)]

    assert [type(answer) for answer in answers] == [Refused, Refused, Done]


def test_its_words_are_signed_as_the_provider_signs_them(provider: FakeProvider) -> None:
    made = GATEWAY.create_order(**ASKED)
    assert isinstance(made, Done)
    paid = provider.capture(made.value.id)
    body, headers = provider.webhook("order.paid", payment_id=paid.id)

    assert GATEWAY.is_payment_signature_valid(
        order_id=made.value.id, payment_id=paid.id, signature=provider.confirmation(paid)["razorPaySignature"]
    )
    assert GATEWAY.is_webhook_signed(body=body, headers=headers)
    told = json.loads(body)
    assert told["contains"] == ["payment", "order"]
    assert told["payload"]["payment"]["entity"]["notes"] == []


@pytest.mark.django_db
def test_it_is_never_called_inside_a_transaction(provider: FakeProvider) -> None:
    GATEWAY.find_order(receipt="r-1")
    with transaction.atomic(), pytest.raises(AssertionError, match="inside a transaction"):
        GATEWAY.find_order(receipt="r-1")
