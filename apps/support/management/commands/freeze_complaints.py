from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.support.services import complaints


class Command(OperationsCommand):
    help = "Freeze the complaint figures of each month that is final, from the 8th of the next month on."

    def run(self, options: Mapping[str, Any]) -> Result:
        months = complaints.freeze(now=timezone.now(), dry_run=options["dry_run"])
        figures = [{"month": item.month.first_day.isoformat()[:7], **item.figures} for item in months]
        verb = "would be frozen" if options["dry_run"] else "frozen"
        text = [
            f"{item.month.label} {verb}: {item.figures['total']['received']} received, "
            f"{item.figures['total']['resolved']} resolved, {item.figures['total']['pending']} pending."
            for item in months
        ]
        return Result({"dryRun": options["dry_run"], "months": figures}, text or ["Nothing to freeze."])
