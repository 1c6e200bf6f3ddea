"""
Two server processes on one PostgreSQL, with concurrent buyers on both: nothing is oversold.

Each race has a control: the same race with the site without its guards (`unguarded_app.py`) must oversell.
"""

import itertools
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest

from tests.money import site_processes
from tests.money.crashes import CART, ENROLL
from tests.money.site_processes import Browser, SiteProcesses

pytestmark = [pytest.mark.proof, pytest.mark.postgresql]

BUYERS, CAPACITY, CLICKS, TRIES = 24, 5, 8, 12
SEAT_CART, SEAT_ENROLL = "/api/learning/cartwebinarV1", "/api/learning/enrollwebinarV1"

_SEED = """
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
        starts_at=start, ends_at=start + timedelta(hours=1), capacity={capacity},
    )
    for n in range({tries})
]
for n in range({tries}):
    Coupon.objects.create(code=f"RACE{{n}}", short_description="Race", percent=10, total_limit={capacity})
print(json.dumps([str(webinar.pk) for webinar in webinars]))
"""


@dataclass
class Race:
    """Logged-in buyers whose requests alternate between the two servers."""

    site: SiteProcesses
    courses: Sequence[str]
    webinars: Sequence[str]
    buyers: Sequence[Browser]
    _numbers: dict[str, Iterator[int]] = field(default_factory=lambda: defaultdict(itertools.count))

    def run_concurrently(self, jobs: Sequence[tuple[Browser, str, dict[str, Any]]]) -> list[tuple[int, str]]:
        """Status and error code of each response."""

        def send(number: int) -> tuple[int, str]:
            buyer, path, body = jobs[number]
            status, response = buyer.call(self.site.site(number % 2) + path, body)
            return status, "" if status == 200 else str((response or {}).get("code"))

        with ThreadPoolExecutor(len(jobs)) as pool:
            return list(pool.map(send, range(len(jobs))))

    def carts(self, path: str, item: str, *, coupon: str = "") -> list[str]:
        carts = [self.post(buyer, path, {"id": item})["_id"] for buyer in self.buyers]
        for buyer, cart in zip(self.buyers, carts, strict=True):
            if coupon:
                self.post(buyer, "/api/coupon/apply-coupon", {"couponcode": coupon, "cartId": cart})
        return carts

    def post(self, buyer: Browser, path: str, body: dict[str, Any]) -> Any:
        status, response = buyer.call(self.site.site() + path, body)
        assert status == 200, (path, status, response)
        return response["data"]

    def count(self, query: str, *values: object) -> int:
        with psycopg.connect(self.site.database_url) as connection:
            row = connection.execute(query, values).fetchone()  # type: ignore[arg-type]
        assert row is not None
        return int(row[0])

    # --- the races, each with a new item ---------------------------------------------------------

    def race_for_seats(self) -> tuple[Counter[tuple[int, str]], int]:
        """The responses, and how many have a seat."""
        webinar = self.webinars[next(self._numbers["seats"])]
        carts = self.carts(SEAT_CART, webinar)
        responses = self.run_concurrently(
            [(buyer, SEAT_ENROLL, {"id": cart}) for buyer, cart in zip(self.buyers, carts, strict=True)]
        )
        seated = "SELECT count(*) FROM live_booking WHERE webinar_id = %s AND status IN ('held', 'booked')"
        return Counter(responses), self.count(seated, webinar)

    def race_for_coupon(self) -> tuple[Counter[tuple[int, str]], int]:
        """The responses, and how many hold a coupon use."""
        number = next(self._numbers["coupon"])
        carts = self.carts(CART, self.courses[number], coupon=f"RACE{number}")
        responses = self.run_concurrently(
            [(buyer, ENROLL, {"id": cart}) for buyer, cart in zip(self.buyers, carts, strict=True)]
        )
        held = (
            "SELECT count(*) FROM commerce_couponuse u JOIN commerce_coupon c ON c.id = u.coupon_id "
            "WHERE c.code = %s AND u.released_at IS NULL"
        )
        return Counter(responses), self.count(held, f"RACE{number}")

    def race_of_clicks(self) -> tuple[Counter[tuple[int, str]], int]:
        """The responses to repeated clicks, and how many orders the cart has."""
        buyer = self.buyers[0]
        course = self.courses[TRIES + next(self._numbers["clicks"])]
        cart = self.post(buyer, CART, {"id": course})["_id"]
        responses = self.run_concurrently([(buyer, ENROLL, {"id": cart})] * CLICKS)
        return Counter(responses), self.count("SELECT count(*) FROM commerce_order WHERE cart_id = %s", cart)


def _run_race(folder: Any, application: str) -> Iterator[Race]:
    site = SiteProcesses(folder, database_url=os.environ.get("DATABASE_URL", ""), application=application)
    with site_processes.run_site(site, servers=2):
        seeded = site.seed(courses=2 * TRIES, buyers=BUYERS)
        webinars = json.loads(site.shell(_SEED.format(capacity=CAPACITY, tries=TRIES)))
        yield Race(site, seeded["courses"], webinars, [Browser(session) for session in seeded["sessions"]])


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Race]:
    yield from _run_race(tmp_path_factory.mktemp("guarded"), "config.rsgi:application")


@pytest.fixture(scope="module")
def unguarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Race]:
    yield from _run_race(tmp_path_factory.mktemp("unguarded"), "tests.money.unguarded_app:application")


def test_no_seat_is_oversold(guarded: Race) -> None:
    responses, seated = guarded.race_for_seats()
    assert responses == {(200, ""): CAPACITY, (409, "sold_out"): BUYERS - CAPACITY}
    assert seated == CAPACITY


def test_a_coupon_does_not_exceed_its_limit(guarded: Race) -> None:
    responses, held = guarded.race_for_coupon()
    assert responses == {(200, ""): CAPACITY, (409, "coupon_used_up"): BUYERS - CAPACITY}
    assert held == CAPACITY


def test_repeated_clicks_create_one_order(guarded: Race) -> None:
    responses, orders = guarded.race_of_clicks()
    assert responses == {(200, ""): CLICKS}
    assert orders == 1


def test_control_without_guards_seats_are_oversold(unguarded: Race) -> None:
    assert any(unguarded.race_for_seats()[1] > CAPACITY for _ in range(TRIES))


def test_control_without_guards_a_coupon_exceeds_its_limit(unguarded: Race) -> None:
    assert any(unguarded.race_for_coupon()[1] > CAPACITY for _ in range(TRIES))


def test_control_without_the_lock_a_cart_gets_many_orders(unguarded: Race) -> None:
    assert any(unguarded.race_of_clicks()[1] > 1 for _ in range(TRIES))
