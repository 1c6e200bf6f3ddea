"""Erasing an account refunds what its owner has paid for and not used, and uses up the rest."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import User
from apps.accounts.services import erasure
from apps.catalog.models import Topic, TopicProgress
from apps.commerce.models import Dispute, Order, OrderLine, Refund
from apps.commerce.selectors import books
from apps.commerce.states import OrderStatus, RefundCause
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Lines, Person
from apps.live.models import Booking, ProgramSession, Webinar
from apps.live.services import changes
from apps.live.states import BookingStatus
from apps.live.tests.factories import NOW, LiveTradingFactory, SessionFactory, WebinarFactory
from tests.live.test_sales import SESSIONS, WEBINAR, enroll
from tests.pro.pro_shop import ProShop, pro

__all__ = ["pro"]

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

ERASE = "/api/user/erase"
MOBILE = {"mobile": "9811111111"}


def buy(shop: Shop, person: Person, endpoints: tuple[str, str, str], body: dict[str, Any]) -> Order:
    enrolled = enroll(endpoints, person, body)
    payment = shop.provider.capture(enrolled["razorPayOrderId"])
    answer = person.api.post(endpoints[2], shop.provider.confirmation(payment))
    assert answer.status_code == 200, answer.json()
    return Order.objects.get(pk=enrolled["orderId"])


def webinar_in(**span: float) -> Webinar:
    starts_at = NOW + timedelta(**span)
    webinar: Webinar = WebinarFactory(
        price_paise=500_00, starts_at=starts_at, ends_at=starts_at + timedelta(hours=1), capacity=10
    )
    return webinar


def titles_of(answer: Any) -> list[tuple[str, float]]:
    assert answer.status_code == 200, answer.json()
    return [(row["title"], row["amount"]) for row in answer.json()["data"]]


def test_what_is_shown_is_refunded_and_the_rest_is_used_up(shop: Shop, member: Person, sent: Lines) -> None:
    unopened, opened = course_at(100_00, title="Unopened"), course_at(200_00, title="Opened")
    for course in (unopened, opened):
        shop.bought(member.api, course)
    topic = Topic.objects.filter(chapter__course=opened).first()
    TopicProgress.objects.create(person=member.user, course=opened, topic=topic, updated_at=NOW)
    ahead, soon = webinar_in(days=3), webinar_in(hours=3)
    for webinar in (ahead, soon):
        buy(shop, member, WEBINAR, {"id": str(webinar.pk)})
    seats = {webinar: Order.objects.get(item_id=webinar.pk).lines.get().title for webinar in (ahead, soon)}
    expected = [("Unopened", 118), (seats[ahead], 590)]

    assert titles_of(member.api.get(f"{ERASE}/refunds")) == expected
    assert Refund.objects.count() == 0
    answer = member.api.post(ERASE, MOBILE)

    assert titles_of(answer) == expected
    assert answer.json()["message"] == (
        "Your account is deleted. ₹708 will be refunded to your original payment method within 10 days."
    )
    assert sorted(Refund.objects.values_list("amount_paise", "cause")) == [
        (118_00, RefundCause.ERASURE),
        (590_00, RefundCause.ERASURE),
    ]
    kept = OrderLine.objects.filter(used_up_at__isnull=False)
    assert sorted(kept.values_list("title", "order__status")) == sorted(
        [("Opened", OrderStatus.PAID), (seats[soon], OrderStatus.PAID)]
    )
    assert set(kept.values_list("used_up_at", flat=True)) == {User.objects.get(pk=member.user.pk).erased_at}
    assert not Booking.objects.booked().exists()
    assert list(Webinar.objects.values_list("seats_taken", flat=True)) == [0, 0]
    assert list(books.differences()) == []


def test_many_orders_are_planned_with_the_queries_of_one(
    shop: Shop, member: Person, django_assert_num_queries: Any
) -> None:
    shop.bought(member.api, course_at(100_00))
    buy(shop, member, WEBINAR, {"id": str(webinar_in(days=3).pk)})
    with CaptureQueriesContext(connection) as queries:
        assert len(titles_of(member.api.get(f"{ERASE}/refunds"))) == 2
        count = len(queries)
    for number in range(6):
        shop.bought(member.api, course_at(100_00 + number))
        buy(shop, member, WEBINAR, {"id": str(webinar_in(days=4 + number).pk)})

    with django_assert_num_queries(count):
        assert len(titles_of(member.api.get(f"{ERASE}/refunds"))) == 14


def test_sessions_go_back_one_by_one_and_a_credit_does_not(shop: Shop, member: Person) -> None:
    program = LiveTradingFactory()
    starts = (timedelta(days=1), timedelta(days=2), timedelta(hours=3))
    sessions = [
        SessionFactory(program=program, starts_at=NOW + ahead, ends_at=NOW + ahead + timedelta(hours=1))
        for ahead in starts
    ]
    order = buy(shop, member, SESSIONS, {"sessionIds": [str(session.pk) for session in sessions]})
    credit = Booking.objects.get(session=sessions[0])
    changes.cancel(person=member.user, booking_id=credit.pk, at=NOW)

    ((title, amount),) = titles_of(member.api.get(f"{ERASE}/refunds"))
    answer = member.api.post(ERASE, MOBILE)

    row = order.lines.get(item_id=sessions[1].pk)
    assert (title, amount) == (row.title, row.total_paise / 100)
    assert titles_of(answer) == [(title, amount)]
    order.refresh_from_db()
    assert order.status == OrderStatus.PAID
    assert order.lines.get(refund__isnull=False) == row
    assert order.lines.filter(used_up_at__isnull=False).count() == 2
    assert Booking.objects.get(pk=credit.pk).status == BookingStatus.CANCELED
    assert set(ProgramSession.objects.values_list("seats_taken", flat=True)) == {0}
    assert list(books.differences()) == []


def test_pro_that_has_not_begun_goes_back_and_the_running_one_does_not(
    shop: Shop, member: Person, pro: ProShop
) -> None:
    for days in (30, 90):
        enrolled = pro.enroll(member.api, days).json()["data"]
        assert pro.confirm(member.api, enrolled["razorPayOrderId"]).status_code == 200
    assert [title.endswith("90 days") for title, _ in titles_of(member.api.get(f"{ERASE}/refunds"))] == [True]
    assert len(titles_of(member.api.post(ERASE, MOBILE))) == 1
    assert sorted(Order.objects.values_list("status", flat=True)) == [OrderStatus.PAID, OrderStatus.REFUNDED]
    assert list(books.differences()) == []


def test_what_cost_nothing_after_its_coupon_ends_without_a_word_about_money(
    shop: Shop, member: Person
) -> None:
    shop.coupon("ALL", percent=100)
    cart = shop.cart(member.api, course_at(100_00))
    member.api.post("/api/coupon/apply-coupon", {"couponcode": "ALL", "cartId": cart["_id"]})
    shop.enroll(member.api, cart)
    assert titles_of(member.api.get(f"{ERASE}/refunds")) == []
    assert member.api.post(ERASE, MOBILE).json()["message"] == "Your account is deleted."
    assert Refund.objects.count() == 0
    assert list(books.differences()) == []


def test_who_asks_staff_to_erase_them_is_refunded_as_well(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00))
    (refund,) = erasure.erase_on_request(mobile="9811111111", at=NOW)
    assert refund.amount_paise == 118_00
    assert Order.objects.get().status == OrderStatus.REFUNDED
    assert list(books.differences()) == []


def test_books_find_a_line_that_is_used_up_and_should_not_be(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(100_00))
    line = OrderLine.objects.get()
    OrderLine.objects.update(used_up_at=NOW)
    assert list(books.differences()) == [
        f"Line {line.pk} was used up at another time than its buyer's account was erased."
    ]


@pytest.mark.parametrize(("status", "refunded"), [("open", 0), ("lost", 0), ("won", 118)])
def test_a_disputed_payment_does_not_go_back_a_second_time(
    shop: Shop, member: Person, status: str, refunded: int
) -> None:
    shop.bought(member.api, course_at(100_00))
    order = Order.objects.get()
    Dispute.objects.create(
        order=order,
        provider_dispute_id="disp_1",
        provider_payment_id=order.paid_by.provider_payment_id,  # type: ignore[union-attr]
        amount_paise=118_00,
        deducted_paise=0,
        currency="INR",
        phase="chargeback",
        reason_code="fraud",
        status=status,
        opened_at=NOW,
        status_at=NOW,
    )
    assert sum(amount for _, amount in titles_of(member.api.post(ERASE, MOBILE))) == refunded
    assert (OrderLine.objects.get().used_up_at is None) == (refunded > 0)
