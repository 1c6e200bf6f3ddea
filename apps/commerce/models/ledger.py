from typing import ClassVar

from django.db import models

from apps.commerce.models.append_only import AppendOnlyManager, AppendOnlyModel
from apps.commerce.states import Account


class LedgerEntry(AppendOnlyModel, models.Model):
    """Money into (positive) or out of (negative) an account. All entries of a cause sum to zero."""

    order = models.ForeignKey("commerce.Order", models.PROTECT, related_name="ledger")
    cause = models.CharField(max_length=80)
    at = models.DateTimeField()
    account = models.CharField(max_length=10, choices=Account)
    paise = models.BigIntegerField()
    # Null in entries that a release without the hash chain wrote during a deployment.
    position = models.PositiveIntegerField(null=True, help_text="In the hash chain of its order, from 0.")
    digest = models.CharField(
        max_length=64, db_default="", help_text="Covers the entry and the previous digest of its order."
    )

    objects: ClassVar[AppendOnlyManager] = AppendOnlyManager()

    class Meta:
        verbose_name_plural = "ledger entries"
        ordering = ("-at", "cause", "id")
        indexes: ClassVar = [models.Index(fields=["-at", "cause", "id"], name="ledger_by_time")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(paise=0), name="ledger_entry_moves_something"),
            # A cause can be booked only once.
            models.UniqueConstraint(fields=["cause", "account"], name="account_once_a_journal"),
            models.UniqueConstraint(fields=["order", "position"], name="ledger_position_of_order"),
        ]

    def __str__(self) -> str:
        return f"{self.get_account_display()}, {self.cause}"


class LedgerCheckpoint(AppendOnlyModel, models.Model):
    """The sum of a finished day's ledger entries. Each digest covers the previous day's."""

    day = models.DateField(unique=True, help_text="In Indian time.")
    entries = models.PositiveIntegerField()
    total = models.CharField(max_length=64, help_text="The sum of the digests of its entries.")
    digest = models.CharField(max_length=64)
    written_at = models.DateTimeField()

    objects: ClassVar[AppendOnlyManager] = AppendOnlyManager()

    class Meta:
        ordering = ("day",)

    def __str__(self) -> str:
        return f"{self.day}"
