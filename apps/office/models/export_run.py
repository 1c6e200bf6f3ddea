from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id
from apps.office.states import ExportFile, ExportFormat


class ExportRun(models.Model):
    """
    That somebody exported a file: the record of all exports.

    It is written before the file, so that an export that fails leaves a trace, and completed once after it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    file = models.CharField(max_length=20, choices=ExportFile)
    format = models.CharField(max_length=4, choices=ExportFormat)
    first_day = models.DateField(help_text="Of the period, in Indian time.")
    last_day = models.DateField(help_text="Of the period, in Indian time. Included.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    started_at = models.DateTimeField("exported at")
    finished_at = models.DateTimeField(null=True, help_text="Empty if no file was written.")
    rows = models.PositiveIntegerField(null=True, help_text="Rows of the file, without its headings.")

    class Meta:
        verbose_name = "export"
        ordering = ("-started_at", "-id")
        default_permissions = ("view",)
        permissions: ClassVar = [
            ("export_sales", "Can export sales"),
            ("export_gst", "Can export the GST register"),
            ("export_ledger", "Can export the ledger"),
            ("export_payouts", "Can export payments and payouts"),
            ("export_coupons", "Can export coupons used"),
            ("export_attendance", "Can export attendance, with names and mobile numbers"),
            ("export_learners", "Can export learners, with names, mobile numbers and emails"),
            ("export_attendees", "Can export the attendees of an event, with names and mobile numbers"),
        ]
        indexes: ClassVar = [models.Index(fields=["-started_at", "-id"], name="export_newest")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="export_period_is_in_order"
            ),
            models.CheckConstraint(
                condition=models.Q(finished_at__isnull=True, rows__isnull=True)
                | models.Q(finished_at__isnull=False, rows__isnull=False),
                name="finished_export_has_rows",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_file_display()}, {self.first_day} to {self.last_day}"
