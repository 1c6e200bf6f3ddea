"""The six facts of a payment in each of their 720 orders, and many with repeats: always the same end."""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.catalog.models import Course
from apps.commerce.flows import confirming, enrolling, webhooks
from apps.commerce.flows.confirming import Signed
from apps.commerce.models import Order
from apps.commerce.selectors import books
from apps.commerce.services import carts
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.shop import course_at
from apps.core.testing import proof

pytestmark = pytest.mark.django_db

FACTS = ("confirm", "captured", "paid", "failed", "authorized", "refunded")
END = {
    "order": ("refunded", ""),
    "payment": [("captured", 118_00)],
    "refunds": ["processed"],
    "documents": (True, 1),
    "opens": [False],
    "ledger": [
        ("buyers", -118_00),
        ("buyers", 118_00),
        ("gateway", -118_00),
        ("gateway", 118_00),
        ("igst", -18_00),
        ("igst", 18_00),
        ("sales", -100_00),
        ("sales", 100_00),
    ],
}


class Payment:
    """A payment that failed, was authorised, captured and refunded; and the event of each step."""

    def __init__(self, provider: FakeProvider, person: User, order: Order) -> None:
        number = str(order.provider_order_id)
        failed = provider.fail(number)
        told = {"failed": provider.webhook("payment.failed", payment_id=failed.id)}
        provider.payments[failed.id] = replace(failed, status="authorized")
        told["authorized"] = provider.webhook("payment.authorized", payment_id=failed.id)
        captured = provider.capture_late(failed.id)
        told["captured"] = provider.webhook("payment.captured", payment_id=failed.id)
        told["paid"] = provider.webhook("order.paid", payment_id=failed.id)
        paise, key = captured.amount_paise, f"dashboard-{failed.id}"
        provider.refund(payment_id=failed.id, amount_paise=paise, key=key, notes={})
        (made,) = (refund for refund in provider.refunds.values() if refund.payment_id == failed.id)
        told["refunded"] = provider.webhook("refund.processed", payment_id=failed.id, refund_id=made.id)
        signed = Signed(number, failed.id, provider.signature(number, failed.id))
        self.tell: Mapping[str, Callable[[], object]] = {
            "confirm": lambda: confirming.confirm(
                person=person, kind="course", signed=signed, at=timezone.now()
            ),
            **{name: _webhook(*event) for name, event in told.items()},
        }


def _webhook(body: bytes, headers: Mapping[str, str]) -> Callable[[], object]:
    return lambda: webhooks.receive(provider="razorpay", body=body, headers=headers, at=timezone.now())


def _order(person: User, course: Course) -> Order:
    at = timezone.now()
    cart = carts.fill(person=person, kind="course", request={"id": str(course.pk)}, billing_details={}, at=at)
    return enrolling.enroll(person=person, kind="course", cart_id=cart.pk, at=at)


def _end(order: Order) -> dict[str, Any]:
    order = Order.objects.get(pk=order.pk)
    lines = order.lines.values_list("pk", flat=True)
    opened = Entitlement.objects.filter(bought_by__in=lines)
    return {
        "order": (order.status, order.notice),
        "payment": list(order.payments.values_list("status", "refunded_paise")),
        "refunds": list(order.refunds.values_list("status", flat=True)),
        "documents": (hasattr(order, "invoice"), order.refunds.filter(credit_note__isnull=False).count()),
        "opens": [row.is_valid_at(timezone.now()) for row in opened],
        "ledger": sorted(order.ledger.values_list("account", "paise")),
    }


@pytest.fixture
def course() -> Course:
    return course_at(100_00)


def _run(
    provider: FakeProvider, number: int, course: Course, facts: Sequence[str]
) -> tuple[Sequence[str], dict[str, Any]]:
    person = User.objects.create_user(mobile=f"{9_000_000_000 + number}", state="Goa")
    order = _order(person, course)
    payment = Payment(provider, person, order)
    for fact in facts:
        payment.tell[fact]()
    return facts, _end(order)


@pytest.mark.once
def test_every_order_of_the_six_facts_has_the_same_end(provider: FakeProvider, course: Course) -> None:
    orders = proof.some(itertools.permutations(FACTS))
    ends = [_run(provider, number, course, facts) for number, facts in enumerate(orders)]
    assert len(ends) == (720 if proof.IS_WHOLE else 66)
    assert [facts for facts, end in ends if end != END] == []
    assert list(books.differences()) == []


def test_repeats_in_any_order_change_nothing(provider: FakeProvider, course: Course) -> None:
    dice = random.Random(2711)
    for number in range(proof.count(60)):
        facts = [*FACTS, *dice.choices(FACTS, k=6)]
        dice.shuffle(facts)
        assert _run(provider, number, course, facts) == (facts, END)
    assert list(books.differences()) == []
