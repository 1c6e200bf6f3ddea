from datetime import datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from apps.commerce.states import Job


class ProviderJobQuerySet(models.QuerySet["ProviderJob"]):
    """Each change is one conditional update, which decides between processes on every database."""

    def take(self, *, job: Job, holder: UUID, at: datetime, lease: timedelta) -> bool:
        """Start a run unless another one has the lease; one that outlived its lease has failed."""
        row = self.filter(job=job)
        ours: dict[str, Any] = {"holder": holder, "lease_until": at + lease, "started_at": at}
        if row.filter(holder__isnull=True).update(**ours):
            return True
        was_killed = row.filter(Q(lease_until__lte=at), holder__isnull=False)
        return was_killed.update(**ours, failures=F("failures") + 1) == 1

    def held_by(self, holder: UUID) -> "ProviderJobQuerySet":
        return self.filter(holder=holder)


class ProviderJob(models.Model):
    """A scheduled job that calls the provider: who runs it now, and how its last runs ended."""

    job = models.CharField(primary_key=True, max_length=20, choices=Job)
    holder = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True, help_text="From when on another process may run it.")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    succeeded_at = models.DateTimeField(null=True, help_text="When a run last ended without a failure.")
    failures = models.PositiveIntegerField(default=0, help_text="Runs in a row that failed.")
    result = models.CharField(max_length=300, blank=True, help_text="What the last run counted.")
    resume_at = models.DateTimeField(
        null=True, help_text="Where the next run goes on, if one ran out of time."
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
