"""
Target: of thousands of payments with provider faults and server crashes, none is lost and none is doubled.

Two processes serve the site, on SQLite or in a separate database on the server of DATABASE_URL; the sandbox
is a third. BENCH_PAYMENTS is the number of payments (10,000).
"""

import os
import tempfile
import time
from math import ceil
from pathlib import Path

import bench
from tests.money import purchase_load, reconciliation, site_processes
from tests.money.purchase_load import PurchaseLoad
from tests.money.site_processes import SiteProcesses

PAYMENTS = int(os.environ.get("BENCH_PAYMENTS", "10000"))
REFUNDS_PER_ROUND = 100

_COUPON = """
from apps.commerce.models import Coupon
Coupon.objects.create(code="LOAD", short_description="PurchaseLoad", percent=10, total_limit=100_000)
"""


def run() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        site = SiteProcesses(
            Path(folder),
            database_url=bench.services.get("DATABASE_URL", ""),
            extra={"PROVIDER_TIMEOUT_SECONDS": "1"},
        )
        with site_processes.run_site(site, servers=2) as running:
            return _is_met(running)


def _is_met(running: SiteProcesses) -> bool:
    buyers = min(purchase_load.BUYERS, PAYMENTS)
    seeded = running.seed(courses=ceil(PAYMENTS / buyers), buyers=buyers, leavers=PAYMENTS // 15)
    load = PurchaseLoad(running, seeded, PAYMENTS)
    running.shell(_COUPON)
    started = time.monotonic()
    load.run()
    seconds = time.monotonic() - started
    for scenario, times in load.outcomes.most_common():
        print(f"payments   {times:6} {scenario}")
    running.recover(rounds=3 + PAYMENTS // 10 // REFUNDS_PER_ROUND)
    total = reconciliation.count(running)
    erased = len(seeded["leavers"]) - len(load.leavers)
    print(f"payments {total} ({PAYMENTS} purchases, {erased} erased accounts, in {seconds:.0f} s)")
    differences = reconciliation.differences(running)
    print(f"payments {len(differences)} differences in the books: {differences[:5]}")
    return total.is_right and not differences
