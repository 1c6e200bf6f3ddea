"""Choices of the office: files to export, and wordings to approve."""

from django.db.models import TextChoices


class ExportFile(TextChoices):
    SALES = "sales", "Sales"
    GST = "gst", "GST register"
    LEDGER = "ledger", "Ledger"
    PAYOUTS = "payouts", "Payments and payouts"
    COUPONS = "coupons", "Coupons used"
    ATTENDANCE = "attendance", "Attendance"
    LEARNERS = "learners", "Learners"
    ATTENDEES = "attendees", "Attendees of an event"

    @property
    def permission(self) -> str:
        return f"office.export_{self.value}"


FILES_OF_A_PERIOD = tuple(file for file in ExportFile if file != ExportFile.ATTENDEES)
"""Those of the page 'Figures'; attendees are exported on the page of their event."""


class ExportFormat(TextChoices):
    CSV = "csv", "CSV"
    XLSX = "xlsx", "XLSX"


class WordingKey(TextChoices):
    """What the specification words and the law may see otherwise: Compliance approves each as it stands."""

    CONSENT_LABEL = "consent-label", "Label of the WhatsApp box"
    VERIFIED_BADGE = "verified-badge", "Badge in the header"
    PRO_HEADING = "pro-heading", "Heading of the Pro page"
