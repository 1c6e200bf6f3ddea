"""What the page of one order shows."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from apps.commerce.admin import kinds
from apps.commerce.admin.invoices import pdf_link
from apps.commerce.admin.records import MAY_REFUND, address
from apps.commerce.models import CreditNote, Invoice, Order, Refund
from apps.commerce.selectors import timeline
from apps.commerce.selectors.timeline import Happening
from apps.commerce.states import OrderStatus, RefundStatus


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened, and its page where the person may open that."""

    happening: Happening
    href: str


def context(order: Order, *, person: Any, may_act: bool) -> dict[str, Any]:
    refunds = list(order.refunds.select_related("payment", "credit_note"))
    may_refund = person.has_perm(MAY_REFUND)
    return {
        "kind": kinds.named(order.kind),
        "access_days": order.quote.get("access_days"),
        "billing": _billing(order),
        "lines": order.lines.all(),
        "taxable_paise": order.price_paise - order.discount_paise,
        "payments": order.payments.order_by("first_seen_at", "pk"),
        "refunds": [(refund, may_refund and refund.status == RefundStatus.FAILED) for refund in refunds],
        "disputes": list(order.disputes.all()),
        "papers": _papers(order, refunds, person),
        "steps": [Step(happening, _href(happening, person)) for happening in timeline.of_order(order)],
        "may_act": may_act,
        "can_refund": may_refund
        and order.status == OrderStatus.PAID
        and any(row.refund_id is None for row in order.lines.all()),
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
        "email": "Mail",
    }
    return [(label, order.billing[name]) for name, label in names.items() if order.billing.get(name)]


def _papers(order: Order, refunds: list[Refund], person: Any) -> list[SafeString]:
    papers: list[Invoice | CreditNote] = []
    invoice = getattr(order, "invoice", None)
    if invoice is not None and _may_see(invoice, person):
        papers.append(invoice)
    notes = [refund.credit_note for refund in refunds if hasattr(refund, "credit_note")]
    papers += [note for note in notes if _may_see(note, person)]
    return [
        pdf_link(paper, f"{str(paper._meta.verbose_name).capitalize()} {paper.number}") for paper in papers
    ]


def _href(happening: Happening, person: Any) -> str:
    return "" if happening.of is None or not _may_see(happening.of, person) else address(happening.of)


def _may_see(row: Any, person: Any) -> bool:
    meta = row._meta
    can = (f"{meta.app_label}.{verb}_{meta.model_name}" for verb in ("view", "change"))
    return any(person.has_perm(permission) for permission in can)
