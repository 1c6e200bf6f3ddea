"""Invoices and credit notes: the billed party, and PDFs rendered from the stored content."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from apps.accounts.models import User
from apps.commerce import documents
from apps.commerce.documents import Party
from apps.commerce.gateways import registry
from apps.commerce.models import CreditNote, Invoice, Order
from apps.commerce.selectors import carts
from apps.core.errors import NotFound

UNREGISTERED_CUSTOMER = "Unregistered customer"
REGISTERED_CUSTOMER = "GST-registered customer"
ERASED_NAME = "Deleted account"


class DocumentNotFound(NotFound):
    code = "paper_unknown"
    message = "We could not find that document."


@dataclass(frozen=True, slots=True)
class PdfDocument:
    number: str
    pdf: bytes


def invoice(*, order_id: UUID, person: User) -> PdfDocument:
    """:raises DocumentNotFound: if the order is not the person's or has no invoice"""
    return render_pdf(Invoice.objects.filter(order_id=order_id, order__person=person).first())


def credit_note(*, order_id: UUID, refund_id: UUID, person: User) -> PdfDocument:
    """:raises DocumentNotFound: if the refund is not the person's or has no credit note"""
    mine = CreditNote.objects.filter(
        refund_id=refund_id, refund__order=order_id, refund__order__person=person
    )
    return render_pdf(mine.first())


def render_pdf(document: Invoice | CreditNote | None) -> PdfDocument:
    """:raises DocumentNotFound: if it is None"""
    if document is None:
        raise DocumentNotFound()
    return PdfDocument(number=document.number, pdf=documents.pdf(documents.from_json(document.content)))


def billed_party(billing: Mapping[str, str]) -> Party:
    """
    A business by its name, with the person beside it.

    Without a name, which the law wants from a registered buyer only, it is a customer.

    Nor has that invoice the number: under the heading it would still name who was not named.
    """
    company = billing["company"] if billing["gstNo"] else ""
    name = company or billing["name"]
    return Party(
        name=name or (REGISTERED_CUSTOMER if billing["gstNo"] else UNREGISTERED_CUSTOMER),
        address=billing["address"],
        state=carts.state_of(billing),
        gstin=billing["gstNo"],
        email=billing["email"],
        phone=billing["mobile"] if name else "",
        contact=billing["name"] if company else "",
    )


def is_billed_to(buyer: Party, *, billing: Mapping[str, str]) -> bool:
    """Without a buyer's state the supplier's was used, and the supplier may have moved since."""
    try:
        expected = billed_party(billing)
    except (KeyError, TypeError, AttributeError):
        return False
    if not billing.get("state") and not billing["gstNo"]:
        expected = replace(expected, state=buyer.state)
    if buyer.contact is None:
        expected = replace(expected, contact=None)
    if expected.name in (REGISTERED_CUSTOMER, UNREGISTERED_CUSTOMER):
        # As it was printed before.
        mobile = billing["mobile"]
        with_number = replace(expected, phone=mobile)
        return buyer in (expected, with_number, replace(with_number, name=f"Member {mobile}"))
    return buyer == expected


def payment_reference(order: Order) -> str:
    """As printed on invoices; empty for a bill of zero."""
    if order.paid_by is None:
        return ""
    return f"{registry.label_of(order.provider)} payment {order.paid_by.provider_payment_id}"
