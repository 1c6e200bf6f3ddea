from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from apps.commerce.flows import jobs, reconciling
from apps.commerce.flows.reconciling import Reconciled
from apps.core.management.operations import OperationsCommand, Result, whole_number

T = TypeVar("T")

_BY_HAND_SECONDS = 1800
_MAX_SECONDS = 24 * 3600


class Command(OperationsCommand):
    help = "Poll the provider for open orders that are due, and retry interrupted events and refunds."

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="every open order, due or not")
        parser.add_argument(
            "--rebuild", action="store_true", help="rebuild paid orders that our database has lost"
        )
        parser.add_argument(
            "--seconds",
            type=whole_number(1, _MAX_SECONDS),
            default=_BY_HAND_SECONDS,
            help="the longest a run may take (1800)",
        )

    def run(self, options: Mapping[str, Any]) -> Result:
        counts = asdict(self._reconciled(options))
        if options["rebuild"] and not options["dry_run"]:
            rebuilt = _ended(jobs.rebuild(at=timezone.now(), seconds=options["seconds"]))
            counts["rebuilt"] = rebuilt.rebuilt
            counts["failed"] += rebuilt.failed
            counts["unknown"] += rebuilt.unknown
        return Result(counts, [", ".join(f"{counts[name]} {name}" for name in counts)])

    def _reconciled(self, options: Mapping[str, Any]) -> Reconciled:
        now = timezone.now()
        if options["dry_run"]:
            return reconciling.reconcile(at=now, is_dry_run=True, everything=options["all"])
        return _ended(jobs.reconcile(at=now, everything=options["all"], seconds=options["seconds"]))


def _ended(done: T | None) -> T:
    if done is None:
        raise CommandError("Another run is in progress. Please try again in a minute.")
    return done
