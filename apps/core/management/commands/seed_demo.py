from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.core import demo


class Command(BaseCommand):
    help = "Seed the demo data, or update its dates. Idempotent."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.SEEDS_DEMO_DATA:
            raise CommandError(
                "seed_demo does not run with these settings: its accounts have known mobile numbers, and "
                "its courses would be for sale. Use config.settings.local."
            )
        for line in demo.seed(now=timezone.now()):
            self.stdout.write(line)
