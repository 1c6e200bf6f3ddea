"""Invoices and credit notes."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.audit.services import trail
from apps.commerce.admin.records import RecordAdmin, link
from apps.commerce.models import CreditNote, Invoice
from apps.commerce.selectors import invoices
from apps.core.formatting import exact_price


class IssuedDocumentAdmin(RecordAdmin):
    shows_personal_data = True
    list_display: tuple[str, ...] = (
        "issued_at",
        "number",
        "order_link",
        "buyer",
        "state",
        "total",
        "pdf",
    )
    list_display_links = ("number",)
    list_filter = ("issued_at",)
    search_help_text = "Full document number, order number, mobile or provider id."
    ordering = ("-issued_at", "-id")
    search_columns: ClassVar = ("number",)
    fields: ClassVar[tuple[str, ...]] = (
        "number",
        "issued_at",
        "order_link",
        "buyer",
        "gstin",
        "state",
        "taxable",
        "tax",
        "total",
        "pdf",
    )

    @admin.display(description="buyer")
    def buyer(self, document: Any) -> str:
        return str(document.content["buyer"]["name"])

    @admin.display(description="GSTIN")
    def gstin(self, document: Any) -> str | None:
        return document.content["buyer"]["gstin"] or None

    @admin.display(description="place of supply")
    def state(self, document: Any) -> str:
        return str(document.content["place_of_supply"])

    @admin.display(description="taxable value")
    def taxable(self, document: Any) -> str:
        return exact_price(document.content["taxable_paise"])

    @admin.display(description="tax")
    def tax(self, document: Any) -> str:
        lines = document.content["tax_lines"]
        return ", ".join(f"{line['name']} {line['rate']}%: {exact_price(line['paise'])}" for line in lines)

    @admin.display(description="total")
    def total(self, document: Any) -> str:
        return exact_price(document.content["total_paise"])

    @admin.display(description="PDF")
    def pdf(self, document: Any) -> SafeString:
        return pdf_link(document, "PDF")

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.pdf_view)
        name = f"{self.opts.app_label}_{self.opts.model_name}_pdf"
        return [path("<path:object_id>/pdf/", view, name=name), *super().get_urls()]

    def pdf_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.get_object_or_404(request, object_id)
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        trail.record_view(request, row, note="PDF")
        document = invoices.render_pdf(row)
        response = HttpResponse(document.pdf, content_type="application/pdf")
        response["Content-Disposition"] = f'inline; filename="{document.number}.pdf"'
        return response


@admin.register(Invoice)
class InvoiceAdmin(IssuedDocumentAdmin):
    list_select_related = ("order",)


@admin.register(CreditNote)
class CreditNoteAdmin(IssuedDocumentAdmin):
    order_path = "refund__order"
    list_display = (
        *IssuedDocumentAdmin.list_display[:3],
        "invoice_link",
        *IssuedDocumentAdmin.list_display[3:],
    )
    list_select_related = ("refund__order", "invoice")
    fields = (*IssuedDocumentAdmin.fields[:3], "invoice_link", *IssuedDocumentAdmin.fields[3:])

    @admin.display(description="order")
    def order_link(self, row: Any) -> SafeString:
        return link(row.refund.order, row.refund.order.number)

    @admin.display(description="invoice")
    def invoice_link(self, note: Any) -> SafeString:
        return link(note.invoice, note.invoice.number)


def pdf_link(document: Invoice | CreditNote, text: str) -> SafeString:
    meta = document._meta
    to = reverse(f"admin:{meta.app_label}_{meta.model_name}_pdf", args=[document.pk])
    return format_html('<a href="{}" target="_blank" rel="noopener">{}</a>', to, text)
