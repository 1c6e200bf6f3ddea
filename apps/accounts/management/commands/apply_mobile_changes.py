from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.accounts.services import mobile_changes


class Command(BaseCommand):
    help = "Apply changes of mobile number once their delay has passed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{mobile_changes.apply_due(now=timezone.now())} numbers changed")
