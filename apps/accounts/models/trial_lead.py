from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.accounts import deadlines
from apps.core.ids import new_id


class TrialLeadQuerySet(models.QuerySet["TrialLead"]):
    def waiting_at(self, moment: datetime) -> "TrialLeadQuerySet":
        return self.filter(granted_at__isnull=True, asked_at__gt=moment - deadlines.TRIAL_REGISTRATION)

    def lapsed_at(self, moment: datetime) -> "TrialLeadQuerySet":
        return self.filter(granted_at__isnull=True, asked_at__lte=moment - deadlines.TRIAL_REGISTRATION)


class TrialLead(models.Model):
    """
    A number that was registered for the free trial.

    The digest is kept after an erasure, so the same number cannot have a second trial.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    mobile = models.CharField(max_length=10, blank=True, db_index=True)
    mobile_digest = models.CharField(max_length=64, unique=True)
    asked_at = models.DateTimeField("requested at", db_index=True)
    address = models.GenericIPAddressField(null=True)
    granted_at = models.DateTimeField(null=True, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects = TrialLeadQuerySet.as_manager()

    class Meta:
        ordering = ("-asked_at", "-id")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(granted_at__isnull=True) | models.Q(granted_at__gte=models.F("asked_at")),
                name="trial_granted_after_asking",
            ),
        ]

    def __str__(self) -> str:
        return f"Trial of the number ending in {self.mobile[-2:]}" if self.mobile else "Trial, erased"
