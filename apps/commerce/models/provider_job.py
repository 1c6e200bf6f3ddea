from datetime import datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from apps.commerce.states import Job
from apps.core.due import has_come

_LONGEST_LEASE = timedelta(days=1)


class ProviderJobQuerySet(models.QuerySet["ProviderJob"]):
    """Each change is one conditional update, so that exactly one process succeeds on any database."""

    def acquire(self, *, job: Job, holder: UUID, at: datetime, lease: timedelta) -> bool:
        """Take the lease unless another run has it; a run that outlived its lease counts as failed."""
        row = self.filter(job=job)
        ours: dict[str, Any] = {"holder": holder, "lease_until": at + lease, "started_at": at}
        if row.filter(holder__isnull=True).update(**ours):
            return True
        is_over = has_come("lease_until", now=at, longest=_LONGEST_LEASE)
        was_killed = row.filter(is_over, holder__isnull=False)
        return was_killed.update(**ours, failures=F("failures") + 1) == 1

    def held_by(self, holder: UUID) -> "ProviderJobQuerySet":
        return self.filter(holder=holder)


class ProviderJob(models.Model):
    """A scheduled job that calls the provider: its lease and the results of its last runs."""

    job = models.CharField(primary_key=True, max_length=20, choices=Job)
    holder = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True, help_text="After this another process may run it.")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    succeeded_at = models.DateTimeField(null=True, help_text="When a run last succeeded.")
    failures = models.PositiveIntegerField(default=0, help_text="Consecutive failed runs.")
    result = models.CharField(max_length=300, blank=True, help_text="Counts of the last run.")
    resume_at = models.DateTimeField(
        null=True, help_text="Where the next run resumes, if one ran out of time."
    )

    objects = ProviderJobQuerySet.as_manager()

    class Meta:
        ordering = ("job",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(holder__isnull=True, lease_until__isnull=True)
                | Q(holder__isnull=False, lease_until__isnull=False),
                name="provider_job_holder_has_lease",
            ),
        ]

    def __str__(self) -> str:
        return self.get_job_display()
