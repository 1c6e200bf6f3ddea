"""Tax invoices and credit notes: what stands on them, and their PDF. No rows, no clock."""

from apps.commerce.documents.facts import Document, Item, Kind, Party, frozen, thawed
from apps.commerce.documents.invoice_pdf import pdf
from apps.commerce.pricing import TaxLine

__all__ = ["Document", "Item", "Kind", "Party", "TaxLine", "frozen", "pdf", "thawed"]
