"""
A server process that is killed at any step of enroll, confirm, webhook or refund leaves books that agree.

After each death: restart, reconcile, sweep, and the provider's journal, our ledger and what people may open
say the same. On SQLite, or on a database of its own beside DATABASE_URL.
"""

import tempfile
from pathlib import Path

import bench
from tests.money import steps, world
from tests.money.kills import Deaths
from tests.money.world import World


def run() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        site = World(
            Path(folder),
            database_url=bench.services.get("DATABASE_URL", ""),
            application="tests.money.deadly:application",
        )
        with world.running(site) as running:
            deaths = Deaths(running, running.seed(courses=len(steps.ALL), buyers=1))
            survived = [_survives(deaths, step) for step in steps.ALL]
    print(f"kills {sum(survived)} of {len(survived)} steps survived")
    return all(survived)


def _survives(deaths: Deaths, step: steps.Step) -> bool:
    try:
        deaths.die_at(step)
    except AssertionError as error:
        print(f"kills {step.name}: {error}")
        return False
    return True
