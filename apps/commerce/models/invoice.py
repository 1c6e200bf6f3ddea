from collections.abc import Mapping
from typing import ClassVar

from django.db import models

from apps.commerce.models.append_only import AppendedManager, AppendOnlyModel
from apps.commerce.states import Series


class PaperManager(AppendedManager):
    def replace_buyer(self, *, paper: "Invoice | CreditNote", buyer: Mapping[str, str]) -> None:
        """
        The one change that a paper ever sees, where its buyer has their account erased.

        Number, amounts and everything else that was issued stay as they are.
        """
        content = {**paper.content, "buyer": dict(buyer)}
        models.QuerySet(self.model, using=self._db).filter(pk=paper.pk).update(content=content)


class NumberSeries(models.Model):
    """
    The last number of a series in a financial year.

    A row and no sequence: a sequence leaves a gap wherever a transaction fails.
    """

    series = models.CharField(max_length=3, choices=Series)
    year = models.CharField(max_length=4, help_text="2627 for April 2026 to March 2027.")
    last = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "number series"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["series", "year"], name="one_row_a_series_and_year"),
        ]

    def __str__(self) -> str:
        return f"{self.series}{self.year}"


class IssuedDocument(AppendOnlyModel, models.Model):
    """What is numbered without a gap and stays as it was issued."""

    number = models.CharField(max_length=16, unique=True)
    issued_at = models.DateTimeField(db_index=True)
    content = models.JSONField()

    objects: ClassVar[PaperManager] = PaperManager()

    class Meta:
        abstract = True
        ordering = ("-issued_at", "-id")

    def __str__(self) -> str:
        return self.number


class Invoice(IssuedDocument):
    """A tax invoice as it was issued."""

    order = models.OneToOneField("commerce.Order", models.PROTECT, related_name="invoice")


class CreditNote(IssuedDocument):
    """Takes back an invoice, whole or in part."""

    refund = models.OneToOneField("commerce.Refund", models.PROTECT, related_name="credit_note")
    invoice = models.ForeignKey(Invoice, models.PROTECT, related_name="credit_notes")
