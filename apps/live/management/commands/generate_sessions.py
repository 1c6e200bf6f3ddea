import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.live.services import series


class Command(BaseCommand):
    help = "Make the sessions of every series that came in sight, 180 days ahead."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count what it would make")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        done = series.run(at=timezone.now(), is_trial=options["dry_run"])
        told = f"{done.series} series in sight, {done.sessions} sessions"
        self.stdout.write(json.dumps(asdict(done)) if options["json"] else told)
