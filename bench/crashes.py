"""
Target: the books agree after the server is killed at any crash point of enroll, confirm, webhook or refund.

After each crash: restart, reconcile, sweep the outbox; then the provider's journal, our ledger and the access
of the buyer must agree. Runs on SQLite, or in a separate database on the server of DATABASE_URL.
"""

import tempfile
from pathlib import Path

import bench
from tests.money import crash_points, site_processes
from tests.money.crashes import CrashTest
from tests.money.site_processes import SiteProcesses


def run() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        site = SiteProcesses(
            Path(folder),
            database_url=bench.services.get("DATABASE_URL", ""),
            application="tests.money.crash_app:application",
        )
        with site_processes.run_site(site) as running:
            crash_test = CrashTest(running, running.seed(courses=len(crash_points.ALL), buyers=1))
            survived = [_survives(crash_test, point) for point in crash_points.ALL]
    print(f"crashes {sum(survived)} of {len(survived)} crash points survived")
    return all(survived)


def _survives(crash_test: CrashTest, point: crash_points.CrashPoint) -> bool:
    try:
        crash_test.crash_at(point)
    except AssertionError as error:
        print(f"crashes {point.name}: {error}")
        return False
    return True
