"""Target: a calendar feed of 500 bookings takes at most 100 ms of CPU."""

import statistics
import time
from datetime import timedelta

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.content.models import Instructor
from apps.live.models import Booking, LiveTrading, ProgramSession
from apps.live.selectors import calendar_files
from apps.live.states import BookedBy, BookingStatus

ROUNDS = 30
ENTRIES = 500
TARGET_MS = 100.0


def run() -> bool:
    call_command("migrate", verbosity=0)
    path = _feed_path()
    client = Client(headers={"host": "127.0.0.1"})
    size = len(client.get(path).content)
    times = sorted(_cpu_ms(client, path) for _ in range(ROUNDS))
    median, p95 = statistics.median(times), times[int(ROUNDS * 0.95)]
    print(
        f"calendar feed of {ENTRIES} bookings, {size / 1024:.0f} kB: "
        f"median {median:.0f} ms of CPU, p95 {p95:.0f} ms, target {TARGET_MS:.0f} ms"
    )
    return median <= TARGET_MS


def _cpu_ms(client: Client, path: str) -> float:
    started = time.process_time()
    assert client.get(path).status_code == 200
    return (time.process_time() - started) * 1000


def _feed_path() -> str:
    now = timezone.now()
    person = User.objects.create_user(mobile="9811111111")
    host = Instructor.objects.create(name="Asha Verma", slug="asha-verma")
    program = LiveTrading.objects.create(title="Opening range", weburlname="opening-range", host=host)
    starts = [now + timedelta(hours=number) for number in range(ENTRIES)]
    sessions = ProgramSession.objects.bulk_create(
        ProgramSession(
            program=program,
            name="Gap and range",
            starts_at=start,
            ends_at=start + timedelta(hours=1),
            base_price_paise=49900,
        )
        for start in starts
    )
    Booking.objects.bulk_create(
        Booking(
            person=person,
            session=session,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.PAYMENT,
            made_at=now,
        )
        for session in sessions
    )
    url = calendar_files.feed_url(calendar_files.own_feed_key(person=person))
    return url[url.index("/api/") :]
