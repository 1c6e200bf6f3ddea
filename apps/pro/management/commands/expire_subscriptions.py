from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.pro.services import expiry


class Command(OperationsCommand):
    help = "Send reminders before Pro ends, and release webinar seats of expired Pro."

    def run(self, options: Mapping[str, Any]) -> Result:
        done = expiry.send_reminders_and_release_seats(at=timezone.now(), dry_run=options["dry_run"])
        text = f"{done.week} got the first reminder, {done.day} got the last one, {done.seats} seats released"
        return Result(asdict(done), [text])
