from django.db import models

from apps.sandbox import ids
from apps.sandbox.models.payments import Payment
from apps.sandbox.states import RefundStatus


def new_refund_id() -> str:
    return ids.new_id("rfnd")


class RefundQuerySet(models.QuerySet["Refund"]):
    def newest_first(self) -> "RefundQuerySet":
        return self.order_by("-created_at", "-pk")


class Refund(models.Model):
    """A full or partial refund of a payment."""

    id = models.CharField(primary_key=True, max_length=20, default=new_refund_id, editable=False)
    payment_id: str
    payment = models.ForeignKey(Payment, on_delete=models.CASCADE, related_name="refunds")
    amount_paise = models.PositiveBigIntegerField()
    status = models.CharField(max_length=9, choices=RefundStatus)
    receipt = models.CharField(max_length=40, null=True)
    notes = models.JSONField(default=dict)
    # The idempotency key and the request it came with: a repeat must be the same.
    key = models.CharField(max_length=200, null=True, unique=True)
    request = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    objects = RefundQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["-created_at", "-id"], name="refund_newest_first")]

    def __str__(self) -> str:
        return self.id
