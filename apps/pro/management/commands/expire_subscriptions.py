import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.pro.services import endings


class Command(BaseCommand):
    help = "Remind people 7 days and a day before their Pro ends, and give back seats of Pro that is over."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count what it would do")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        done = endings.run(at=timezone.now(), is_trial=options["dry_run"])
        told = f"{done.week} reminded a week before, {done.day} a day before, {done.seats} seats given back"
        self.stdout.write(json.dumps(asdict(done)) if options["json"] else told)
