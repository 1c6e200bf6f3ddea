from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from apps.content.months import financial_year_label
from apps.content.states import AuditStatus
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class ComplianceAuditQuerySet(InvalidatesCacheQuerySet["ComplianceAudit"]):
    pass


class ComplianceAudit(InvalidatesCache, models.Model):
    """The compliance audit that the regulator requires; one row for each financial year."""

    cache_tags = ("site",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    year = models.PositiveSmallIntegerField(
        "financial year",
        unique=True,
        validators=[MinValueValidator(2013), MaxValueValidator(2099)],
        help_text="The year in which it starts: 2025 for 2025-26.",
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
                violation_error_message="A conducted audit needs an auditor and the date of its report.",
            ),
        ]

    def __str__(self) -> str:
        return self.financial_year

    @property
    def financial_year(self) -> str:
        """'2025-26'"""
        return financial_year_label(self.year)
