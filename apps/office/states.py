"""The files that staff can export."""

from django.db.models import TextChoices


class ExportFile(TextChoices):
    SALES = "sales", "Sales"
    GST = "gst", "GST register"
    LEDGER = "ledger", "Ledger"
    PAYOUTS = "payouts", "Payments and payouts"
    COUPONS = "coupons", "Coupons used"
    ATTENDANCE = "attendance", "Attendance"
    LEARNERS = "learners", "Learners"

    @property
    def permission(self) -> str:
        return f"office.export_{self.value}"


class ExportFormat(TextChoices):
    CSV = "csv", "CSV"
    XLSX = "xlsx", "XLSX"
