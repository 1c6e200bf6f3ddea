from collections.abc import Mapping
from typing import ClassVar

from django.db import models

from apps.commerce.models.append_only import AppendOnlyManager, AppendOnlyModel
from apps.commerce.states import Series


class IssuedDocumentManager(AppendOnlyManager):
    def replace_buyer(self, *, document: "Invoice | CreditNote", buyer: Mapping[str, str]) -> None:
        """
        The only change to an issued document: the buyer erased their account.

        Number, amounts and everything else stay as issued.
        """
        content = {**document.content, "buyer": dict(buyer)}
        models.QuerySet(self.model, using=self._db).filter(pk=document.pk).update(content=content)


class NumberSeries(models.Model):
    """
    The last number of a series in a financial year.

    A row, not a database sequence: a sequence leaves a gap whenever a transaction fails. After a restored
    backup the numbers go on from 1 under the next letter.
    """

    series = models.CharField(max_length=3, choices=Series)
    year = models.CharField(max_length=4, help_text="2627 for April 2026 to March 2027.")
    letter = models.CharField(max_length=1, blank=True, db_default="")
    last = models.PositiveIntegerField(default=0)
    last_issued_at = models.DateTimeField(
        null=True, help_text="The date of the last number: later ones have no earlier date."
    )
    began_at = models.DateTimeField(null=True, help_text="When the letter began, after a restored backup.")
    ended = models.JSONField(
        null=True, help_text="The last known number of each letter before. More of them were issued and lost."
    )

    class Meta:
        verbose_name_plural = "number series"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["series", "year"], name="one_row_a_series_and_year"),
            models.CheckConstraint(
                condition=models.Q(letter="", began_at__isnull=True, ended__isnull=True)
                | ~models.Q(letter="") & models.Q(began_at__isnull=False, ended__isnull=False),
                name="number_series_letter_began",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series}{self.year}{self.letter}"


class IssuedDocument(AppendOnlyModel, models.Model):
    """Numbered without gaps, and append-only."""

    number = models.CharField(max_length=16, unique=True)
    issued_at = models.DateTimeField(db_index=True)
    content = models.JSONField()

    objects: ClassVar[IssuedDocumentManager] = IssuedDocumentManager()

    class Meta:
        abstract = True
        ordering = ("-issued_at", "-id")
        indexes: ClassVar = [models.Index(fields=["-issued_at", "-id"], name="%(class)s_by_time")]

    def __str__(self) -> str:
        return self.number


class Invoice(IssuedDocument):
    """A tax invoice."""

    order = models.OneToOneField("commerce.Order", models.PROTECT, related_name="invoice")


class CreditNote(IssuedDocument):
    """Reverses an invoice in full or in part."""

    refund = models.OneToOneField("commerce.Refund", models.PROTECT, related_name="credit_note")
    invoice = models.ForeignKey(Invoice, models.PROTECT, related_name="credit_notes")
