from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from apps.content.states import AuditStatus
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.months import financial_year_label


class ComplianceAuditQuerySet(InvalidatesCacheQuerySet["ComplianceAudit"]):
    pass


class ComplianceAudit(InvalidatesCache, models.Model):
    """The yearly audit of how we keep to the regulator's rules; one row a financial year."""

    cache_tags = ("site",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    year = models.PositiveSmallIntegerField(
        "financial year",
        unique=True,
        validators=[MinValueValidator(2013), MaxValueValidator(2099)],
        help_text="The year in which it begins: 2025 for 2025-26.",
    )
    status = models.CharField(max_length=16, choices=AuditStatus)
    auditor = models.CharField("audited by", max_length=160, blank=True)
    report_date = models.DateField("date of the report", null=True, blank=True)
    remarks = models.CharField(max_length=300, blank=True)

    objects = ComplianceAuditQuerySet.as_manager()

    class Meta:
        ordering = ("-year",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(status=AuditStatus.CONDUCTED)
                | (models.Q(report_date__isnull=False) & ~models.Q(auditor="")),
                name="a_conducted_audit_has_its_report",
                violation_error_message="An audit that was conducted has an auditor and a report's date.",
            ),
        ]

    def __str__(self) -> str:
        return self.financial_year

    @property
    def financial_year(self) -> str:
        """'2025-26'"""
        return financial_year_label(self.year)
