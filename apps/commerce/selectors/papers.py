"""Invoices and credit notes as files, printed from what was frozen when they were issued."""

from dataclasses import dataclass
from uuid import UUID

from apps.accounts.models import User
from apps.commerce import documents
from apps.commerce.models import CreditNote, Invoice
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
