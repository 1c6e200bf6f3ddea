"""
Two server processes on one PostgreSQL, and a crowd that clicks on both: nothing is sold twice.

Beside each race stands its control: the same crowd before the same site without its guards (`careless.py`)
must oversell.
"""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import psycopg
import pytest

from tests.money import world
from tests.money.kills import CART, ENROLL
from tests.money.world import Browser, World

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

CROWD, ROOM, CLICKS, TRIES = 24, 5, 8, 5
SEAT_CART, SEAT_ENROLL = "/api/learning/cartwebinarV1", "/api/learning/enrollwebinarV1"

_PLANT = """
import json
from datetime import timedelta
from django.utils import timezone
from apps.commerce.models import Coupon
from apps.content.models import Instructor
from apps.live.models import Webinar

host = Instructor.objects.create(name="A host")
start = timezone.now() + timedelta(days=1)
webinars = [
    Webinar.objects.create(
        title=f"Webinar {{n}}", weburlname=f"webinar-{{n}}", host=host, price_paise=100_00, is_published=True,
        starts_at=start, ends_at=start + timedelta(hours=1), capacity={room},
    )
    for n in range({tries})
]
for n in range({tries}):
    Coupon.objects.create(code=f"RACE{{n}}", short_description="Race", percent=10, total_limit={room})
print(json.dumps([str(webinar.pk) for webinar in webinars]))
"""


@dataclass
class Crowd:
    """People who are logged in, each alternately before one server and the other."""

    site: World
    courses: Sequence[str]
    webinars: Sequence[str]
    buyers: Sequence[Browser]
    _numbers: dict[str, Iterator[int]] = field(default_factory=lambda: defaultdict(count))

    def at_once(self, jobs: Sequence[tuple[Browser, str, dict[str, Any]]]) -> list[tuple[int, str]]:
        """Status and refusal of each call."""

        def ask(number: int) -> tuple[int, str]:
            buyer, path, body = jobs[number]
            status, answer = buyer.call(self.site.site(number % 2) + path, body)
            return status, "" if status == 200 else str((answer or {}).get("code"))

        with ThreadPoolExecutor(len(jobs)) as pool:
            return list(pool.map(ask, range(len(jobs))))

    def carts(self, path: str, item: str, *, coupon: str = "") -> list[str]:
        carts = [self.must(buyer, path, {"id": item})["_id"] for buyer in self.buyers]
        for buyer, cart in zip(self.buyers, carts, strict=True):
            if coupon:
                self.must(buyer, "/api/coupon/apply-coupon", {"couponcode": coupon, "cartId": cart})
        return carts

    def must(self, buyer: Browser, path: str, body: dict[str, Any]) -> Any:
        status, answer = buyer.call(self.site.site() + path, body)
        assert status == 200, (path, status, answer)
        return answer["data"]

    def counted(self, question: str, *values: object) -> int:
        with psycopg.connect(self.site.database_url) as connection:
            row = connection.execute(question, values).fetchone()  # type: ignore[arg-type]
        assert row is not None
        return int(row[0])

    # --- the races, each over something new -------------------------------------------------------

    def for_seats(self) -> tuple[Counter[tuple[int, str]], int]:
        """What was answered, and how many have a seat."""
        webinar = self.webinars[next(self._numbers["seats"])]
        carts = self.carts(SEAT_CART, webinar)
        answers = self.at_once(
            [(buyer, SEAT_ENROLL, {"id": cart}) for buyer, cart in zip(self.buyers, carts, strict=True)]
        )
        seated = "SELECT count(*) FROM live_booking WHERE webinar_id = %s AND status IN ('held', 'booked')"
        return Counter(answers), self.counted(seated, webinar)

    def for_a_coupon(self) -> tuple[Counter[tuple[int, str]], int]:
        """What was answered, and how many hold a use."""
        number = next(self._numbers["coupon"])
        carts = self.carts(CART, self.courses[number], coupon=f"RACE{number}")
        answers = self.at_once(
            [(buyer, ENROLL, {"id": cart}) for buyer, cart in zip(self.buyers, carts, strict=True)]
        )
        held = (
            "SELECT count(*) FROM commerce_couponuse u JOIN commerce_coupon c ON c.id = u.coupon_id "
            "WHERE c.code = %s AND u.released_at IS NULL"
        )
        return Counter(answers), self.counted(held, f"RACE{number}")

    def of_clicks(self) -> tuple[Counter[tuple[int, str]], int]:
        """What was answered to one who clicks often, and how many orders the cart has."""
        buyer = self.buyers[0]
        course = self.courses[TRIES + next(self._numbers["clicks"])]
        cart = self.must(buyer, CART, {"id": course})["_id"]
        answers = self.at_once([(buyer, ENROLL, {"id": cart})] * CLICKS)
        return Counter(answers), self.counted("SELECT count(*) FROM commerce_order WHERE cart_id = %s", cart)


def _crowd(folder: Any, application: str) -> Iterator[Crowd]:
    site = World(folder, database_url=os.environ.get("DATABASE_URL", ""), application=application)
    with world.running(site, servers=2):
        seeded = site.seed(courses=2 * TRIES, buyers=CROWD)
        webinars = json.loads(site.shell(_PLANT.format(room=ROOM, tries=TRIES)))
        yield Crowd(site, seeded["courses"], webinars, [Browser(session) for session in seeded["sessions"]])


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    yield from _crowd(tmp_path_factory.mktemp("guarded"), "config.rsgi:application")


@pytest.fixture(scope="module")
def careless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    yield from _crowd(tmp_path_factory.mktemp("careless"), "tests.money.careless:application")


def test_no_seat_is_sold_twice(guarded: Crowd) -> None:
    answers, seated = guarded.for_seats()
    assert answers == {(200, ""): ROOM, (409, "sold_out"): CROWD - ROOM}
    assert seated == ROOM


def test_a_coupon_is_used_as_often_as_it_may_be(guarded: Crowd) -> None:
    answers, held = guarded.for_a_coupon()
    assert answers == {(200, ""): ROOM, (409, "coupon_used_up"): CROWD - ROOM}
    assert held == ROOM


def test_many_clicks_on_both_make_one_order(guarded: Crowd) -> None:
    answers, orders = guarded.of_clicks()
    assert answers == {(200, ""): CLICKS}
    assert orders == 1


def test_control_without_its_guard_seats_are_sold_twice(careless: Crowd) -> None:
    assert any(careless.for_seats()[1] > ROOM for _ in range(TRIES))


def test_control_without_its_guard_a_coupon_passes_its_limit(careless: Crowd) -> None:
    assert any(careless.for_a_coupon()[1] > ROOM for _ in range(TRIES))


def test_control_without_its_lock_a_cart_has_many_orders(careless: Crowd) -> None:
    assert any(careless.of_clicks()[1] > 1 for _ in range(TRIES))
