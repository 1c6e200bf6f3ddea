"""What the endpoints refuse, and that a refusal changes nothing."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.flows import reconciling
from apps.commerce.models import Cart, Coupon, Order
from apps.commerce.services import pending_payments, refunds
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.shop import CART, CONFIRM, ENROLL, Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

APPLY, REMOVE = "/api/coupon/apply-coupon", "/api/coupon/remove-coupon"
NO_TEXT: list[Any] = [None, 5, True, ["x"], {"x": 1}]


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# --- cart -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", NO_TEXT)
def test_a_cart_needs_an_id_that_is_text(member: Person, wrong: Any) -> None:
    answer = member.api.post(CART, {"id": wrong})
    assert refusal(answer) == (400, "invalid")
    assert list(answer.json()["errors"]) == ["id"]
    assert Cart.objects.count() == 0


@pytest.mark.parametrize("key", ["none", "", "x" * 10_000, "../x", "order_1/2", "ॐ", "0" * 36])
def test_a_cart_of_nothing_is_not_found(member: Person, key: str) -> None:
    assert refusal(member.api.post(CART, {"id": key})) == (404, "course_unknown")


def test_what_is_a_draft_or_free_is_not_sold(member: Person) -> None:
    draft, free = CourseFactory(is_published=False), CourseFactory(offer_price_paise=0)
    assert refusal(member.api.post(CART, {"id": str(draft.pk)})) == (404, "course_unknown")
    assert refusal(member.api.post(CART, {"id": str(free.pk)})) == (409, "not_for_sale")
    assert Cart.objects.count() == 0


def test_what_is_owned_is_not_sold_again(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    shop.bought(member.api, course)
    assert refusal(member.api.post(CART, {"id": course.weburlname})) == (409, "already_owned")


def test_billing_details_are_checked_and_put_on_the_bill(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    wrong = {"gstNo": "27AAACR0000A1ZX", "state": "Atlantis", "mobile": "12345"}
    answer = member.api.post(CART, {"id": str(course.pk), "billingDetails": wrong})
    assert answer.status_code == 400
    assert set(answer.json()["errors"]) == {f"billingDetails.{name}" for name in wrong}
    empty = {"gstNo": "", "name": "", "company": "", "address": "", "state": "", "mobile": ""}
    assert shop.cart(member.api, course, billingDetails=empty)["taxLines"][0]["name"] == "IGST"
    home = shop.cart(member.api, course, billingDetails={"state": "Maharashtra"})
    assert [line["name"] for line in home["taxLines"]] == ["CGST", "SGST"]


def test_a_new_selection_keeps_the_cart(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    first = shop.cart(member.api, course)
    Course.objects.filter(pk=course.pk).update(offer_price_paise=200_00)
    second = shop.cart(member.api, course)
    assert first["_id"] == second["_id"]
    assert (first["plan"]["discountedPrice"], second["plan"]["discountedPrice"]) == (100, 200)


# --- enroll -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", NO_TEXT)
def test_enrolling_needs_an_id_that_is_text(member: Person, wrong: Any) -> None:
    assert refusal(member.api.post(ENROLL, {"id": wrong})) == (400, "invalid")


@pytest.mark.parametrize("key", ["none", "", "x" * 10_000, "pay_1/2", "0" * 36])
def test_enrolling_an_unknown_cart(member: Person, key: str) -> None:
    assert refusal(member.api.post(ENROLL, {"id": key})) == (404, "cart_unknown")


def test_enrolling_somebody_elses_cart(shop: Shop, member: Person, other_member: Person) -> None:
    cart = shop.cart(member.api, course_at(100_00))
    assert refusal(other_member.api.post(ENROLL, {"id": cart["_id"]})) == (404, "cart_unknown")


def test_a_cart_lasts_half_an_hour(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    cart = shop.cart(member.api, course)
    shop.coupon("TEN")
    with time_machine.travel(timezone.now() + timedelta(minutes=30, seconds=1), tick=False):
        assert refusal(member.api.post(ENROLL, {"id": cart["_id"]})) == (410, "cart_expired")
        applied = member.api.post(APPLY, {"couponcode": "TEN", "cartId": cart["_id"]})
        assert refusal(applied) == (410, "cart_expired")
        assert shop.enroll(member.api, shop.cart(member.api, course))["amountToBePaid"] == 118_00
    assert Order.objects.count() == 1


def test_a_price_that_changed_brings_the_fresh_cart_and_no_order(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    cart = shop.cart(member.api, course)
    Course.objects.filter(pk=course.pk).update(offer_price_paise=150_00)
    answer = member.api.post(ENROLL, {"id": cart["_id"]})
    assert refusal(answer) == (409, "price_changed")
    assert answer.json()["data"]["billTotal"] == 177
    assert Order.objects.count() == 0
    assert shop.enroll(member.api, cart)["amountToBePaid"] == 177_00


def test_the_bill_of_a_made_order_never_changes(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    enrolled = shop.enrolled(member.api, course)
    Course.objects.filter(pk=course.pk).update(offer_price_paise=150_00, title="Another", access_days=3)
    data = shop.confirm(member.api, enrolled["razorPayOrderId"]).json()["data"]
    assert (data["amount"], data["receipt"]["billTotal"]) == (118_00, 118)
    assert data["receipt"]["title"] == data["receipt"]["lines"][0]["title"] == course.title
    assert data["receipt"]["accessValidityInDays"] == course.access_days


def test_a_course_unpublished_after_enrolling_is_still_delivered(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    enrolled = shop.enrolled(member.api, course)
    Course.objects.filter(pk=course.pk).update(is_published=False)
    assert shop.confirm(member.api, enrolled["razorPayOrderId"]).status_code == 200
    assert Entitlement.objects.filter(person=member.user, item_id=course.pk).count() == 1


def test_a_provider_that_is_away_charges_nothing_and_can_be_asked_again(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(100_00))
    shop.provider.lose_response("create_order", after_effect=True)
    assert refusal(member.api.post(ENROLL, {"id": cart["_id"]})) == (502, "payment_provider_failed")
    enrolled = shop.enroll(member.api, cart)
    assert list(shop.provider.orders) == [enrolled["razorPayOrderId"]]
    assert Order.objects.count() == 1


# --- confirm ----------------------------------------------------------------------------------------

IDS = ("razorPayOrderId", "razorPayPaymentId", "razorPaySignature")


@pytest.fixture
def paid(shop: Shop, member: Person) -> dict[str, str]:
    """What the window returned for a payment that is captured and not yet confirmed."""
    enrolled = shop.enrolled(member.api, course_at(100_00))
    return shop.provider.confirmation(shop.provider.capture(enrolled["razorPayOrderId"]))


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("wrong", NO_TEXT)
def test_confirming_needs_three_texts(member: Person, paid: dict[str, str], name: str, wrong: Any) -> None:
    assert refusal(member.api.post(CONFIRM, {**paid, name: wrong})) == (400, "invalid")
    assert Order.objects.get().status == "awaiting"


@pytest.mark.parametrize("order", ["", "order_0123456789abcd", "order_1/../x", "x" * 5_000, "ॐ"])
def test_confirming_an_unknown_order(member: Person, paid: dict[str, str], order: str) -> None:
    answer = member.api.post(CONFIRM, {**paid, "razorPayOrderId": order})
    assert refusal(answer) == (404, "order_unknown")


def test_confirming_somebody_elses_order_though_rightly_signed(
    paid: dict[str, str], other_member: Person
) -> None:
    assert refusal(other_member.api.post(CONFIRM, paid)) == (404, "order_unknown")
    assert Entitlement.objects.count() == 0


@pytest.mark.parametrize("signature", ["", "abc", "UPPER", "é" * 64, "0" * 64, "0" * 5000])
def test_a_signature_that_is_not_the_providers(member: Person, paid: dict[str, str], signature: str) -> None:
    wrong = (
        paid["razorPaySignature"].upper()
        if signature == "UPPER"
        else signature or paid["razorPaySignature"][:-1]
    )
    answer = member.api.post(CONFIRM, {**paid, "razorPaySignature": wrong})
    assert answer.status_code == 400
    assert answer.json()["message"] == "Something went wrong. Please try again."
    assert Order.objects.get().status == "awaiting"
    assert Entitlement.objects.count() == 0


@pytest.mark.parametrize("wrong", [{"amount_paise": 100}, {"amount_paise": 118_01}, {"currency": "USD"}])
def test_a_payment_of_another_amount_or_currency_grants_nothing(
    shop: Shop, member: Person, wrong: dict[str, Any]
) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    payment = shop.provider.capture(enrolled["razorPayOrderId"], **wrong)
    answer = member.api.post(CONFIRM, shop.provider.confirmation(payment))
    assert answer.status_code == 400
    assert answer.json()["message"] == "Something went wrong. Please try again."
    assert Entitlement.objects.count() == 0
    order = Order.objects.get()
    assert (order.status, order.refunds.get().cause) == ("awaiting", "mismatch")


def test_who_comes_back_after_paying_is_not_asked_to_pay_again(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(100_00))
    enrolled = shop.enroll(member.api, cart)
    shop.provider.capture(enrolled["razorPayOrderId"])
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        again = shop.enroll(member.api, cart)
    assert (again["paid"], again["amountToBePaid"], again["orderId"]) == (True, 0, enrolled["orderId"])
    assert again["receipt"]["status"] == "paid"


def test_confirming_what_was_refunded_since_says_so(shop: Shop, member: Person, paid: dict[str, str]) -> None:
    first = member.api.post(CONFIRM, paid).json()["data"]
    refunds.refund_as_staff(
        order_id=first["orderId"],
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )
    again = member.api.post(CONFIRM, paid)
    assert (again.status_code, again.json()["data"]["receipt"]["status"]) == (200, "refunded")
    booked = member.api.get("/api/course/booked/V1/course").json()
    assert booked == {"data": [], "totalCount": 0}


def test_a_cart_that_was_paid_takes_no_coupon(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(100_00))
    shop.confirm(member.api, shop.enroll(member.api, cart)["razorPayOrderId"])
    shop.coupon("TEN")
    answer = member.api.post(APPLY, {"couponcode": "TEN", "cartId": cart["_id"]})
    assert refusal(answer) == (409, "already_owned")


def test_what_is_not_captured_yet_is_being_checked(shop: Shop, member: Person) -> None:
    enrolled = shop.enrolled(member.api, course_at(100_00))
    payment = shop.provider.authorize(enrolled["razorPayOrderId"])
    answer = member.api.post(CONFIRM, shop.provider.confirmation(payment))
    assert answer.status_code == 202
    assert answer.json()["code"] == "payment_checking"
    assert answer.json()["data"] == {"orderId": enrolled["orderId"], "status": "checking"}
    asked = member.api.get(f"/api/orders/{enrolled['orderId']}").json()["data"]
    assert asked["status"] == "checking"


def test_a_provider_that_is_away_leaves_the_payment_in_checking(
    shop: Shop, member: Person, paid: dict[str, str]
) -> None:
    shop.provider.is_down = True
    assert member.api.post(CONFIRM, paid).status_code == 202
    shop.provider.is_down = False
    assert member.api.post(CONFIRM, paid).status_code == 200


@pytest.mark.parametrize("is_about_us", [False, True])
def test_a_signed_payment_that_the_provider_does_not_return_is_being_checked(
    shop: Shop, member: Person, paid: dict[str, str], is_about_us: bool
) -> None:
    """It has signed the payment: where it does not find it, what answers is behind."""
    shop.provider.refuse("fetch_payment", is_about_us=is_about_us)
    answer = member.api.post(CONFIRM, paid)
    assert (answer.status_code, answer.json()["code"]) == (202, "payment_checking")
    order = Order.objects.get()
    assert (order.status, order.poll_count) == ("checking", 0)
    assert order.next_poll_at is not None
    assert order.next_poll_at <= timezone.now() + pending_payments.FIRST_POLL_DELAY
    done = reconciling.reconcile(at=order.next_poll_at)
    assert (done.polled, done.settled) == (1, 1)
    assert member.api.post(CONFIRM, paid).status_code == 200


def test_a_payment_of_which_the_provider_says_that_it_is_another_orders_is_refused(
    shop: Shop, member: Person, paid: dict[str, str]
) -> None:
    theirs = shop.provider.payments[paid["razorPayPaymentId"]]
    shop.provider.payments[theirs.id] = replace(theirs, order_id="order_00000000000000")
    answer = member.api.post(CONFIRM, paid)
    assert refusal(answer) == (400, "payment_not_confirmed")
    assert Order.objects.get().status == "awaiting"


# --- coupons ----------------------------------------------------------------------------------------


@pytest.fixture
def cart(shop: Shop, member: Person) -> dict[str, Any]:
    return shop.cart(member.api, course_at(1_000_00))


def soon(**span: int) -> Any:
    return timezone.now() + timedelta(**span)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"is_active": False}, "coupon_unknown"),
        ({"ends_at": -1}, "coupon_expired"),
        ({"starts_at": 1}, "coupon_not_yet_valid"),
        ({"total_limit": 0}, "coupon_used_up"),
        ({"person_limit": 0}, "coupon_used"),
        ({"kinds": ["pro"]}, "coupon_not_for_item"),
        ({"item_ids": ["0197f000-0000-7000-8000-000000000000"]}, "coupon_not_for_item"),
        ({"minimum_paise": 1_000_01}, "coupon_minimum"),
    ],
)
def test_a_refused_coupon_leaves_the_applied_one(
    shop: Shop, member: Person, cart: dict[str, Any], terms: dict[str, Any], code: str
) -> None:
    shop.coupon("GOOD")
    days = {name: soon(days=value) for name, value in terms.items() if name.endswith("_at")}
    shop.coupon("BAD", **{**terms, **days})
    assert member.api.post(APPLY, {"couponcode": "good", "cartId": cart["_id"]}).status_code == 200
    answer = member.api.post(APPLY, {"couponcode": "Bad", "cartId": cart["_id"]})
    assert refusal(answer) == (409, code)
    assert Cart.objects.get().coupon == Coupon.objects.get(code="GOOD")


def test_a_minimum_is_told_in_lakh_and_with_its_paise(
    shop: Shop, member: Person, cart: dict[str, Any]
) -> None:
    shop.coupon("DEAR", minimum_paise=1_50_000_50)
    answer = member.api.post(APPLY, {"couponcode": "DEAR", "cartId": cart["_id"]})
    assert answer.json()["message"] == "This coupon needs a price of ₹1,50,000.50 or more."


def test_an_applied_coupon_and_its_removal(shop: Shop, member: Person, cart: dict[str, Any]) -> None:
    shop.coupon("CAPPED", percent=50, cap_paise=300_00)
    answer = member.api.post(APPLY, {"couponcode": " capped", "cartId": cart["_id"]})
    data = answer.json()["data"]
    assert (data["CouponCode"], data["Coupondiscount"], data["igst"], data["cgst"], data["billTotal"]) == (
        "CAPPED",
        300,
        63,
        63,
        826,
    )
    removed = member.api.post(REMOVE, {"couponcode": "CAPPED", "cartId": cart["_id"]}).json()["data"]
    assert (removed["_id"], removed["coupon"], removed["billTotal"]) == (cart["_id"], None, 1180)


def test_applying_another_coupon_replaces_it_and_the_next_enroll_makes_a_new_order(
    shop: Shop, member: Person, cart: dict[str, Any]
) -> None:
    first = shop.enroll(member.api, cart)
    shop.coupon("TEN")
    assert member.api.post(APPLY, {"couponcode": "TEN", "cartId": cart["_id"]}).status_code == 200
    second = shop.enroll(member.api, cart)
    assert (first["amountToBePaid"], second["amountToBePaid"]) == (1_180_00, 1_062_00)
    assert shop.confirm(member.api, first["razorPayOrderId"]).status_code == 200
    late = shop.confirm(member.api, second["razorPayOrderId"])
    assert late.json()["data"] == {"orderId": second["orderId"], "status": "refunded"}
    asked = member.api.get(f"/api/orders/{second['orderId']}").json()["data"]
    assert (asked["status"], asked["refunds"][0]["amount"]) == ("refunded", 1062)
    assert Entitlement.objects.count() == 1


def test_a_coupon_lost_between_apply_and_enroll(
    shop: Shop, member: Person, other_member: Person, cart: dict[str, Any]
) -> None:
    shop.coupon("LAST", total_limit=1)
    assert member.api.post(APPLY, {"couponcode": "LAST", "cartId": cart["_id"]}).status_code == 200
    theirs = shop.cart(other_member.api, course_at(500_00))
    assert other_member.api.post(APPLY, {"couponcode": "LAST", "cartId": theirs["_id"]}).status_code == 200
    shop.enroll(other_member.api, theirs)
    answer = member.api.post(ENROLL, {"id": cart["_id"]})
    assert refusal(answer) == (409, "coupon_used_up")
    assert (answer.json()["data"]["coupon"], answer.json()["data"]["billTotal"]) == (None, 1180)
    assert shop.enroll(member.api, cart)["amountToBePaid"] == 1_180_00


def test_a_coupon_use_comes_back_when_its_order_dies(
    shop: Shop, member: Person, cart: dict[str, Any]
) -> None:
    from apps.commerce.services import expiry

    coupon = shop.coupon("ONCE", total_limit=1, person_limit=1)
    member.api.post(APPLY, {"couponcode": "ONCE", "cartId": cart["_id"]})
    shop.enroll(member.api, cart)
    coupon.refresh_from_db()
    assert coupon.uses == 1
    assert [expiry.expire_overdue_orders(at=soon(minutes=15, seconds=1)) for _ in range(2)] == [1, 0]
    coupon.refresh_from_db()
    assert (coupon.uses, coupon.tallies.get().uses) == (0, 0)
    assert Order.objects.get().status == "expired"


def test_a_bill_of_zero_needs_no_provider(shop: Shop, member: Person, cart: dict[str, Any]) -> None:
    shop.coupon("ALL", percent=100, person_limit=1)
    member.api.post(APPLY, {"couponcode": "ALL", "cartId": cart["_id"]})
    first, second = shop.enroll(member.api, cart), shop.enroll(member.api, cart)
    assert first == second
    assert (first["razorPayOrderId"], first["amountToBePaid"], first["paid"]) == (None, 0, True)
    assert first["receipt"]["status"] == "paid"
    assert shop.provider.calls.total() == 0
    again = shop.cart(member.api, course_at(100_00))
    used = member.api.post(APPLY, {"couponcode": "ALL", "cartId": again["_id"]})
    assert refusal(used) == (409, "coupon_used")


def test_a_bill_under_a_rupee_is_let_off(shop: Shop, member: Person) -> None:
    cart = shop.cart(member.api, course_at(83))
    assert (cart["billTotal"], cart["igst"]) == (0, 0)
    assert shop.enroll(member.api, cart)["paid"] is True
    assert shop.cart(member.api, course_at(84))["billTotal"] == 1


def test_the_list_of_coupons(shop: Shop, member: Person) -> None:
    dear, cheap = course_at(3_000_00), course_at(100_00)
    shop.coupon("A")
    shop.coupon("B", minimum_paise=2_000_00)
    shop.coupon("C", is_listed=False)
    shop.coupon("D", ends_at=soon(days=-1))
    shop.coupon("E", kinds=["pro"])

    def codes(query: str, key: str) -> tuple[list[str], int]:
        answer = member.api.get(f"/api/coupon/new{query}").json()
        return [item["couponCode"] for item in answer[key]], answer["totalCount"]

    assert codes("?page=1&limit=100", "items") == (["A", "B", "E"], 3)
    assert codes("?page=2&limit=2", "items") == (["E"], 3)
    assert codes(f"?page=1&limit=100&productid={dear.pk}", "data") == (["A", "B"], 2)
    assert codes(f"?page=1&limit=100&productid={cheap.pk}", "data") == (["A"], 1)
    assert codes("?page=1&limit=0&productid=none", "data") == ([], 0)
    assert codes(f"?page={10**30}&limit=100", "items") == ([], 3)
    for wrong in ("page=0", "page=-1", "page=x", "limit=-1", "limit=1.5"):
        assert member.api.get(f"/api/coupon/new?{wrong}").status_code == 400
