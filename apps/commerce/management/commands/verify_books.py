from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from apps.commerce.flows import jobs
from apps.core.management.operations import OperationsCommand, Result, whole_number

_MAX_DAYS = 3660


class Command(OperationsCommand):
    help = "Compare the provider's records, our ledger and people's access; report every difference."
    changes_data = False

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days",
            type=whole_number(0, _MAX_DAYS),
            default=8,
            help="how many days of provider orders to compare (8)",
        )

    def run(self, options: Mapping[str, Any]) -> Result:
        audit = jobs.verify_books(at=timezone.now(), days=options["days"])
        if audit is None:
            raise CommandError("Another run is in progress. Please try again in a minute.")
        count = f"{audit.orders} orders compared, {len(audit.differences)} differences."
        return Result(
            asdict(audit),
            [*audit.information, *audit.differences, count],
            problem="The books do not agree." if audit.differences else "",
        )
