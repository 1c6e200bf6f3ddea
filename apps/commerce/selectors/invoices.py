"""Invoices and credit notes: to whom they are made out, and as files printed from what was frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from apps.accounts.models import User
from apps.commerce import documents
from apps.commerce.documents import Party
from apps.commerce.models import CreditNote, Invoice
from apps.commerce.selectors import carts
from apps.core.errors import NotFound


class NoPaper(NotFound):
    code = "paper_unknown"
    message = "There is no such document."


@dataclass(frozen=True, slots=True)
class Paper:
    number: str
    pdf: bytes


def invoice(*, order_id: UUID, person: User) -> Paper:
    """:raises NoPaper: if the order is not the person's, or has none"""
    return printed(Invoice.objects.filter(order_id=order_id, order__person=person).first())


def credit_note(*, order_id: UUID, refund_id: UUID, person: User) -> Paper:
    """:raises NoPaper: if the refund is not the person's, or has none"""
    mine = CreditNote.objects.filter(
        refund_id=refund_id, refund__order=order_id, refund__order__person=person
    )
    return printed(mine.first())


def printed(paper: Invoice | CreditNote | None) -> Paper:
    """:raises NoPaper: if there is none"""
    if paper is None:
        raise NoPaper()
    return Paper(number=paper.number, pdf=documents.pdf(documents.thawed(paper.content)))


def made_out_to(billing: Mapping[str, str]) -> Party:
    name = billing["company"] if billing["gstNo"] and billing["company"] else billing["name"]
    return Party(
        name=name or f"Member {billing['mobile']}",
        address=billing["address"],
        state=carts.state_of(billing),
        gstin=billing["gstNo"],
        email=billing["email"],
        phone=billing["mobile"],
    )


def is_made_out_to(buyer: Party, *, billing: Mapping[str, str]) -> bool:
    """Where the buyer named no state it was the supplier's, who may have moved since."""
    try:
        expected = made_out_to(billing)
    except KeyError:
        return False
    if not billing.get("state") and not billing["gstNo"]:
        expected = replace(expected, state=buyer.state)
    return buyer == expected


def paid_with(provider_payment_id: str) -> str:
    """As invoices have it; empty where nothing was to be paid."""
    return f"Razorpay payment {provider_payment_id}" if provider_payment_id else ""
