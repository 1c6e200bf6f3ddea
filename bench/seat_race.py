"""
Target: of 200 concurrent requests for 50 seats exactly 50 succeed, and the others are refused within 2 s.

For a free webinar, and for a paid webinar and a trading session, which those with a seat then pay for. Needs
PostgreSQL in DATABASE_URL and uses a separate database on that server; two processes serve the site, and the
fake provider responds in 5 ms.
"""

import json
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bench
from bench.purchases import Shop, open_shop

PEOPLE, SEATS = 200, 50
TARGET_SECONDS = 2.0

_SEED = f"""
import json
from datetime import timedelta
from django.utils import timezone
from apps.content.models import Instructor
from apps.live.models import LiveTrading, ProgramSession, Webinar
host = Instructor.objects.create(name="A host", slug="a-host")
when = timezone.now() + timedelta(days=2)
span = dict(starts_at=when, ends_at=when + timedelta(hours=1), capacity={SEATS})
free = Webinar.objects.create(title="Free", weburlname="free", host=host, is_published=True, **span)
paid = Webinar.objects.create(
    title="Paid", weburlname="paid", host=host, is_published=True, price_paise=499_00, **span
)
program = LiveTrading.objects.create(title="Options", weburlname="options", host=host, is_published=True)
session = ProgramSession.objects.create(program=program, name="Range", base_price_paise=499_00, **span)
print(json.dumps(dict(free=str(free.pk), paid=str(paid.pk), session=str(session.pk))))
"""

_COUNTS = """
import json
from apps.commerce.selectors import books
from apps.live.models import Booking, ProgramSession, Webinar
print(json.dumps(dict(
    differences=list(books.differences()),
    taken=[row.seats_taken for row in (
        Webinar.objects.get(weburlname="free"), Webinar.objects.get(weburlname="paid"),
        ProgramSession.objects.get(),
    )],
    booked=[Booking.objects.booked().filter(**held).count() for held in (
        dict(webinar__weburlname="free"), dict(webinar__weburlname="paid"), dict(session__isnull=False),
    )],
)))
"""


@dataclass(frozen=True)
class Result:
    """A response and how long it took."""

    status: int
    body: Any
    seconds: float


@dataclass(frozen=True)
class Sale:
    name: str
    cart: str
    body: dict[str, Any]
    enroll: str
    confirm: str


def run() -> bool:
    database_url = bench.services.get("DATABASE_URL", "")
    if not database_url.startswith("postgres"):
        print("seat_race: needs PostgreSQL; set DATABASE_URL")
        return True
    folders = tempfile.TemporaryDirectory()
    with folders as folder, open_shop(Path(folder), database_url, courses=1, buyers=PEOPLE) as shop:
        items = json.loads(shop.site.shell(_SEED))
        met = [_is_met("free webinar", _book_free(shop, items["free"]))]
        met += [_is_met(sale.name, _enroll_paid(shop, sale)) for sale in _sales(items)]
        counts = json.loads(shop.site.shell(_COUNTS))
    print(f"seat_race {counts}")
    return all(met) and counts == {"taken": [SEATS] * 3, "booked": [SEATS] * 3, "differences": []}


def _sales(items: dict[str, str]) -> tuple[Sale, ...]:
    return (
        Sale(
            "paid webinar",
            "/api/learning/cartwebinarV1",
            {"id": items["paid"]},
            "/api/learning/enrollwebinarV1",
            "/api/learning/confirm/webinarV1",
        ),
        Sale(
            "session",
            "/api/learning/sessions/cart",
            {"sessionIds": [items["session"]], "billingDetails": {}},
            "/api/learning/sessions/enroll",
            "/api/payments/confirm/learn",
        ),
    )


def _book_free(shop: Shop, webinar: str) -> list[Result]:
    """Everybody loads the page, then books at the same time."""
    detail = f"/api/learning/webwebinarV1/{webinar}"
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda number: shop.request(_port(shop, number), shop.sessions[number], detail), range(PEOPLE)
            )
        )
    path, body = "/api/learning/bookfreewebinarV1", {"id": webinar}
    return _run_concurrently(
        lambda number: shop.request(_port(shop, number), shop.sessions[number], path, body)
    )


def _enroll_paid(shop: Shop, sale: Sale) -> list[Result]:
    """Everybody fills a cart, then enrols at the same time; those with a seat pay."""
    with ThreadPoolExecutor(8) as pool:
        carts = list(pool.map(lambda number: _cart(shop, sale, number), range(PEOPLE)))

    def enroll(number: int) -> tuple[int, Any]:
        return shop.request(_port(shop, number), shop.sessions[number], sale.enroll, {"id": carts[number]})

    results = _run_concurrently(enroll)
    for number, result in enumerate(results):
        if result.status == 200:
            paid = shop.checkout_response(result.body["data"]["razorPayOrderId"])
            status, body = shop.request(_port(shop, number), shop.sessions[number], sale.confirm, paid)
            assert status == 200, body
    return results


def _cart(shop: Shop, sale: Sale, number: int) -> str:
    status, body = shop.request(_port(shop, number), shop.sessions[number], sale.cart, sale.body)
    assert status == 200, body
    return str(body["data"]["_id"])


def _run_concurrently(send: Callable[[int], tuple[int, Any]]) -> list[Result]:
    barrier = threading.Barrier(PEOPLE)

    def timed(number: int) -> Result:
        barrier.wait(60)
        started = time.perf_counter()
        status, body = send(number)
        return Result(status, body, time.perf_counter() - started)

    with ThreadPoolExecutor(PEOPLE) as pool:
        return list(pool.map(timed, range(PEOPLE)))


def _is_met(name: str, results: Sequence[Result]) -> bool:
    outcomes = Counter((each.status, each.body.get("code", "")) for each in results)
    slowest = max(each.seconds for each in results if each.status != 200)
    print(
        f"seat_race {name:13} {dict(outcomes)}; "
        f"slowest refusal {slowest:.2f} s, target {TARGET_SECONDS:.0f} s"
    )
    return outcomes == {(200, ""): SEATS, (409, "sold_out"): PEOPLE - SEATS} and slowest <= TARGET_SECONDS


def _port(shop: Shop, number: int) -> int:
    return shop.site.ports[number % len(shop.site.ports)]
