import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.live.services import series


class Command(BaseCommand):
    help = "Create the missing sessions of every active series, as far ahead as sessions are created."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count what it would create")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        done = series.generate_all(at=timezone.now(), dry_run=options["dry_run"])
        summary = f"{done.series} active series, {done.sessions} sessions"
        self.stdout.write(json.dumps(asdict(done)) if options["json"] else summary)
