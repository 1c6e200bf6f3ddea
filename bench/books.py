"""
Target: verify the books of 100,000 paid orders within two minutes, in bounded memory.

The orders are those of `make_load`. To measure PostgreSQL, set BENCH_ON_SERVICES=1 and DATABASE_URL to an
empty database.
"""

import resource
import time

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

ORDERS = 100_000
TARGET_SECONDS = 120.0
TARGET_MEGABYTES = 400
"""The memory of the whole process, which creates the rows as well."""


def run() -> bool:
    from apps.commerce.selectors import books  # noqa: PLC0415 - Django is set up when it runs

    call_command("migrate", verbosity=0)
    create_orders(ORDERS)
    started = time.monotonic()
    with CaptureQueriesContext(connection) as captured:
        found = list(books.differences())
    seconds, megabytes = time.monotonic() - started, _megabytes()
    print(
        f"books: {ORDERS:,} orders on {connection.vendor} in {seconds:.1f} s, {len(captured)} statements, "
        f"{megabytes:.0f} MB peak, {len(found)} differences"
    )
    for difference in found[:5]:
        print(f"  {difference}")
    return not found and seconds <= TARGET_SECONDS and megabytes <= TARGET_MEGABYTES


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def create_orders(number_of_orders: int) -> None:
    """Paid orders of one learner, all alike but for their keys and numbers."""
    from apps.office.services import load  # noqa: PLC0415

    load.make_people(count=1, on_progress=_say_nothing)
    load.make_orders(count=number_of_orders, at=timezone.now(), on_progress=_say_nothing)


def _say_nothing(_done: int, _what: str) -> None:
    pass
