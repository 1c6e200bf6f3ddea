import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.live.services import reminders


class Command(BaseCommand):
    help = "Remind people of what they booked: 24 hours before it starts, and 15 minutes before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count whom it would remind")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        done = reminders.run(at=timezone.now(), is_trial=options["dry_run"])
        told = f"{done.day} a day before, {done.soon} shortly before"
        self.stdout.write(json.dumps(asdict(done)) if options["json"] else told)
