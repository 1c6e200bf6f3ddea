"""
Thousands of payments, with faults on both sides and servers that die: none is lost, and none counts twice.

Two processes serve the site, on SQLite or on a database of its own beside DATABASE_URL; the stand-in
provider is a third. BENCH_PAYMENTS says how many payments are made (10,000).
"""

import os
import tempfile
import time
from math import ceil
from pathlib import Path

import bench
from tests.money import counting, market, world
from tests.money.market import Market
from tests.money.world import World

PAYMENTS = int(os.environ.get("BENCH_PAYMENTS", "10000"))
REFUNDS_AT_ONCE = 100

_COUPON = """
from apps.commerce.models import Coupon
Coupon.objects.create(code="MARKET", short_description="Market", percent=10, total_limit=100_000)
"""


def run() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        site = World(
            Path(folder),
            database_url=bench.services.get("DATABASE_URL", ""),
            extra={"PROVIDER_TIMEOUT_SECONDS": "1"},
        )
        with world.running(site, servers=2) as running:
            return _is_kept(running)


def _is_kept(running: World) -> bool:
    buyers = min(market.BUYERS, PAYMENTS)
    trade = Market(running, running.seed(courses=ceil(PAYMENTS / buyers), buyers=buyers), PAYMENTS)
    running.shell(_COUPON)
    started = time.monotonic()
    trade.trade()
    seconds = time.monotonic() - started
    for way, times in trade.went.most_common():
        print(f"money   {times:6} {way}")
    running.recover(rounds=3 + PAYMENTS // 10 // REFUNDS_AT_ONCE)
    found = counting.count(running)
    print(f"money {found} ({PAYMENTS} purchases in {seconds:.0f} s)")
    differences = counting.differences(running)
    print(f"money {len(differences)} differences of the books: {differences[:5]}")
    return found.is_right and not differences
