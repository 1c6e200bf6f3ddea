from typing import ClassVar

from django.db import models
from django.db.models import Q

from apps.commerce.states import DISPUTE_FINAL, DisputeStatus
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField


class DisputeQuerySet(models.QuerySet["Dispute"]):
    def undecided(self) -> "DisputeQuerySet":
        return self.exclude(status__in=DISPUTE_FINAL)


class Dispute(models.Model):
    """A chargeback, or the threat of one. Staff respond to it in the provider's dashboard."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    order = models.ForeignKey("commerce.Order", models.PROTECT, related_name="disputes")
    provider_dispute_id = models.CharField(max_length=40, unique=True)
    provider_payment_id = models.CharField(max_length=40)
    amount_paise = PaiseField()
    deducted_paise = PaiseField(default=0, help_text="Deducted from our balance for a lost dispute.")
    currency = models.CharField(max_length=3)
    phase = models.CharField(max_length=40, blank=True)
    reason_code = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=15, choices=DisputeStatus)
    respond_by = models.DateTimeField(null=True, help_text="Deadline for evidence.")
    opened_at = models.DateTimeField()
    status_at = models.DateTimeField(help_text="When the status changed at the provider.")

    objects = DisputeQuerySet.as_manager()

    class Meta:
        ordering = ("-opened_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["-opened_at", "-id"], name="dispute_by_time"),
            models.Index(
                fields=["respond_by"], name="dispute_undecided", condition=~Q(status__in=DISPUTE_FINAL)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(amount_paise__gte=0, deducted_paise__gte=0), name="dispute_amounts_from_zero"
            ),
        ]

    def __str__(self) -> str:
        return self.provider_dispute_id
