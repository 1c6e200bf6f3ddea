from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.office.services import load

_LIMITS = {"people": 5_000_000, "orders": 1_000_000, "progress": 20_000_000}


class Command(OperationsCommand):
    help = "Add people, paid orders and progress rows, to measure the site at scale. Not in production."
    runs_alone = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--people", type=int, default=1_000, help="how many people to add (1000)")
        parser.add_argument("--orders", type=int, default=100, help="how many paid orders to add (100)")
        parser.add_argument("--progress", type=int, default=5_000, help="how many progress rows (5000)")

    def run(self, options: Mapping[str, Any]) -> Result:
        if not settings.SEEDS_DEMO_DATA:
            raise CommandError(
                "make_load does not run with these settings: its orders would be in the books. "
                "Use config.settings.local."
            )
        counts = {name: options[name] for name in _LIMITS}
        for name, limit in _LIMITS.items():
            if not 0 <= counts[name] <= limit:
                raise CommandError(f"--{name}: enter a number from 0 to {limit}.")
        if not counts["people"] and (counts["orders"] or counts["progress"]):
            raise CommandError("--people: orders and progress rows need at least one new person.")
        text = ", ".join(f"{counts[name]} {name}" for name in counts)
        if options["dry_run"]:
            return Result(counts, [f"{text} would be added."])
        now = timezone.now()
        load.make_people(count=counts["people"], on_progress=self.progress(counts["people"]).show)
        load.make_orders(count=counts["orders"], at=now, on_progress=self.progress(counts["orders"]).show)
        load.make_progress(
            count=counts["progress"], at=now, on_progress=self.progress(counts["progress"]).show
        )
        return Result(counts, [f"{text} were added."])
