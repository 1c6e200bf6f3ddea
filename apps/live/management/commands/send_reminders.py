import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.live.services import reminders


class Command(BaseCommand):
    help = "Send reminders of booked items some time before they start, and when joining opens."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count the reminders")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        done = reminders.send_due(at=timezone.now(), dry_run=options["dry_run"])
        summary = f"{done.day} a day before, {done.soon} shortly before"
        self.stdout.write(json.dumps(asdict(done)) if options["json"] else summary)
