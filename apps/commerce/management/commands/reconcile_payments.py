import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.commerce.flows import rebuilding, reconciling


class Command(BaseCommand):
    help = "Ask the provider about orders that are open and due, and finish what was cut short."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count what is due")
        parser.add_argument("--all", action="store_true", help="every open order, due or not")
        parser.add_argument("--rebuild", action="store_true", help="make orders again that our books lost")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        now = timezone.now()
        done = reconciling.run(at=now, is_trial=options["dry_run"], everything=options["all"])
        counts = asdict(done)
        if options["rebuild"] and not options["dry_run"]:
            counts["rebuilt"] = rebuilding.run(at=now)
        told = (
            json.dumps(counts) if options["json"] else ", ".join(f"{counts[name]} {name}" for name in counts)
        )
        self.stdout.write(told)
