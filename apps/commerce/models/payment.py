from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from apps.commerce.deadlines import PAYOUT_ALARM, PAYOUT_EXPECTED
from apps.commerce.states import PaymentStatus
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField, paise_value


class PaymentQuerySet(models.QuerySet["Payment"]):
    def reserve_refund(self, *, paise: int) -> bool:
        """Reserve an amount for a refund; False if less is left."""
        refundable = self.filter(
            status=PaymentStatus.CAPTURED, refunded_paise__lte=F("amount_paise") - paise_value(paise)
        )
        return refundable.update(refunded_paise=F("refunded_paise") + paise_value(paise)) == 1

    def not_paid_out(self, *, at: datetime) -> "PaymentQuerySet":
        """Captured, and in no settlement of the provider, though it should be by now."""
        return self.filter(
            captured_at__gte=at - PAYOUT_ALARM,
            captured_at__lt=at - PAYOUT_EXPECTED,
            settlement_line__isnull=True,
        )


class Payment(models.Model):
    """A payment at the provider, as last reported. Its amount never changes."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    order = models.ForeignKey("commerce.Order", models.PROTECT, related_name="payments")
    provider_payment_id = models.CharField(max_length=40, unique=True)
    amount_paise = PaiseField()
    currency = models.CharField(max_length=3)
    status = models.CharField(max_length=10, choices=PaymentStatus)
    refunded_paise = PaiseField(default=0, help_text="Refunded, or reserved for a refund.")
    first_seen_at = models.DateTimeField()
    captured_at = models.DateTimeField(null=True)

    objects = PaymentQuerySet.as_manager()

    class Meta:
        ordering = ("-first_seen_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["-first_seen_at", "-id"], name="payment_by_time"),
            models.Index(
                fields=["captured_at"], name="payment_by_capture", condition=Q(captured_at__isnull=False)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(refunded_paise__gte=0, refunded_paise__lte=F("amount_paise")),
                name="refunded_at_most_what_was_captured",
            ),
            models.CheckConstraint(
                condition=Q(status=PaymentStatus.CAPTURED, captured_at__isnull=False)
                | (~Q(status=PaymentStatus.CAPTURED) & Q(captured_at__isnull=True, refunded_paise=0)),
                name="payment_captured_at_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return self.provider_payment_id
