"""Coupons once a person and for a first purchase, used by an erased account and tried by a new one."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.accounts.services import erasure, trials
from apps.catalog.models import Topic, TopicProgress
from apps.commerce import coupon_rules
from apps.commerce.models import Cart, Coupon, CouponTally, ErasedTally, Order
from apps.commerce.selectors import books
from apps.commerce.services import expiry
from apps.commerce.services.orders import CouponLost
from apps.commerce.tests.concurrency import (
    WRITERS,
    Buyer,
    count_instances,
    create_buyers,
    create_coupon,
    held_uses,
    paid,
    run_concurrently,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import show_of
from apps.commerce.tests.shop import ENROLL, Shop, course_at
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)

APPLY, COUPONS = "/api/coupon/apply-coupon", "/api/coupon/new"


def registered(mobile: str) -> Person:
    user = User.objects.create_user(mobile, name="Somebody", state="Kerala")
    return Person(user, logged_in(user))


def erased(person: User) -> str:
    """The number of the account, which is free again. Its courses were opened, so none is refunded."""
    for topic in Topic.objects.select_related("chapter"):
        TopicProgress.objects.create(
            person=person, course_id=topic.chapter.course_id, topic=topic, updated_at=timezone.now()
        )
    mobile = User.objects.get(pk=person.pk).mobile
    erasure.erase_on_request(mobile=mobile, at=timezone.now())
    return mobile


def applied(person: Person, cart: dict[str, Any], code: str) -> tuple[int, str | None]:
    answer = person.api.post(APPLY, {"couponcode": code, "cartId": cart["_id"]})
    return answer.status_code, answer.json().get("code")


def bought_with(shop: Shop, person: Person, code: str) -> None:
    cart = shop.cart(person.api, course_at(100_00))
    assert applied(person, cart, code) == (200, None)
    assert shop.confirm(person.api, shop.enroll(person.api, cart)["razorPayOrderId"]).status_code == 200


def offered(person: Person, cart: dict[str, Any]) -> list[str]:
    return [row["couponCode"] for row in person.api.get(COUPONS, {"cartId": cart["_id"]}).json()["data"]]


TERMS = pytest.mark.parametrize(
    ("terms", "refusal"),
    [({"person_limit": 1}, "coupon_used"), ({"is_first_purchase": True}, "coupon_first_purchase")],
)


@TERMS
def test_a_new_account_with_the_number_gets_it_by_no_way(
    shop: Shop, member: Person, terms: dict[str, Any], refusal: str
) -> None:
    coupon = shop.coupon("ONCE", **terms)
    bought_with(shop, member, "ONCE")
    again, stranger = registered(erased(member.user)), registered("9822222222")
    cart, theirs = (shop.cart(person.api, course_at(200_00)) for person in (again, stranger))

    assert applied(again, cart, "ONCE") == (409, refusal)
    assert offered(again, cart) == []
    # As if they had applied it a moment before.
    Cart.objects.filter(pk=cart["_id"]).update(coupon=coupon, discount_paise=20_00)
    lost = again.api.post(ENROLL, {"id": cart["_id"]})
    assert (lost.status_code, lost.json()["code"]) == (409, "coupon_used_up")
    assert not Order.objects.filter(person=again.user).exists()

    assert offered(stranger, theirs) == ["ONCE"]
    bought_with(shop, stranger, "ONCE")
    assert list(books.differences()) == []


@TERMS
def test_control_without_the_digest_it_works_again(
    shop: Shop, member: Person, terms: dict[str, Any], refusal: str
) -> None:
    shop.coupon("ONCE", **terms)
    bought_with(shop, member, "ONCE")
    again = registered(erased(member.user))
    ErasedTally.objects.all().delete()
    bought_with(shop, again, "ONCE")


def test_a_purchase_at_full_price_is_a_first_purchase_of_the_number(shop: Shop, member: Person) -> None:
    shop.coupon("FIRST", is_first_purchase=True)
    shop.bought(member.api, course_at(100_00))
    again = registered(erased(member.user))
    cart = shop.cart(again.api, course_at(100_00))
    assert again.api.get(COUPONS).json()["items"] == []
    assert applied(again, cart, "FIRST") == (409, "coupon_first_purchase")


def test_uses_add_up_over_accounts_and_the_books_know_them(shop: Shop, member: Person) -> None:
    coupon = shop.coupon("TWICE", person_limit=2)
    bought_with(shop, member, "TWICE")
    second = registered(erased(member.user))
    bought_with(shop, second, "TWICE")
    tally = CouponTally.objects.get(person=second.user)
    assert (tally.uses, tally.erased_uses) == (2, 1)
    assert list(books.differences()) == []

    third = registered(erased(second.user))
    assert personal_data.export(person=third.user)["coupons"] == [
        {"couponCode": "TWICE", "usesOfErasedAccount": 2},
        {"couponCode": None, "usesOfErasedAccount": 1},
    ]
    assert applied(third, shop.cart(third.api, course_at(100_00)), "TWICE") == (409, "coupon_used")
    assert set(ErasedTally.objects.values_list("mobile_digest", flat=True)) == {
        trials.digest_of(third.user.mobile)
    }

    CouponTally.objects.filter(pk=tally.pk).update(erased_uses=0)
    assert list(books.differences()) == [
        f"Coupon {coupon.code} counts 2 uses of person {second.user.pk}, whose orders hold 1."
    ]
    CouponTally.objects.filter(pk=tally.pk).update(erased_uses=2)
    assert list(books.differences()) == [
        f"Coupon {coupon.code} counts 2 uses of person {second.user.pk}, whose orders hold 3, "
        "2 of them of an erased account."
    ]


def test_a_use_that_was_never_paid_is_not_remembered(shop: Shop, member: Person) -> None:
    for terms in ({"person_limit": 1}, {"is_first_purchase": True}):
        shop.coupon(f"HELD{Coupon.objects.count()}", **terms)
    for code in ("HELD0", "HELD1"):
        cart = shop.cart(member.api, course_at(100_00))
        assert applied(member, cart, code) == (200, None)
        shop.enroll(member.api, cart)
    again = registered(erased(member.user))
    expiry.expire_overdue_orders(at=timezone.now() + timedelta(minutes=16))
    assert personal_data.export(person=again.user)["coupons"] == []
    for code in ("HELD1", "HELD0"):
        bought_with(shop, again, code)
    assert list(books.differences()) == []


def test_it_is_forgotten_a_year_after_the_coupon_ended(shop: Shop, member: Person) -> None:
    now = timezone.now()
    shop.coupon("ENDS", ends_at=now + timedelta(days=10))
    shop.coupon("ENDLESS")
    shop.coupon("FIRST", is_first_purchase=True, ends_at=now + timedelta(days=20))
    for code in ("FIRST", "ENDS", "ENDLESS"):
        bought_with(shop, member, code)
    again = registered(erased(member.user))

    def known() -> set[str | None]:
        rows: Any = personal_data.export(person=again.user)["coupons"]
        return {row["couponCode"] for row in rows}

    def sweep(*, days: int) -> int:
        return expiry.forget_erased_buyers(at=now + timedelta(days=days, minutes=1))

    everything = {None, "ENDS", "ENDLESS", "FIRST"}
    assert (sweep(days=374), known()) == (0, everything)
    assert (sweep(days=375), known()) == (1, everything - {"ENDS"})
    assert (sweep(days=384), known()) == (0, everything - {"ENDS"})
    assert (sweep(days=385), known()) == (2, {"ENDLESS"})
    assert (sweep(days=4_000), known()) == (0, {"ENDLESS"})
    Coupon.objects.filter(code="ENDLESS").update(is_active=False)
    assert (sweep(days=1), known()) == (1, set())


def race_after_erasure(provider: FakeProvider) -> tuple[Coupon, list[object]]:
    """The last use but one was an erased account's; its number's new account has a cart in each tab."""
    coupon, (former,) = create_coupon(person_limit=2), create_buyers(1)
    order = former.enroll(former.fill(show_of(1).pk, coupon=coupon.code))
    former.confirm(provider, paid(provider, order))
    buyer = Buyer(User.objects.create_user(erased(former.person), name="A buyer", state="Goa"))
    tabs = [buyer.fill(show_of(1).pk, coupon=coupon.code) for _ in range(WRITERS)]
    outcomes = run_concurrently(lambda number: buyer.enroll(tabs[number]), times=WRITERS)
    return coupon, outcomes


@pytest.mark.usefixtures("seats", "later")
def test_of_several_tabs_one_gets_the_use_that_is_left(provider: FakeProvider) -> None:
    coupon, outcomes = race_after_erasure(provider)
    assert (count_instances(outcomes, Order), count_instances(outcomes, CouponLost)) == (1, WRITERS - 1)
    assert held_uses(coupon) == 2
    assert list(books.differences()) == []


@pytest.mark.usefixtures("seats", "later")
def test_control_a_tally_that_starts_at_zero_gives_one_too_many(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coupon_rules, "erased_tallies", lambda _person: ErasedTally.objects.none())
    coupon, outcomes = race_after_erasure(provider)
    assert (count_instances(outcomes, Order), held_uses(coupon)) == (2, 3)
