"""One run of a job at a time, and what became of it: rows, so that every process and a killed one agree."""

import logging
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F

from apps.commerce.models import ProviderJob
from apps.commerce.states import Job

logger = logging.getLogger(__name__)

ALERT_AFTER = 3
"""Runs that failed one after another: one alone is the provider's bad minute."""


@transaction.atomic(durable=True)
def take(*, job: Job, at: datetime, lease: timedelta) -> UUID | None:
    """The holder's id of a new run, or None while another run has the lease."""
    ProviderJob.objects.bulk_create([ProviderJob(job=job)], ignore_conflicts=True)
    holder = uuid4()
    return holder if ProviderJob.objects.take(job=job, holder=holder, at=at, lease=lease) else None


def finish(
    *, job: Job, holder: UUID, at: datetime, has_failed: bool, result: str, resume_at: datetime | None
) -> None:
    """Give the lease back and keep how the run ended; a run that outlived its lease changes nothing."""
    counted = F("failures") + 1 if has_failed else 0
    changes = {"failures": counted, "result": result[:300], "resume_at": resume_at, "finished_at": at}
    if not has_failed:
        changes["succeeded_at"] = at
    with transaction.atomic(durable=True):
        row = ProviderJob.objects.held_by(holder)
        if not row.update(holder=None, lease_until=None, **changes):
            logger.error("provider job outlived its lease", extra={"facts": {"job": job}})
            return
    _alert(job, result=result)


def resumes_at(job: Job) -> datetime | None:
    return ProviderJob.objects.filter(pk=job).values_list("resume_at", flat=True).first()


def _alert(job: Job, *, result: str) -> None:
    """Again after each further three: an outage stays in sight and does not fill the log."""
    failures = ProviderJob.objects.get(pk=job).failures
    if failures and failures % ALERT_AFTER == 0:
        logger.error(
            "provider job keeps failing",
            extra={"facts": {"job": job, "failures": failures, "result": result}},
        )
