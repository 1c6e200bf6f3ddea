import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from apps.commerce.flows import jobs


class Command(BaseCommand):
    help = "Compare the provider's records, our ledger and people's access; report every difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the differences as JSON")
        parser.add_argument(
            "--days", type=int, default=8, help="how many days of provider orders to compare (8)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        audit = jobs.verify_books(at=timezone.now(), days=options["days"])
        if audit is None:
            raise CommandError("Another run is in progress. Please try again in a minute.")
        if options["json"]:
            self.stdout.write(json.dumps({"orders": audit.orders, "differences": audit.differences}))
        else:
            for difference in audit.differences:
                self.stdout.write(difference)
            self.stdout.write(f"{audit.orders} orders compared, {len(audit.differences)} differences.")
        if audit.differences:
            raise CommandError("The books do not agree.")
