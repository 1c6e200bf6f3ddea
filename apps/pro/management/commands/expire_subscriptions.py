import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.pro.services import expiry


class Command(BaseCommand):
    help = "Send reminders before Pro ends, and release webinar seats of expired Pro."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count, change nothing")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        done = expiry.send_reminders_and_release_seats(at=timezone.now(), is_trial=options["dry_run"])
        text = f"{done.week} got the first reminder, {done.day} got the last one, {done.seats} seats released"
        self.stdout.write(json.dumps(asdict(done)) if options["json"] else text)
