from typing import ClassVar

from django.db import models

from apps.commerce.models.appended import Appended, AppendedManager
from apps.commerce.states import Account


class LedgerEntry(Appended, models.Model):
    """Money into an account (above zero) or out of it; all entries of a cause sum to zero."""

    order = models.ForeignKey("commerce.Order", models.PROTECT, related_name="ledger")
    cause = models.CharField(max_length=80)
    at = models.DateTimeField()
    account = models.CharField(max_length=10, choices=Account)
    paise = models.BigIntegerField()

    objects: ClassVar[AppendedManager] = AppendedManager()

    class Meta:
        verbose_name_plural = "ledger entries"
        ordering = ("-at", "cause", "id")
        indexes: ClassVar = [models.Index(fields=["-at", "cause", "id"], name="ledger_by_time")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(paise=0), name="ledger_entry_moves_something"),
            # A cause is booked once: its second journal would meet the first one's accounts.
            models.UniqueConstraint(fields=["cause", "account"], name="account_once_a_journal"),
        ]

    def __str__(self) -> str:
        return f"{self.cause}: {self.get_account_display()} {self.paise}"
