"""
Many buyers at the same moment, with real commits: no seat is sold twice, and no coupon's limit is passed.

Beside each guard stands a control: the same race without the guard must go wrong, else it proves nothing.
SQLite lets one writer in at a time, so a control that needs two inside a transaction is PostgreSQL's alone.
"""

import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from apps.commerce import coupon_rules
from apps.commerce.models import Coupon, CouponUse, Order
from apps.commerce.models.coupon import CouponQuerySet, CouponTallyQuerySet, CouponUseQuerySet
from apps.commerce.selectors import books
from apps.commerce.services import coupons, expiry, holds
from apps.commerce.services.orders import CouponLost
from apps.commerce.states import OrderStatus
from apps.commerce.tests import seats as shows
from apps.commerce.tests.concurrency import (
    WRITERS,
    Buyer,
    ReadValue,
    any_try_fails,
    count_instances,
    create_buyers,
    create_coupon,
    enrolled,
    filled,
    held_uses,
    paid,
    remove_locks,
    run_concurrently,
    scaled,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import Seat, Show, show_of
from apps.core.sellables import SoldOut

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("seats", "later"),
]

SELECTED = "apps.commerce.coupon_rules.require_usable"

# --- seats ----------------------------------------------------------------------------------------


def race_for_seats(
    capacity: int, *, crowd: int, glance: ReadValue | None = None
) -> tuple[Show, list[object]]:
    show, buyers = show_of(capacity), create_buyers(crowd)
    ready = filled(buyers, show)

    def buy(number: int) -> Order:
        if glance is not None:
            glance.seen = Show.objects.get(pk=show.pk).booked
        return buyers[number].enroll(ready[number])

    outcomes = run_concurrently(buy, times=len(buyers))
    show.refresh_from_db()
    return show, outcomes


@pytest.mark.parametrize("capacity", [1, 50])
def test_no_seat_is_sold_twice(provider: FakeProvider, capacity: int) -> None:
    capacity, crowd = scaled(capacity), scaled(200)
    show, outcomes = race_for_seats(capacity, crowd=crowd)
    assert count_instances(outcomes, Order) == show.booked == capacity
    assert Seat.objects.filter(show=show, is_held=True).count() == capacity
    assert count_instances(outcomes, SoldOut) == len(outcomes) - capacity
    assert len(provider.orders) == capacity


@pytest.mark.parametrize("capacity", [1, 10])
def test_control_looking_before_taking_sells_seats_twice(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch, capacity: int
) -> None:
    glance = ReadValue()

    def take_what_was_seen(*, show_id: Any) -> bool:
        free = Show.objects.filter(pk=show_id)
        return glance.seen < capacity and free.update(booked=glance.seen + 1) == 1

    monkeypatch.setattr(shows, "take_seat", take_what_was_seen)

    def oversells() -> bool:
        show, _ = race_for_seats(capacity, crowd=40, glance=glance)
        return Seat.objects.filter(show=show, is_held=True).count() > capacity

    assert any_try_fails(oversells)


def test_the_last_seat_goes_to_the_late_payer_or_to_the_next_buyer(provider: FakeProvider) -> None:
    late = timezone.now() + timedelta(minutes=16)
    pairs = []
    for buyer, rival in zip(create_buyers(8), create_buyers(8), strict=True):
        show = show_of(1)
        (order,) = enrolled([buyer], show)
        pairs.append((buyer, order, paid(provider, order), rival, show))
    expiry.expire_overdue_orders(at=late)

    def act(number: int) -> Order:
        buyer, _, payment, rival, show = pairs[number // 2]
        if number % 2:
            return buyer.confirm(provider, payment, at=late)
        return rival.enroll(rival.fill(show.pk, at=late), at=late)

    outcomes = run_concurrently(act, times=2 * len(pairs))
    assert unexpected_errors(outcomes, SoldOut) == []
    for _, order, _, rival, show in pairs:
        order.refresh_from_db()
        rivals = Order.objects.filter(person=rival.person).count()
        assert (order.status, rivals) in {(OrderStatus.PAID, 0), (OrderStatus.REFUNDED, 1)}
        assert Show.objects.get(pk=show.pk).booked == 1
    assert list(books.differences()) == []


# --- coupons --------------------------------------------------------------------------------------


def race_for_uses(limit: int, *, crowd: int, glance: ReadValue | None = None) -> tuple[Coupon, list[object]]:
    coupon, show, buyers = create_coupon(total_limit=limit), show_of(1000), create_buyers(crowd)
    ready = filled(buyers, show, coupon=coupon.code)

    def take(number: int) -> Order:
        if glance is not None:
            glance.seen = Coupon.objects.get(pk=coupon.pk).uses
        return buyers[number].enroll(ready[number])

    outcomes = run_concurrently(take, times=len(buyers))
    coupon.refresh_from_db()
    return coupon, outcomes


@pytest.mark.parametrize("limit", [1, 100])
def test_a_coupon_is_used_as_often_as_it_may_be(provider: FakeProvider, limit: int) -> None:
    limit = scaled(limit)
    coupon, outcomes = race_for_uses(limit, crowd=scaled(200))
    assert count_instances(outcomes, Order) == held_uses(coupon) == coupon.uses == limit
    assert count_instances(outcomes, CouponLost) == len(outcomes) - limit


@pytest.mark.parametrize("limit", [1, 10])
def test_control_counting_before_taking_passes_the_limit(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    glance = ReadValue()

    def take_what_was_seen(self: CouponQuerySet) -> bool:
        return glance.seen < limit and self.update(uses=glance.seen + 1) == 1

    monkeypatch.setattr(CouponQuerySet, "take_use", take_what_was_seen)
    monkeypatch.setattr(SELECTED, lambda **_: None)

    def exceeds() -> bool:
        coupon, _ = race_for_uses(limit, crowd=40, glance=glance)
        return held_uses(coupon) > limit

    assert any_try_fails(exceeds)


def race_of_tabs(glance: ReadValue | None = None) -> tuple[Coupon, list[object]]:
    """One person, a coupon once a person, and a cart in each tab."""
    coupon, (buyer,) = create_coupon(person_limit=1), create_buyers(1)
    tabs = [buyer.fill(show_of(1).pk, coupon=coupon.code) for _ in range(WRITERS)]

    def take(number: int) -> Order:
        if glance is not None:
            glance.seen = coupon.tallies.filter(uses__gt=0).count()
        return buyer.enroll(tabs[number])

    outcomes = run_concurrently(take, times=WRITERS)
    coupon.refresh_from_db()
    return coupon, outcomes


def test_two_tabs_use_a_coupon_once_a_person(provider: FakeProvider) -> None:
    coupon, outcomes = race_of_tabs()
    assert count_instances(outcomes, Order) == held_uses(coupon) == coupon.uses == 1
    assert count_instances(outcomes, CouponLost) == WRITERS - 1


def test_control_counting_before_taking_passes_the_limit_of_a_person(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    glance = ReadValue()

    def take_what_was_seen(self: CouponTallyQuerySet, *, limit: int) -> bool:
        return glance.seen < limit and self.update(uses=glance.seen + 1) == 1

    monkeypatch.setattr(CouponTallyQuerySet, "take_use", take_what_was_seen)
    monkeypatch.setattr(SELECTED, lambda **_: None)

    def exceeds() -> bool:
        coupon, _ = race_of_tabs(glance)
        return held_uses(coupon) > 1

    assert any_try_fails(exceeds)


def race_of_first_purchases() -> tuple[Buyer, list[object]]:
    """One person, a cart in each tab, and a coupon for first purchases in each cart."""
    (buyer,) = create_buyers(1)
    tabs = [
        buyer.fill(show_of(1).pk, coupon=create_coupon(is_first_purchase=True).code) for _ in range(WRITERS)
    ]
    return buyer, run_concurrently(lambda number: buyer.enroll(tabs[number]), times=WRITERS)


def test_of_two_first_purchases_one_has_the_discount(provider: FakeProvider) -> None:
    buyer, outcomes = race_of_first_purchases()
    assert count_instances(outcomes, Order) == Order.objects.filter(discount_paise=10_00).count() == 1
    assert count_instances(outcomes, CouponLost) == WRITERS - 1
    assert CouponUse.objects.get(released_at__isnull=True).first_purchase_of == buyer.person
    assert list(books.differences()) == []


@pytest.mark.postgresql
def test_control_looking_for_orders_before_holding_gives_two_first_discounts(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_then_save(use: CouponUse) -> None:
        refusal = coupon_rules.first_purchase_refusal(person=use.order.person)
        if refusal is not None:
            raise refusal
        time.sleep(0.05)
        use.first_purchase_of = None
        use.save()

    monkeypatch.setattr(coupons, "_save_use", look_then_save)

    def gives_two() -> bool:
        buyer, _ = race_of_first_purchases()
        return Order.objects.filter(person=buyer.person, discount_paise__gt=0).count() > 1

    assert any_try_fails(gives_two)


def race_to_expire() -> Coupon:
    """Ten orders ran out and ten did not, and everybody sweeps."""
    coupon, show, late = create_coupon(total_limit=50), show_of(50), timezone.now() + timedelta(minutes=16)
    for buyer in create_buyers(10):
        buyer.enroll(buyer.fill(show.pk, coupon=coupon.code))
    for buyer in create_buyers(10):
        buyer.enroll(buyer.fill(show.pk, coupon=coupon.code, at=late), at=late)
    outcomes = run_concurrently(lambda _number: expiry.expire_overdue_orders(at=late), times=WRITERS)
    assert unexpected_errors(outcomes, IntegrityError) == []
    coupon.refresh_from_db()
    return coupon


def test_what_ran_out_is_given_back_once_however_many_sweep(provider: FakeProvider) -> None:
    coupon = race_to_expire()
    assert coupon.uses == held_uses(coupon) == 10
    assert Show.objects.get().booked == 10
    assert list(books.differences()) == []


@pytest.mark.postgresql
def test_control_giving_back_what_was_seen_gives_it_back_twice(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_back_what_was_seen(*, order: Order, at: datetime) -> bool:
        if order.released_at is not None:
            return False
        time.sleep(0.01)
        Order.objects.filter(pk=order.pk).update(released_at=at)
        coupons.release(order=order, at=at)
        return True

    remove_locks(monkeypatch)
    monkeypatch.setattr(holds, "release", give_back_what_was_seen)
    monkeypatch.setattr(CouponUseQuerySet, "release", lambda self, *, at: self.update(released_at=at) == 1)

    def gives_too_much_back() -> bool:
        coupon = race_to_expire()
        return coupon.uses < held_uses(coupon)

    assert any_try_fails(gives_too_much_back)
