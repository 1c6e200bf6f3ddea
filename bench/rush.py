"""
A rush of 200 people on 50 seats: exactly 50 get one, the others are told within 2 s, and nothing fails.

All press at the same moment: 'Book' for a free webinar, and 'Pay' for a paid one and for a trading session,
which those who got a seat then pay. Measured over HTTP where DATABASE_URL names a PostgreSQL, in a database
of its own, with two processes of the site; the provider answers in 5 ms.
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
LONGEST = 2.0

_THINGS = f"""
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
program = LiveTrading.objects.create(title="Desk", weburlname="desk", host=host, is_published=True)
session = ProgramSession.objects.create(program=program, name="Range", base_price_paise=499_00, **span)
print(json.dumps(dict(free=str(free.pk), paid=str(paid.pk), session=str(session.pk))))
"""

_COUNTS = """
import json
from apps.commerce.selectors import books
from apps.live.models import Booking, ProgramSession, Webinar
print(json.dumps(dict(
    differences=list(books.differences()),
    taken=[row.taken for row in (
        Webinar.objects.get(weburlname="free"), Webinar.objects.get(weburlname="paid"),
        ProgramSession.objects.get(),
    )],
    booked=[Booking.objects.booked().filter(**held).count() for held in (
        dict(webinar__weburlname="free"), dict(webinar__weburlname="paid"), dict(session__isnull=False),
    )],
)))
"""


@dataclass(frozen=True)
class Told:
    """What somebody was told, and how long after the press."""

    status: int
    answer: Any
    seconds: float


@dataclass(frozen=True)
class Sale:
    name: str
    cart: str
    body: dict[str, Any]
    enroll: str
    confirm: str


def run() -> bool:
    address = bench.services.get("DATABASE_URL", "")
    if not address.startswith("postgres"):
        print("rush: promised for PostgreSQL; set DATABASE_URL")
        return True
    folders = tempfile.TemporaryDirectory()
    with folders as folder, open_shop(Path(folder), address, courses=1, buyers=PEOPLE) as shop:
        things = json.loads(shop.site.shell(_THINGS))
        kept = [_is_kept("free webinar", _free(shop, things["free"]))]
        kept += [_is_kept(sale.name, _sold(shop, sale)) for sale in _sales(things)]
        counts = json.loads(shop.site.shell(_COUNTS))
    print(f"rush    {counts}")
    return all(kept) and counts == {"taken": [SEATS] * 3, "booked": [SEATS] * 3, "differences": []}


def _sales(things: dict[str, str]) -> tuple[Sale, ...]:
    return (
        Sale(
            "paid webinar",
            "/api/learning/cartwebinarV1",
            {"id": things["paid"]},
            "/api/learning/enrollwebinarV1",
            "/api/learning/confirm/webinarV1",
        ),
        Sale(
            "session",
            "/api/learning/sessions/cart",
            {"sessionIds": [things["session"]], "billingDetails": {}},
            "/api/learning/sessions/enroll",
            "/api/payments/confirm/learn",
        ),
    )


def _free(shop: Shop, webinar: str) -> list[Told]:
    """Everybody has the page open."""
    detail = f"/api/learning/webwebinarV1/{webinar}"
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda number: shop.ask(_port(shop, number), shop.sessions[number], detail), range(PEOPLE)
            )
        )
    path, body = "/api/learning/bookfreewebinarV1", {"id": webinar}
    return _at_once(lambda number: shop.ask(_port(shop, number), shop.sessions[number], path, body))


def _sold(shop: Shop, sale: Sale) -> list[Told]:
    """Everybody has the checkout open; who gets a seat pays it."""
    with ThreadPoolExecutor(8) as pool:
        carts = list(pool.map(lambda number: _cart(shop, sale, number), range(PEOPLE)))

    def enroll(number: int) -> tuple[int, Any]:
        return shop.ask(_port(shop, number), shop.sessions[number], sale.enroll, {"id": carts[number]})

    outcomes = _at_once(enroll)
    for number, told in enumerate(outcomes):
        if told.status == 200:
            paid = shop.paid(told.answer["data"]["razorPayOrderId"])
            status, answer = shop.ask(_port(shop, number), shop.sessions[number], sale.confirm, paid)
            assert status == 200, answer
    return outcomes


def _cart(shop: Shop, sale: Sale, number: int) -> str:
    status, answer = shop.ask(_port(shop, number), shop.sessions[number], sale.cart, sale.body)
    assert status == 200, answer
    return str(answer["data"]["_id"])


def _at_once(press: Callable[[int], tuple[int, Any]]) -> list[Told]:
    barrier = threading.Barrier(PEOPLE)

    def pressed(number: int) -> Told:
        barrier.wait(60)
        started = time.perf_counter()
        status, answer = press(number)
        return Told(status, answer, time.perf_counter() - started)

    with ThreadPoolExecutor(PEOPLE) as pool:
        return list(pool.map(pressed, range(PEOPLE)))


def _is_kept(name: str, told: Sequence[Told]) -> bool:
    said = Counter((each.status, each.answer.get("code", "")) for each in told)
    slowest = max(each.seconds for each in told if each.status != 200)
    print(f"rush    {name:13} {dict(said)}; told after {slowest:.2f} s at most, {LONGEST:.0f} s allowed")
    return said == {(200, ""): SEATS, (409, "sold_out"): PEOPLE - SEATS} and slowest <= LONGEST


def _port(shop: Shop, number: int) -> int:
    return shop.site.ports[number % len(shop.site.ports)]
