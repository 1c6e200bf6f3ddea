"""The rate of GST: what staff may enter, and that every sum has the rate of its day."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from apps.commerce.gateways import order_notes
from apps.commerce.models import Cart, CreditNote, GstRate, Invoice, Order, OrderLine
from apps.commerce.selectors import books, gst_rates
from apps.commerce.services import gst_rates as service
from apps.commerce.services import lost_orders, refunds
from apps.commerce.services.gst_rates import DayTaken, TooLate, UnknownRate
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import ENROLL, Shop, course_at
from apps.core import business_constants, indian_time, tagged_cache
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 3, 31, 12, 0, tzinfo=UTC)
CHANGE = date(2027, 4, 1)
MIDNIGHT = indian_time.start_of_day(CHANGE)
BEFORE, AFTER = MIDNIGHT - timedelta(minutes=5), MIDNIGHT + timedelta(minutes=5)

Committed = Callable[[], AbstractContextManager[None]]


def schedule(percent: str = "12", starts_on: date = CHANGE, at: datetime = NOW) -> GstRate:
    return service.schedule(percent=Decimal(percent), starts_on=starts_on, at=at)


def at(moment: datetime) -> Any:
    return time_machine.travel(moment, tick=False)


# --- the table ---


def test_the_first_rate_is_that_of_the_day_on_which_gst_began() -> None:
    [first] = GstRate.objects.all()
    assert (first.percent, first.starts_on, str(first)) == (18, date(2017, 7, 1), "18% from 01 Jul 2017")
    service.seed()
    assert GstRate.objects.count() == 1


def test_a_rate_begins_at_midnight_in_india(committed: Committed) -> None:
    with committed():
        schedule()
    assert gst_rates.rate_at(MIDNIGHT - timedelta(microseconds=1)) == 1800
    assert gst_rates.rate_at(MIDNIGHT) == 1200
    with pytest.raises(gst_rates.NoRate):
        gst_rates.rate_at(datetime(2017, 6, 30, 18, 29, tzinfo=UTC))


@pytest.mark.parametrize("percent", ["0", "0.25", "5", "12", "18", "28", "50"])
def test_a_rate_has_at_most_two_decimals(percent: str, committed: Committed) -> None:
    with committed():
        schedule(percent)
    assert gst_rates.percent_at(AFTER) == float(percent)


@pytest.mark.parametrize("percent", ["-1", "50.01"])
def test_the_database_refuses_what_is_no_rate(percent: str) -> None:
    with pytest.raises((IntegrityError, DayTaken)), transaction.atomic():
        schedule(percent)


def test_a_rate_is_entered_an_hour_before_it_begins_at_the_latest() -> None:
    for starts_on in (NOW.date(), NOW.date() - timedelta(days=1), date(2017, 7, 1)):
        with pytest.raises(TooLate, match="until 1 hour before the day it begins"):
            schedule(starts_on=starts_on)
    with pytest.raises(TooLate):
        schedule(at=MIDNIGHT - service.NOTICE)
    schedule(at=MIDNIGHT - service.NOTICE - timedelta(seconds=1))


def test_one_rate_starts_on_a_day() -> None:
    schedule()
    with pytest.raises(DayTaken):
        schedule("5")


def test_a_rate_can_be_changed_and_withdrawn_until_it_is_fixed() -> None:
    rate = schedule()
    later = CHANGE + timedelta(days=1)
    service.change(rate_id=rate.pk, percent=Decimal(5), starts_on=later, at=NOW)
    rate.refresh_from_db()
    assert (rate.percent, rate.starts_on) == (5, later)
    fixed = indian_time.start_of_day(later) - service.NOTICE
    for refused in (
        lambda: service.change(rate_id=rate.pk, percent=Decimal(6), starts_on=date(2030, 1, 1), at=fixed),
        lambda: service.withdraw(rate_id=rate.pk, at=fixed),
        lambda: service.change(rate_id=rate.pk, percent=Decimal(6), starts_on=date(2020, 1, 1), at=NOW),
    ):
        with pytest.raises(TooLate):
            refused()
    service.withdraw(rate_id=rate.pk, at=NOW)
    with pytest.raises(UnknownRate):
        service.withdraw(rate_id=rate.pk, at=NOW)


def test_a_copy_of_the_table_is_younger_than_the_notice() -> None:
    assert timedelta(seconds=10 * tagged_cache._LIFETIME_SECONDS) < service.NOTICE


# --- the admin ---


ADMIN = "/admin/commerce/gstrate/"


def test_staff_enter_change_and_delete_a_coming_rate(admin_client: Client) -> None:
    day = indian_time.day_of(timezone.now()) + timedelta(days=2)
    answer = admin_client.post(ADMIN + "add/", {"percent": "12", "starts_on": f"{day:%Y-%m-%d}"})
    assert answer.status_code == 302, answer.content.decode()
    rate = GstRate.objects.get(percent=12)
    assert rate.starts_on == day
    answer = admin_client.post(f"{ADMIN}{rate.pk}/change/", {"percent": "5", "starts_on": f"{day:%Y-%m-%d}"})
    assert answer.status_code == 302
    rate.refresh_from_db()
    assert rate.percent == 5
    assert admin_client.post(f"{ADMIN}{rate.pk}/delete/", {"post": "yes"}).status_code == 302
    assert GstRate.objects.count() == 1


def test_staff_cannot_touch_a_rate_that_orders_have_used(admin_client: Client) -> None:
    rate = GstRate.objects.get()
    page = admin_client.get(f"{ADMIN}{rate.pk}/change/").content.decode()
    assert 'name="percent"' not in page
    changed = admin_client.post(f"{ADMIN}{rate.pk}/change/", {"percent": "5", "starts_on": "2017-07-01"})
    assert changed.status_code == 403
    assert admin_client.post(f"{ADMIN}{rate.pk}/delete/", {"post": "yes"}).status_code == 403
    today = indian_time.day_of(timezone.now())
    added = admin_client.post(ADMIN + "add/", {"percent": "5", "starts_on": f"{today:%Y-%m-%d}"})
    assert "until 1 hour before the day it begins" in added.content.decode()
    assert GstRate.objects.get().percent == 18


# --- sums ---


@pytest.fixture
def member(db: None) -> Person:
    """Logged in shortly before the change."""
    with at(BEFORE):
        user = get_user_model().objects.create_user(
            mobile="9811111111", name="Meera Nair", email="meera@example.in", state="Kerala"
        )
        return Person(user=user, api=logged_in(user))


@pytest.fixture
def changed(committed: Committed) -> None:
    with committed():
        schedule()


def amounts(cart: dict[str, Any]) -> tuple[Any, ...]:
    return cart["igst"], cart["cgst"], cart["billTotal"], [line["rate"] for line in cart["taxLines"]]


def test_a_cart_has_the_rate_of_its_day(changed: None, shop: Shop, member: Person) -> None:
    course = course_at(1000_00)
    with at(BEFORE):
        assert amounts(shop.cart(member.api, course)) == (90, 90, 1180, [18])
    with at(AFTER):
        assert amounts(shop.cart(member.api, course)) == (60, 60, 1120, [12])


def test_half_of_an_odd_rate_is_shown_with_its_decimals(
    committed: Committed, shop: Shop, member: Person
) -> None:
    with committed():
        schedule("5")
    member.user.state = "Maharashtra"
    member.user.save()
    with at(AFTER):
        cart = shop.cart(member.api, course_at(1000_00))
        assert (cart["igst"], cart["cgst"], cart["billTotal"]) == (25, 25, 1050)
        assert sum(line["rate"] for line in cart["taxLines"]) == 5
        shop.bought(member.api, course_at(2000_00))
    assert Invoice.objects.get().content["total_paise"] == 2100_00


def test_a_cart_from_before_the_change_is_shown_again_before_it_is_paid(
    changed: None, shop: Shop, member: Person
) -> None:
    with at(BEFORE):
        cart = shop.cart(member.api, course_at(1000_00))
    with at(AFTER):
        answer = member.api.post(ENROLL, {"id": cart["_id"]})
        assert (answer.status_code, answer.json()["code"]) == (409, "price_changed")
        assert amounts(answer.json()["data"]) == (60, 60, 1120, [12])
        assert not Order.objects.exists()
        assert shop.enroll(member.api, cart)["amountToBePaid"] == 1120_00


def test_an_order_keeps_its_rate_however_late_it_is_paid_and_refunded(
    changed: None, shop: Shop, member: Person
) -> None:
    with at(BEFORE):
        cart = shop.cart(member.api, course_at(1000_00))
        enrolled = shop.enroll(member.api, cart)
    with at(AFTER):
        # Its bill never changes: enrolling again gives the same order.
        again = shop.enroll(member.api, cart)
        assert again["razorPayOrderId"] == enrolled["razorPayOrderId"]
        paid = shop.confirm(member.api, enrolled["razorPayOrderId"]).json()["data"]
        assert paid["amount"] == 1180_00
        order = Order.objects.get()
        refunds.refund_as_staff(
            order_id=order.pk, line_ids=None, reason="Asked", by=colleague(), release_coupon=False, at=AFTER
        )
        note = CreditNote.objects.get().content
        assert [(line["rate"], line["paise"]) for line in note["tax_lines"]] == [(18, 180_00)]
        assert note["total_paise"] == 1180_00
        assert Invoice.objects.get().content["tax_lines"] == note["tax_lines"]
        assert list(books.differences()) == []


@pytest.mark.parametrize(
    ("bought_at", "rates"), [(BEFORE, ["CGST 9%", "SGST 9%"]), (AFTER, ["CGST 6%", "SGST 6%"])]
)
def test_the_pdf_states_the_rate_of_its_day(
    changed: None, shop: Shop, member: Person, bought_at: datetime, rates: list[str]
) -> None:
    with at(bought_at):
        member.user.state = "Maharashtra"
        member.user.save()
        shop.bought(member.api, course_at(1000_00))
        response = member.api.get(f"/api/orders/{Order.objects.get().pk}/invoice.pdf")
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(response.content)).pages)
    assert re.findall(r"[CSI]GST \d+(?:\.\d+)?%", text) == rates


def test_a_coupon_after_the_change_does_not_mix_two_rates(changed: None, shop: Shop, member: Person) -> None:
    shop.coupon("HALF", percent=50)
    with at(BEFORE):
        cart = shop.cart(member.api, course_at(1000_00))
    with at(AFTER):
        applied = member.api.post("/api/coupon/apply-coupon", {"couponcode": "HALF", "cartId": cart["_id"]})
        assert applied.json()["data"]["billTotal"] == 590
        answer = member.api.post(ENROLL, {"id": cart["_id"]})
        assert (answer.status_code, answer.json()["data"]["billTotal"]) == (409, 560)


def test_a_cart_of_the_release_before_has_the_rate_of_its_day(
    changed: None, shop: Shop, member: Person
) -> None:
    with at(BEFORE):
        cart = shop.cart(member.api, course_at(1000_00))
        Cart.objects.update(gst_bp=None)
        assert shop.enroll(member.api, cart)["amountToBePaid"] == 1180_00


def test_a_lost_order_is_rebuilt_with_its_rate(changed: None, shop: Shop, member: Person) -> None:
    with at(BEFORE):
        shop.enrolled(member.api, course_at(1000_00))
        notes = order_notes.parse(order_notes.build(Order.objects.get()))
    assert notes is not None
    OrderLine.objects.all().delete()
    Order.objects.all().delete()
    with at(AFTER):
        rebuilt = lost_orders.rebuild(
            notes, provider="razorpay", provider_order_id="order_ABCDEFGHIJKLMN", at=AFTER
        )
        assert rebuilt is not None
        assert rebuilt.bill_paise == 1180_00
        assert list(books.bills.differences()) == []


def test_the_books_find_an_order_with_a_rate_that_never_was(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(1000_00))
    assert list(books.bills.differences()) == []
    order = Order.objects.get()
    Order.objects.update(tax_lines=[{**line, "rate": 12} for line in order.tax_lines])
    assert f"Order {order.number} has a GST rate that was not in force." in list(books.bills.differences())


# --- pages ---


def test_visitors_see_the_rate_of_the_day_also_on_a_cached_page(changed: None, client: Any) -> None:
    course = course_at(1000_00)
    url = f"/courses/{course.weburlname}"
    with at(MIDNIGHT - timedelta(seconds=1)):
        assert "₹1,180 incl. 18% GST ₹1,000 + ₹180 GST" in get_page(client, url).text
        assert business_constants.fill("{gst_rate}") == "18%"
    with at(MIDNIGHT):
        page = get_page(client, url)
        assert "₹1,120 incl. 12% GST ₹1,000 + ₹120 GST" in page.text
        assert "18%" not in page.text
        assert business_constants.fill("{gst_rate}") == "12%"


def test_the_rate_costs_no_query_once_it_is_cached(django_assert_num_queries: Any, member: Person) -> None:
    gst_rates.rate_at(NOW)
    gst_rates.rate_at(NOW)
    with django_assert_num_queries(0):
        gst_rates.rate_at(NOW)
        business_constants.version()
