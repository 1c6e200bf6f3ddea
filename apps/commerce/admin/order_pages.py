"""The context of an order's admin page."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from apps.commerce.admin import kinds
from apps.commerce.admin.invoices import pdf_link
from apps.commerce.admin.records import REFUND_PERMISSION, address
from apps.commerce.admin.refund_requests import decision_of
from apps.commerce.models import CreditNote, Invoice, Order, Refund
from apps.commerce.selectors import refundable, second_person, timeline
from apps.commerce.selectors.lines import to_sellable_lines
from apps.commerce.selectors.timeline import TimelineEntry
from apps.commerce.states import OrderStatus, RefundStatus
from apps.core import sellables


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A timeline entry, with the URL of its admin page if the person may open that."""

    entry: TimelineEntry
    href: str


def context(order: Order, *, person: Any, can_act: bool) -> dict[str, Any]:
    refunds = list(order.refunds.select_related("payment", "credit_note"))
    waiting = second_person.waiting_request(order)
    parts = refundable.refunded_parts(order)
    rows = list(order.lines.all())
    cancelled = sellables.cancelled(kind=order.kind, lines=to_sellable_lines(order, rows))
    may_refund = person.has_perm(REFUND_PERMISSION)
    return {
        "kind": kinds.kind_label(order.kind),
        "access_days": order.quote.get("access_days"),
        "billing": _billing(order),
        "lines": [(row, parts[row.pk], row.pk in cancelled) for row in rows],
        "taxable_paise": order.price_paise - order.discount_paise,
        "payments": order.payments.order_by("first_seen_at", "pk"),
        "decision": decision_of(waiting, person),
        "refunds": [(refund, may_refund and refund.status == RefundStatus.FAILED) for refund in refunds],
        "disputes": list(order.disputes.all()),
        "documents": _document_links(order, refunds, person),
        "steps": [TimelineRow(entry, _entry_url(entry, person)) for entry in timeline.order_timeline(order)],
        "can_act": can_act,
        "can_refund": may_refund
        and order.status == OrderStatus.PAID
        and waiting is None
        and bool(refundable.unrefunded(order)),
        "may_see_person": person.has_perm("accounts.view_user") or person.has_perm("accounts.change_user"),
    }


def _billing(order: Order) -> list[tuple[str, str]]:
    names = {
        "name": "Name",
        "company": "Company",
        "gstNo": "GSTIN",
        "address": "Address",
        "state": "State",
        "mobile": "Mobile",
        "email": "Email",
    }
    return [(label, order.billing[name]) for name, label in names.items() if order.billing.get(name)]


def _document_links(order: Order, refunds: list[Refund], person: Any) -> list[SafeString]:
    documents: list[Invoice | CreditNote] = []
    invoice = getattr(order, "invoice", None)
    if invoice is not None and _can_view(invoice, person):
        documents.append(invoice)
    notes = [refund.credit_note for refund in refunds if hasattr(refund, "credit_note")]
    documents += [note for note in notes if _can_view(note, person)]
    return [
        pdf_link(document, f"{str(document._meta.verbose_name).capitalize()} {document.number}")
        for document in documents
    ]


def _entry_url(entry: TimelineEntry, person: Any) -> str:
    return "" if entry.row is None or not _can_view(entry.row, person) else address(entry.row)


def _can_view(row: Any, person: Any) -> bool:
    meta = row._meta
    can = (f"{meta.app_label}.{verb}_{meta.model_name}" for verb in ("view", "change"))
    return any(person.has_perm(permission) for permission in can)
