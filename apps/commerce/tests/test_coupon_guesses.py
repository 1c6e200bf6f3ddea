"""Guessing coupon codes: how often, by whom and from where, and what a right code is worth after that."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import ThrottleEvent, User
from apps.accounts.services import throttles
from apps.commerce.models import Cart
from apps.commerce.services import coupon_guesses
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import all_after, in_parallel

pytestmark = pytest.mark.django_db

APPLY = "/api/coupon/apply-coupon"


@pytest.fixture
def cart(shop: Shop, member: Person) -> str:
    shop.coupon("TEN")
    return str(shop.cart(member.api, course_at(1000_00))["_id"])


def guess(api: ApiClient, cart: str, code: str) -> Any:
    return api.post(APPLY, {"couponcode": code, "cartId": cart})


def somebody(number: int, address: str = "127.0.0.1") -> ApiClient:
    api = logged_in(User.objects.create_user(mobile=f"98{number:08}"))
    api.defaults["REMOTE_ADDR"] = address
    return api


def test_a_person_guesses_so_many_codes_an_hour(member: Person, cart: str) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        answers = [guess(member.api, cart, f"NONE{number}") for number in range(100)]

        assert [answer.status_code for answer in answers] == [409] * 30 + [429] * 70
        assert {answer.json()["code"] for answer in answers[:30]} == {"coupon_unknown"}
        refused = answers[-1]
        assert (refused.json()["code"], refused.headers["Retry-After"]) == ("coupon_too_many", "3600")
        clock.shift(timedelta(hours=1))
        # There is room again: what it is refused for now is the cart's age.
        assert guess(member.api, cart, "TEN").json()["code"] == "cart_expired"


def test_past_the_limit_a_right_code_is_refused_and_changes_nothing(member: Person, cart: str) -> None:
    for number in range(30):
        guess(member.api, cart, f"NONE{number}")

    assert guess(member.api, cart, "TEN").status_code == 429
    assert Cart.objects.get(pk=cart).coupon is None


def test_a_network_guesses_so_many_codes_whoever_asks(shop: Shop) -> None:
    course = course_at(1000_00)
    statuses = []
    for number in range(4):
        api = somebody(number)
        cart = str(shop.cart(api, course)["_id"])
        statuses += [guess(api, cart, f"NONE{guessed}").status_code for guessed in range(25)]

    assert statuses == [409] * 90 + [429] * 10
    # Somebody with a right code passes, and guesses of a locked network count for their person.
    neighbour = somebody(8)
    shop.coupon("TEN")
    cart = str(shop.cart(neighbour, course)["_id"])
    assert [guess(neighbour, cart, code).status_code for code in ("NONE", "TEN")] == [429, 200]
    assert [guess(neighbour, cart, f"NONE{guessed}").status_code for guessed in range(29)] == [429] * 29
    assert guess(neighbour, cart, "TEN").status_code == 429
    elsewhere = somebody(9, "198.51.100.9")
    assert guess(elsewhere, str(shop.cart(elsewhere, course)["_id"]), "NONE").status_code == 409


def test_codes_that_exist_count_for_nothing(member: Person, shop: Shop, cart: str) -> None:
    shop.coupon("LATE", starts_at=timezone.now() + timedelta(days=1))

    for _ in range(40):
        assert guess(member.api, cart, "TEN").status_code == 200
        assert guess(member.api, cart, "LATE").json()["code"] == "coupon_not_yet_valid"

    assert not ThrottleEvent.objects.exists()


def test_a_strangers_cart_is_not_found_and_no_guess(other_member: Person, cart: str) -> None:
    assert guess(other_member.api, cart, "NONE").status_code == 404
    assert not ThrottleEvent.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_sixty_guesses_at_once_thirty_are_answered(member: Person, cart: str) -> None:
    answers: list[Any] = in_parallel(lambda number: guess(member.api, cart, f"NONE{number}"), times=60)

    assert Counter(answer.status_code for answer in answers) == {409: 30, 429: 30}
    assert ThrottleEvent.objects.filter(throttle=f"coupon-by:{member.user.pk}").count() == 30


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_control_without_the_count_held_more_are_answered(
    member: Person, cart: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: reading the count without holding its row lets concurrent guesses through."""
    monkeypatch.setattr(coupon_guesses, "PERSON_LIMITS", ((2, 3600),))
    persons_wait = all_after(throttles.peek_wait, times=4)

    def longest_wait(*, counted: throttles.Counted, now: Any) -> Any:
        is_persons = counted[0][0].startswith("coupon-by:")
        return (persons_wait if is_persons else throttles.peek_wait)(counted=counted, now=now)

    monkeypatch.setattr(throttles, "longest_wait", longest_wait)
    monkeypatch.setattr(throttles, "record", _note_on_a_row)

    answers: list[Any] = in_parallel(lambda number: guess(member.api, cart, f"NONE{number}"), times=4)

    assert [answer.status_code for answer in answers] == [409] * 4


def _note_on_a_row(*, key: str, now: Any) -> None:
    throttles.Throttle.objects.bulk_create(
        [throttles.Throttle(key=key, touched_at=now)], ignore_conflicts=True
    )
    ThrottleEvent.objects.create(throttle_id=key, at=now)
