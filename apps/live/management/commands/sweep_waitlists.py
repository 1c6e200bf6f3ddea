from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.live.services import waitlist


class Command(OperationsCommand):
    help = "End offers of seats whose time has run out, and offer their seats to the next in line."

    def run(self, options: Mapping[str, Any]) -> Result:
        done = waitlist.sweep(at=timezone.now(), dry_run=options["dry_run"])
        return Result(
            asdict(done), [f"{done.expired} offers ran out, {done.offered} more free seats were offered"]
        )
