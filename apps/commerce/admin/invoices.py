"""Invoices and credit notes."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.commerce.admin.records import RecordAdmin, link
from apps.commerce.models import CreditNote, Invoice
from apps.commerce.selectors import invoices
from apps.commerce.templatetags.amounts import paise


class PaperAdmin(RecordAdmin):
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
    search_help_text = "Number of the paper or the order, mobile, or an id of the provider's, in full."
    ordering = ("-issued_at", "-id")
    own_names: ClassVar = ("number",)
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
    def buyer(self, paper: Any) -> str:
        return str(paper.content["buyer"]["name"])

    @admin.display(description="GSTIN", empty_value="None")
    def gstin(self, paper: Any) -> str | None:
        return paper.content["buyer"]["gstin"] or None

    @admin.display(description="place of supply")
    def state(self, paper: Any) -> str:
        return str(paper.content["place_of_supply"])

    @admin.display(description="taxable")
    def taxable(self, paper: Any) -> str:
        return paise(paper.content["taxable_paise"])

    @admin.display(description="tax")
    def tax(self, paper: Any) -> str:
        lines = paper.content["tax_lines"]
        return ", ".join(f"{line['name']} {line['rate']}%: {paise(line['paise'])}" for line in lines)

    @admin.display(description="total")
    def total(self, paper: Any) -> str:
        return paise(paper.content["total_paise"])

    @admin.display(description="PDF")
    def pdf(self, paper: Any) -> SafeString:
        return pdf_link(paper, "PDF")

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.pdf_view)
        name = f"{self.opts.app_label}_{self.opts.model_name}_pdf"
        return [path("<path:object_id>/pdf/", view, name=name), *super().get_urls()]

    def pdf_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.asked(request, object_id)
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        paper = invoices.printed(row)
        response = HttpResponse(paper.pdf, content_type="application/pdf")
        response["Content-Disposition"] = f'inline; filename="{paper.number}.pdf"'
        return response


@admin.register(Invoice)
class InvoiceAdmin(PaperAdmin):
    list_select_related = ("order",)


@admin.register(CreditNote)
class CreditNoteAdmin(PaperAdmin):
    order_path = "refund__order"
    list_display = (*PaperAdmin.list_display[:3], "invoice_link", *PaperAdmin.list_display[3:])
    list_select_related = ("refund__order", "invoice")
    fields = (*PaperAdmin.fields[:3], "invoice_link", *PaperAdmin.fields[3:])

    @admin.display(description="order")
    def order_link(self, row: Any) -> SafeString:
        return link(row.refund.order, row.refund.order.number)

    @admin.display(description="invoice")
    def invoice_link(self, note: Any) -> SafeString:
        return link(note.invoice, note.invoice.number)


def pdf_link(paper: Invoice | CreditNote, text: str) -> SafeString:
    meta = paper._meta
    to = reverse(f"admin:{meta.app_label}_{meta.model_name}_pdf", args=[paper.pk])
    return format_html('<a href="{}" target="_blank" rel="noopener">{}</a>', to, text)
