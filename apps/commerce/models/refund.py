from typing import ClassVar

from django.db import models
from django.db.models import Q

from apps.commerce.states import RefundCause, RefundStatus
from apps.core.columns import PaiseField
from apps.core.ids import new_id


class Refund(models.Model):
    """Money that goes back to a buyer, from the decision to the bank; one for each cause."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    order = models.ForeignKey("commerce.Order", models.PROTECT, related_name="refunds")
    payment = models.ForeignKey(
        "commerce.Payment",
        models.PROTECT,
        null=True,
        related_name="refunds",
        help_text="None where the bill was zero.",
    )
    amount_paise = PaiseField()
    cause = models.CharField(max_length=10, choices=RefundCause)
    cause_key = models.CharField(max_length=80, unique=True, help_text="The same cause refunds once.")
    reason = models.CharField(max_length=200)
    asked_by = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=10, choices=RefundStatus, default=RefundStatus.REQUESTED)
    provider_refund_id = models.CharField(max_length=40, null=True, unique=True)
    tries = models.PositiveSmallIntegerField(default=1, help_text="Each has its own key with the provider.")
    requested_at = models.DateTimeField()
    promised_date = models.DateField()
    processed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("requested_at", "id")
        indexes: ClassVar = [
            models.Index(fields=["status", "requested_at"], name="refund_by_status"),
            models.Index(fields=["-requested_at", "-id"], name="refund_by_time"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status=RefundStatus.PROCESSED, processed_at__isnull=False)
                | (~Q(status=RefundStatus.PROCESSED) & Q(processed_at__isnull=True)),
                name="refund_processed_at_a_moment",
            ),
            models.CheckConstraint(
                condition=Q(amount_paise=0) | Q(payment__isnull=False), name="refund_of_a_payment"
            ),
        ]

    def __str__(self) -> str:
        return f"Refund of {self.order_id}"

    @property
    def key(self) -> str:
        """Under which the provider makes this refund once, however often it is asked."""
        return f"{self.pk.hex}-{self.tries}"
