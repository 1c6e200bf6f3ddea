"""Rows that record who owns a course and which plan a seat was sold with."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope, Source
from apps.catalog.models import CourseOwner
from apps.commerce.models import Order, Refund
from apps.commerce.tests.shop import Shop, course_at
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.tests.factories import LiveTradingFactory, SessionFactory
from apps.live.tests.factories import PlanFactory as SessionPlanFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]


def test_a_buyer_owns_the_course(shop: Shop, member: Person) -> None:
    course = course_at(499_00)
    shop.bought(member.api, course)
    assert list(CourseOwner.objects.values_list("course", "person")) == [(course.pk, member.user.pk)]


def test_booking_a_free_course_makes_an_owner(member: Person) -> None:
    course = course_at(0)
    for _ in range(2):
        member.api.post("/api/course/bookfreecourseV1", {"id": str(course.pk)})
    assert list(CourseOwner.objects.values_list("course", "person")) == [(course.pk, member.user.pk)]


def test_an_entitlement_to_an_unknown_course_has_no_owner(member: Person) -> None:
    Entitlement.objects.create(
        person=member.user,
        scope=Scope.COURSE,
        item_id=new_id(),
        source=Source.STAFF,
        label="A typing error",
        starts_at=timezone.now(),
    )
    assert not CourseOwner.objects.exists()


def test_a_course_deleted_during_payment_is_refunded(shop: Shop, member: Person) -> None:
    course = course_at(499_00)
    enrolled = shop.enrolled(member.api, course)
    course.delete()
    shop.confirm(member.api, enrolled["razorPayOrderId"])
    assert not Entitlement.objects.exists()
    assert Refund.objects.count() == Order.objects.count() == 1


def test_bookings_refer_to_their_plan(member: Person, shop: Shop) -> None:
    program = LiveTradingFactory()
    start = timezone.now() + timedelta(days=3)
    sessions = [SessionFactory(program=program, starts_at=start + timedelta(hours=3 * n)) for n in range(5)]
    for count in (1, 5):
        SessionPlanFactory(
            program=program, num_of_sessions=count, actual_price_paise=499_00, discounted_price_paise=399_00
        )
    chosen = {"sessionIds": [str(session.pk) for session in sessions]}
    cart = member.api.post("/api/learning/sessions/cart", chosen).json()["data"]
    assert member.api.post("/api/learning/sessions/enroll", {"id": cart["_id"]}).status_code == 200
    assert set(Booking.objects.values_list("plan__num_of_sessions", flat=True)) == {5}
