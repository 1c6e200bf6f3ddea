from typing import ClassVar

from django.db import models
from django.db.models import Q

from apps.commerce.states import SettledKind
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField


class SettlementLine(models.Model):
    """A line of what the provider paid out to our bank account, compared with our payment or refund."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    provider = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, choices=SettledKind)
    provider_line_id = models.CharField(
        "provider id", max_length=40, unique=True, help_text="Of the payment, refund or adjustment."
    )
    payment = models.OneToOneField(
        "commerce.Payment", models.PROTECT, null=True, related_name="settlement_line"
    )
    refund_attempt = models.OneToOneField(
        "commerce.RefundAttempt", models.PROTECT, null=True, related_name="settlement_line"
    )
    concerns_id = models.CharField(
        "concerns",
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="The payment of a refund, or the dispute of an adjustment, if the provider names it.",
    )
    settlement_id = models.CharField(max_length=40)
    bank_reference = models.CharField("UTR", max_length=40, blank=True)
    amount_paise = PaiseField()
    fee_paise = PaiseField(help_text="With the tax on it.")
    tax_paise = PaiseField(help_text="GST on the fee.")
    net_paise = PaiseField(help_text="Paid out; negative where money was deducted.")
    currency = models.CharField(max_length=3)
    settled_at = models.DateTimeField()
    difference = models.CharField(max_length=200, blank=True, help_text="From what we have. Empty: none.")

    class Meta:
        verbose_name = "settlement line"
        ordering = ("-settled_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["-settled_at", "-id"], name="settlement_line_by_time"),
            models.Index(fields=["settlement_id"], name="settlement_line_of"),
            models.Index(fields=["bank_reference"], name="settlement_line_by_utr"),
            models.Index(fields=["-settled_at"], name="settlement_line_differs", condition=~Q(difference="")),
        ]

    def __str__(self) -> str:
        return self.provider_line_id
