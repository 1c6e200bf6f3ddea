from decimal import Decimal
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from apps.commerce.states import RefundRequestStatus
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField


class RefundSettings(models.Model):
    """Above which sums a refund needs a second person, and which fee is too high. There is one row."""

    ONLY_ID = 1
    USUAL_FEE_PERCENT = Decimal(5)

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID, editable=False)
    second_person_above_paise = PaiseField(
        "second person above",
        null=True,
        blank=True,
        help_text="A refund that brings what staff refunded of an order above this sum waits until another "
        "person approves it. Leave empty for no limit.",
    )
    person_day_paise = PaiseField(
        "sum per person and day",
        null=True,
        blank=True,
        help_text="A refund that brings what one person refunded alone on a day in India above this sum "
        "waits as well. Leave empty for no limit.",
    )
    raised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        help_text="Who raised a sum, until somebody else saves these settings.",
    )
    sum_before_paise = PaiseField(
        "sum before",
        null=True,
        editable=False,
        help_text="Counts for refunds by whoever raised it.",
    )
    person_day_before_paise = PaiseField(
        "sum per person and day before",
        null=True,
        editable=False,
        help_text="Counts for refunds by whoever raised it.",
    )

    highest_fee_percent = models.DecimalField(
        "highest fee",
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(100)],
        help_text="In percent of the amount, GST on the fee included. A settlement line with a higher fee "
        f"differs from our books. Leave empty for {USUAL_FEE_PERCENT}.",
    )

    class Meta:
        verbose_name = verbose_name_plural = "refund settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="one_row_of_refund_settings"),
        ]

    def __str__(self) -> str:
        return "Refund settings"


class RefundRequest(models.Model):
    """A refund that one person asks for and another decides. Lines and sum are those of the request."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    order = models.ForeignKey("commerce.Order", models.PROTECT, related_name="refund_requests")
    line_ids = models.JSONField()
    part_of = models.ForeignKey(
        "commerce.OrderLine",
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="The line whose price it refunds in part.",
    )
    amount_paise = PaiseField()
    reason = models.CharField(max_length=200)
    release_coupon = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=RefundRequestStatus, default=RefundRequestStatus.WAITING)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    requested_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    decision_note = models.CharField(max_length=200, blank=True)
    refund = models.OneToOneField("commerce.Refund", models.PROTECT, null=True, related_name="request")

    class Meta:
        ordering = ("-requested_at", "-id")
        default_permissions = ("view",)
        permissions: ClassVar = [("approve_refund", "Can approve or decline a refund that waits")]
        indexes: ClassVar = [
            models.Index(fields=["-requested_at", "-id"], name="refund_request_by_time"),
            models.Index(fields=["status", "-requested_at", "-id"], name="refund_request_by_status"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["order"],
                condition=Q(status=RefundRequestStatus.WAITING),
                name="one_waiting_refund_request_an_order",
            ),
            models.CheckConstraint(
                condition=~Q(status=RefundRequestStatus.APPROVED) | ~Q(decided_by=F("requested_by")),
                name="refund_request_has_a_second_person",
            ),
            models.CheckConstraint(
                condition=Q(
                    status=RefundRequestStatus.WAITING, decided_by__isnull=True, decided_at__isnull=True
                )
                | (
                    ~Q(status=RefundRequestStatus.WAITING)
                    & Q(decided_by__isnull=False, decided_at__isnull=False)
                ),
                name="refund_request_is_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(refund__isnull=True) | Q(status=RefundRequestStatus.APPROVED),
                name="refund_request_refunds_once_approved",
            ),
        ]

    def __str__(self) -> str:
        return f"Refund of {self.order}"
