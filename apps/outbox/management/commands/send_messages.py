from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.outbox.services import messages


class Command(BaseCommand):
    help = "Send the messages that are due: one sweep, for machines without a worker or by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        swept = messages.sweep(now=timezone.now())
        self.stdout.write(
            f"{swept.sent} sent, {swept.put_off} put off, {swept.given_up} given up, "
            f"{swept.dropped} not needed"
        )
