from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from apps.accounts.services import tidying
from apps.core.management.operations import OperationsCommand, Result, rolled_back


class Command(OperationsCommand):
    help = "Delete old OTPs, rate-limit counters and messages, and expired sessions."

    def run(self, options: Mapping[str, Any]) -> Result:
        if options["dry_run"]:
            with rolled_back(True):
                removed = tidying.tidy(now=timezone.now())
        else:
            removed = tidying.tidy(now=timezone.now())
        counts = ", ".join(f"{count} {name}" for name, count in removed.items())
        return Result(removed, [f"{'Would remove' if options['dry_run'] else 'Removed'} {counts}."])
