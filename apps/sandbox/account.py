"""Options of the merchant account at the provider. Tests change them at run time."""

from dataclasses import dataclass

from apps.sandbox import settings

RECEIPT_MODES = ("same", "reject", "duplicate")
REFUND_STATUSES = ("processed", "pending", "failed")


@dataclass
class Account:
    receipt_mode: str = settings.SANDBOX_RECEIPT_MODE
    refund_status: str = "processed"
    webhook_secret: str = settings.SANDBOX_WEBHOOK_SECRET


account = Account()
