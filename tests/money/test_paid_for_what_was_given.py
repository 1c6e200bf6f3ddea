"""Staff give a course to somebody who is paying for it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.accounts.services import grants
from apps.commerce.models import Order, Refund
from apps.commerce.selectors import books
from apps.commerce.states import OrderStatus, RefundCause
from apps.commerce.tests.shop import Shop, course_at
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)

ACCESS_DAYS = 365


def pay_after_grant(shop: Shop, member: Person, staff: Person, *, days: int | None) -> Any:
    course = course_at(100_00, access_days=ACCESS_DAYS)
    enrolled = shop.enrolled(member.api, course)
    now = timezone.now()
    with transaction.atomic():
        grants.grant_course(
            key=new_id(),
            person=member.user,
            course_id=course.pk,
            label="Given",
            at=now,
            ends_at=now + timedelta(days=days) if days else None,
            by=staff.user,
        )
    return shop.confirm(member.api, enrolled["razorPayOrderId"])


@pytest.mark.parametrize("days", [None, ACCESS_DAYS + 1])
def test_a_course_that_is_open_as_long_by_then_is_refunded(
    shop: Shop, member: Person, staff: Person, days: int | None
) -> None:
    answer = pay_after_grant(shop, member, staff, days=days)

    assert (answer.status_code, answer.json()["message"]) == (
        202,
        "You already had this when your payment came, so it is being refunded in full.",
    )
    assert Order.objects.get().status == OrderStatus.REFUNDED
    assert (Refund.objects.get().cause, Refund.objects.get().amount_paise) == (RefundCause.OWNED, 118_00)
    assert Entitlement.objects.count() == 1
    assert list(books.differences()) == []


def test_a_course_that_was_given_for_less_is_sold(shop: Shop, member: Person, staff: Person) -> None:
    assert pay_after_grant(shop, member, staff, days=30).status_code == 200
    assert Order.objects.get().status == OrderStatus.PAID
    assert Entitlement.objects.count() == 2
    assert list(books.differences()) == []
