from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.core import demo


class Command(BaseCommand):
    help = "Plant the demo data, or bring it up to date; running it again changes nothing else."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.SEEDS_DEMO_DATA:
            raise CommandError(
                "seed_demo does not run with these settings: its accounts have known numbers, and "
                "its courses would be on sale. It is for config.settings.local."
            )
        for line in demo.seed(now=timezone.now()):
            self.stdout.write(line)
