"""
Target: of 2,000 people for 50 seats exactly 50 get one; the offer of a freed seat reaches its person in 3 s.

All ask at the same time, over 200 connections; 500 of those who are refused join the waiting list, and then
all 50 give up their seats. Needs PostgreSQL in DATABASE_URL and uses a separate database on that server; two
processes serve the site and send the messages, without a worker beside them.
"""

import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import bench
from bench.purchases import Shop, open_shop

PEOPLE, SEATS, WAITING, CONNECTIONS = 2000, 50, 500, 200
TARGET_SECONDS = 3.0
_PATIENCE_SECONDS = 60.0

_SEED = f"""
from datetime import timedelta
from django.utils import timezone
from apps.accounts.models import User
from apps.content.models import Instructor
from apps.live.models import Webinar
User.objects.filter(is_staff=False).update(
    email="buyer@example.in", confirmed_email="buyer@example.in"
)
when = timezone.now() + timedelta(days=2)
webinar = Webinar.objects.create(
    title="Free", weburlname="free", host=Instructor.objects.create(name="A host", slug="a-host"),
    is_published=True, starts_at=when, ends_at=when + timedelta(hours=1), capacity={SEATS},
)
print(webinar.pk)
"""

_COUNTS = """
import json
from collections import Counter
from apps.accounts.models import Delivery
from apps.live import deadlines
from apps.live.models import Booking, WaitlistEntry, Webinar
from apps.live.selectors import books
offered_at = {
    row.person_id: row.offered_until - deadlines.SEAT_OFFER for row in WaitlistEntry.objects.offered()
}
told = list(Delivery.objects.filter(template="seat_offered", status="sent"))
print(json.dumps(dict(
    taken=Webinar.objects.get().seats_taken,
    booked=Booking.objects.booked().count(),
    waiting=WaitlistEntry.objects.waiting().count(),
    offered=len(offered_at),
    told=dict(Counter(row.channel for row in told)),
    seconds=sorted((row.ended_at - offered_at[row.person_id]).total_seconds() for row in told),
    differences=list(books.differences(Webinar)),
)))
"""


def run() -> bool:
    database_url = bench.services.get("DATABASE_URL", "")
    if not database_url.startswith("postgres"):
        print("waitlist_rush: needs PostgreSQL; set DATABASE_URL")
        return True
    folders = tempfile.TemporaryDirectory()
    with folders as folder, open_shop(Path(folder), database_url, courses=1, buyers=PEOPLE) as shop:
        webinar = shop.site.shell(_SEED).strip()
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            started = time.perf_counter()
            path = "/api/learning/bookfreewebinarV1"
            outcomes = _send(pool, shop, path, {"id": webinar}, people=range(PEOPLE))
            print(f"waitlist_rush {_counted(outcomes)} in {time.perf_counter() - started:.1f} s")
            seated = [number for number, (status, _) in enumerate(outcomes) if status == 200]
            refused = [number for number, (status, _) in enumerate(outcomes) if status == 409]
            place = {"kind": "webinar", "id": webinar}
            joined = _send(pool, shop, "/api/learning/waitlist", place, people=refused[:WAITING])
            given_up = _send(pool, shop, "/api/learning/giveup", {"bookingId": webinar}, people=seated)
        is_sold_once = _counted(outcomes) == {"200": SEATS, "409 sold_out": PEOPLE - SEATS}
        are_in_line = (_counted(joined), _counted(given_up)) == ({"201": WAITING}, {"200": SEATS})
        counts = _once_told(shop)
    seconds = counts.pop("seconds")
    print(f"waitlist_rush {counts}; last told after {seconds[-1]:.2f} s, target {TARGET_SECONDS:.0f} s")
    expected = {
        "taken": SEATS,
        "booked": 0,
        "waiting": WAITING - SEATS,
        "offered": SEATS,
        "told": {"sms": SEATS, "mail": SEATS},
        "differences": [],
    }
    return is_sold_once and are_in_line and counts == expected and seconds[-1] <= TARGET_SECONDS


def _send(
    pool: ThreadPoolExecutor, shop: Shop, path: str, body: Any, *, people: Sequence[int]
) -> list[tuple[int, Any]]:
    def send(number: int) -> tuple[int, Any]:
        port = shop.site.ports[number % len(shop.site.ports)]
        return shop.request(port, shop.sessions[number], path, body)

    return list(pool.map(send, people))


def _counted(outcomes: Sequence[tuple[int, Any]]) -> dict[str, int]:
    return dict(Counter(f"{status} {body.get('code', '')}".strip() for status, body in outcomes))


def _once_told(shop: Shop) -> dict[str, Any]:
    """The counts once everybody was notified, or when that takes too long."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        counts: dict[str, Any] = json.loads(shop.site.shell(_COUNTS))
        if sum(counts["told"].values()) >= 2 * SEATS or time.monotonic() > deadline:
            return counts
        time.sleep(1)
