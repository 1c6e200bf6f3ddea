"""One run of a job at a time, by leases in the database that survive killed processes."""

import logging
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F

from apps.commerce.models import ProviderJob
from apps.commerce.states import Job

logger = logging.getLogger(__name__)

ALERT_AFTER = 3
"""Consecutive failed runs; a single failure is often a short outage of the provider."""


@transaction.atomic(durable=True)
def acquire(*, job: Job, at: datetime, lease: timedelta) -> UUID | None:
    """The id of the new lease, or None while another run has one."""
    ProviderJob.objects.bulk_create([ProviderJob(job=job)], ignore_conflicts=True)
    holder = uuid4()
    return holder if ProviderJob.objects.acquire(job=job, holder=holder, at=at, lease=lease) else None


def release(
    *, job: Job, holder: UUID, at: datetime, has_failed: bool, result: str, resume_at: datetime | None
) -> None:
    """Release the lease and record the result; a run that outlived its lease changes nothing."""
    failures = F("failures") + 1 if has_failed else 0
    changes = {"failures": failures, "result": result[:300], "resume_at": resume_at, "finished_at": at}
    if not has_failed:
        changes["succeeded_at"] = at
    with transaction.atomic(durable=True):
        row = ProviderJob.objects.held_by(holder)
        if not row.update(holder=None, lease_until=None, **changes):
            logger.error("provider job outlived its lease", extra={"facts": {"job": job}})
            return
    _alert(job, result=result)


def resume_position(job: Job) -> datetime | None:
    return ProviderJob.objects.filter(pk=job).values_list("resume_at", flat=True).first()


def has_succeeded(job: Job) -> bool:
    return ProviderJob.objects.filter(pk=job, succeeded_at__isnull=False).exists()


def _alert(job: Job, *, result: str) -> None:
    """Log after every third failure, so that an outage stays visible without flooding the log."""
    failures = ProviderJob.objects.get(pk=job).failures
    if failures and failures % ALERT_AFTER == 0:
        logger.error(
            "provider job keeps failing",
            extra={"facts": {"job": job, "failures": failures, "result": result}},
        )
