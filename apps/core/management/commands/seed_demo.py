from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from apps.core import demo
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Seed the demo data, or update its dates. Idempotent."

    def run(self, options: Mapping[str, Any]) -> Result:
        if not settings.SEEDS_DEMO_DATA:
            raise CommandError(
                "seed_demo does not run with these settings: its accounts have known mobile numbers, and "
                "its courses would be for sale. Use config.settings.local."
            )
        if options["dry_run"]:
            names = demo.names()
            return Result({"kinds": names}, [f"Would seed {', '.join(names)}."])
        bar, lines = self.progress(len(demo.names())), []
        for line in demo.seed(now=timezone.now()):
            lines.append(line)
            bar.show(len(lines))
        return Result({"kinds": lines}, lines)
