from datetime import datetime, timedelta
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.commerce.states import REFUND_OPEN, RefundCause, RefundStatus
from apps.core.due import has_come
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField

_LONGEST_POLL_DELAY = timedelta(days=1)


class Refund(models.Model):
    """
    A decision to refund, made here or in the provider's dashboard.

    Its status sums up its attempts.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    order = models.ForeignKey("commerce.Order", models.PROTECT, related_name="refunds")
    payment = models.ForeignKey(
        "commerce.Payment",
        models.PROTECT,
        null=True,
        related_name="refunds",
        help_text="Empty where the bill was zero.",
    )
    part_of = models.ForeignKey(
        "commerce.OrderLine",
        models.PROTECT,
        null=True,
        related_name="refunded_parts",
        help_text="The line whose price it refunds in part. The line keeps its access.",
    )
    amount_paise = PaiseField()
    cause = models.CharField(max_length=10, choices=RefundCause)
    cause_key = models.CharField(max_length=80, unique=True, help_text="Unique: a cause is refunded once.")
    reason = models.CharField(max_length=200)
    requested_by = models.CharField(max_length=80, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="The member of staff who made it without a second person.",
    )
    status = models.CharField(max_length=10, choices=RefundStatus, default=RefundStatus.REQUESTED)
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


class RefundAttemptQuerySet(models.QuerySet["RefundAttempt"]):
    def open(self) -> Self:
        return self.filter(status__in=REFUND_OPEN)

    def due(self, *, at: datetime) -> Self:
        """Open attempts that are due to be sent or polled."""
        is_due = has_come("next_poll_at", now=at, longest=_LONGEST_POLL_DELAY)
        return self.open().filter(is_due).order_by("next_poll_at", "pk")


class RefundAttempt(models.Model):
    """
    One refund at the provider: ours, with its own idempotency key, or one made in the provider's dashboard.

    Only a processed attempt has moved money.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    payment = models.ForeignKey("commerce.Payment", models.PROTECT, related_name="refund_attempts")
    refund = models.ForeignKey(
        Refund,
        models.PROTECT,
        null=True,
        related_name="attempts",
        help_text="Empty where it was made at the provider.",
    )
    idempotency_key = models.CharField(
        max_length=64, null=True, unique=True, help_text="The provider makes one refund per key."
    )
    amount_paise = PaiseField()
    status = models.CharField(max_length=10, choices=RefundStatus, default=RefundStatus.REQUESTED)
    provider_refund_id = models.CharField(max_length=40, null=True, unique=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, help_text="When it was last sent to the provider.")
    next_poll_at = models.DateTimeField(null=True, help_text="When it is sent or polled next.")
    poll_count = models.PositiveSmallIntegerField(default=0)
    processed_at = models.DateTimeField(null=True)

    objects = RefundAttemptQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "id")
        indexes: ClassVar = [
            models.Index(
                fields=["next_poll_at"], name="refund_attempt_due", condition=Q(status__in=REFUND_OPEN)
            ),
            models.Index(
                fields=["processed_at"],
                name="refund_attempt_processed",
                condition=Q(processed_at__isnull=False),
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["refund"], condition=Q(status__in=REFUND_OPEN), name="one_open_attempt_a_refund"
            ),
            models.CheckConstraint(
                condition=Q(refund__isnull=False, idempotency_key__isnull=False)
                | Q(refund__isnull=True, idempotency_key__isnull=True, provider_refund_id__isnull=False),
                name="refund_attempt_is_ours_or_theirs",
            ),
            models.CheckConstraint(
                condition=Q(
                    status=RefundStatus.PROCESSED,
                    processed_at__isnull=False,
                    provider_refund_id__isnull=False,
                )
                | (~Q(status=RefundStatus.PROCESSED) & Q(processed_at__isnull=True)),
                name="refund_attempt_processed_at_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return self.provider_refund_id or str(self.idempotency_key)

    @property
    def is_ours(self) -> bool:
        return self.refund_id is not None
