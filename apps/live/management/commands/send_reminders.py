from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.live.services import reminders


class Command(OperationsCommand):
    help = "Send reminders of booked items some time before they start, and when joining opens."

    def run(self, options: Mapping[str, Any]) -> Result:
        done = reminders.send_due(at=timezone.now(), dry_run=options["dry_run"])
        return Result(asdict(done), [f"{done.day} a day before, {done.soon} shortly before"])
