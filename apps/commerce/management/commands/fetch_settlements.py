from collections.abc import Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from apps.commerce.flows import jobs, settlement_polling
from apps.commerce.flows.settlement_polling import FIRST_DAYS, USUAL_DAYS, Settlements
from apps.core import indian_time
from apps.core.management.operations import OperationsCommand, Result, whole_number

_BY_HAND_SECONDS = 1800.0
_MAX_DAYS = 366


class Command(OperationsCommand):
    help = "Fetch what the provider paid out to our bank account, and compare it with our books."

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days",
            type=whole_number(0, _MAX_DAYS),
            help=f"how many days back (where the last run ended; {FIRST_DAYS} at first, then {USUAL_DAYS})",
        )

    def run(self, options: Mapping[str, Any]) -> Result:
        done = self._dry_run(options) if options["dry_run"] else self._fetched(options)
        facts = asdict(done)
        counts = {name: facts[name] for name in ("days", "lines", "different", "unknown", "failed")}
        problem = "The provider did not answer for all days." if done.unknown else ""
        return Result(counts, [", ".join(f"{count} {name}" for name, count in counts.items())], problem)

    def _dry_run(self, options: Mapping[str, Any]) -> Settlements:
        now = timezone.now()
        days = USUAL_DAYS if options["days"] is None else options["days"]
        first_day = indian_time.day_of(now) - timedelta(days=days)
        return settlement_polling.poll_settlements(first_day=first_day, at=now, is_dry_run=True)

    def _fetched(self, options: Mapping[str, Any]) -> Settlements:
        done = jobs.fetch_settlements(at=timezone.now(), days=options["days"], seconds=_BY_HAND_SECONDS)
        if done is None:
            raise CommandError("Another run is in progress. Please try again in a minute.")
        return done
