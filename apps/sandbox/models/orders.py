from django.db import models
from django.db.models import F, Q

from apps.sandbox import ids
from apps.sandbox.states import OrderStatus

MINIMUM_PAISE = 100
RECEIPT_LENGTH = 40


def new_order_id() -> str:
    return ids.new_id("order")


class OrderQuerySet(models.QuerySet["Order"]):
    def newest_first(self) -> "OrderQuerySet":
        return self.order_by("-created_at", "-pk")


class Order(models.Model):
    """An amount that a merchant wants to be paid."""

    id = models.CharField(primary_key=True, max_length=20, default=new_order_id, editable=False)
    amount_paise = models.PositiveBigIntegerField()
    amount_paid_paise = models.PositiveBigIntegerField(default=0)
    currency = models.CharField(max_length=3)
    receipt = models.CharField(max_length=RECEIPT_LENGTH, null=True)
    # Set only if the merchant sent `unique_receipt` and the account supports it.
    unique_receipt = models.CharField(max_length=RECEIPT_LENGTH, null=True, unique=True)
    status = models.CharField(max_length=9, choices=OrderStatus, default=OrderStatus.CREATED)
    attempts = models.PositiveIntegerField(default=0)
    notes = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    objects = OrderQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["-created_at", "-id"], name="order_newest_first")]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount_paise__gte=MINIMUM_PAISE), name="order_amount_is_at_least_the_minimum"
            ),
            models.CheckConstraint(
                condition=Q(status=OrderStatus.PAID, amount_paid_paise=F("amount_paise"))
                | (~Q(status=OrderStatus.PAID) & Q(amount_paid_paise=0)),
                name="order_is_paid_in_full_or_not_at_all",
            ),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def amount_due_paise(self) -> int:
        return self.amount_paise - self.amount_paid_paise
