from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.outbox.services import heartbeats, messages


class Command(OperationsCommand):
    help = "Send the due messages in one sweep. For machines without a worker, or to run by hand."

    def run(self, options: Mapping[str, Any]) -> Result:
        now = timezone.now()
        if options["dry_run"]:
            count = messages.count_due(now=now)
            return Result({"due": count}, [f"{count} due"])
        heartbeats.record(worker=heartbeats.SWEEPER, now=now)
        swept = messages.sweep(now=now)
        text = (
            f"{swept.sent} sent, {swept.deferred} deferred, {swept.failed} failed, {swept.dropped} not needed"
        )
        return Result(asdict(swept), [text])
