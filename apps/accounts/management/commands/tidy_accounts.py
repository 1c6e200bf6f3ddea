from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.accounts.services import tidying


class Command(BaseCommand):
    help = "Delete old OTPs, rate-limit counters and messages, and expired sessions."

    def handle(self, *_args: Any, **_options: Any) -> None:
        removed = tidying.tidy(now=timezone.now())
        self.stdout.write("Removed " + ", ".join(f"{count} {name}" for name, count in removed.items()) + ".")
