from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.core import demo


class Command(BaseCommand):
    help = "Plant the demo data, or bring it up to date; running it again changes nothing else."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in demo.plant(now=timezone.now()):
            self.stdout.write(line)
