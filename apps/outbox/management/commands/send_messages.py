from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.outbox.services import messages


class Command(BaseCommand):
    help = "Send the due messages in one sweep. For machines without a worker, or to run by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        swept = messages.sweep(now=timezone.now())
        self.stdout.write(
            f"{swept.sent} sent, {swept.deferred} deferred, {swept.failed} failed, {swept.dropped} not needed"
        )
