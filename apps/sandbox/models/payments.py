from django.db import models
from django.db.models import F, Q

from apps.sandbox import ids
from apps.sandbox.models.orders import Order
from apps.sandbox.states import PaymentStatus


def new_payment_id() -> str:
    return ids.new_id("pay")


class PaymentQuerySet(models.QuerySet["Payment"]):
    def newest_first(self) -> "PaymentQuerySet":
        return self.order_by("-created_at", "-pk")


class Payment(models.Model):
    """One attempt to pay an order."""

    id = models.CharField(primary_key=True, max_length=20, default=new_payment_id, editable=False)
    order_id: str
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="payments")
    amount_paise = models.PositiveBigIntegerField()
    refunded_paise = models.PositiveBigIntegerField(default=0)
    currency = models.CharField(max_length=3)
    status = models.CharField(max_length=10, choices=PaymentStatus)
    # A second payment of an order is refunded without having been captured.
    is_captured = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    objects = PaymentQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["-created_at", "-id"], name="payment_newest_first")]
        constraints = [
            models.CheckConstraint(
                condition=Q(refunded_paise__lte=F("amount_paise")), name="no_more_refunded_than_was_paid"
            ),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def left_paise(self) -> int:
        return self.amount_paise - self.refunded_paise
