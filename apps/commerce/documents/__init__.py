"""Tax invoices and credit notes: their content and their PDF. Pure code: no models, no clock."""

from apps.commerce.documents.document import Document, Item, Kind, Party, from_json, to_json
from apps.commerce.documents.invoice_pdf import on_one_line, pdf
from apps.commerce.pricing import TaxLine

__all__ = ["Document", "Item", "Kind", "Party", "TaxLine", "from_json", "on_one_line", "pdf", "to_json"]
