from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.live.services import series


class Command(OperationsCommand):
    help = "Create the missing sessions of every active series, as far ahead as sessions are created."

    def run(self, options: Mapping[str, Any]) -> Result:
        done = series.generate_all(at=timezone.now(), dry_run=options["dry_run"])
        return Result(asdict(done), [f"{done.series} active series, {done.sessions} sessions"])
