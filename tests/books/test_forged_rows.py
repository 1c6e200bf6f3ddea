"""Rows that are written or deleted with SQL are reported: what gives access, and what proves a decision."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.catalog.models import Course
from apps.commerce.flows import auditing
from apps.commerce.models import (
    CreditNote,
    Dispute,
    GatewayEvent,
    Invoice,
    Order,
    Refund,
    RefundRequest,
    SettlementLine,
)
from apps.commerce.selectors import books
from apps.core.ids import new_id
from apps.live.models import Booking, Mentorship, Webinar
from tests.books.sample_books import SampleBooks


def found_after(forge: Callable[[SampleBooks], str], sample: SampleBooks) -> tuple[str, list[str]]:
    """What a forgery should be called, and the differences; it is rolled back."""
    with transaction.atomic():
        expected = forge(sample)
        # Foreign keys are otherwise checked at the end of the transaction.
        connection.check_constraints()
        found = list(books.differences())
        transaction.set_rollback(True)
    return expected, found


def entitlement(person: User, **columns: Any) -> str:
    row = Entitlement.objects.create(
        person=person, **{"scope": "course", "label": "Forged", "starts_at": timezone.now(), **columns}
    )
    return f"Entitlement {row.pk}"


def paid_course() -> Any:
    return Course.objects.filter(offer_price_paise__gt=0).earliest("pk").pk


def seat(person: User, *, booked_by: str, **columns: Any) -> str:
    """With its seat counted, as somebody who knows the checks would do it."""
    columns = columns or {"webinar": Webinar.objects.filter(price_paise__gt=0).earliest("pk")}
    for item in columns.values():
        if not isinstance(item, User | str):
            type(item).objects.filter(pk=item.pk).update(seats_taken=F("seats_taken") + 1)
    row = Booking.objects.create(
        person=person, status="booked", booked_by=booked_by, made_at=timezone.now(), **columns
    )
    return f"Booking {row.pk}"


def stranger() -> User:
    return User.objects.create_user(mobile="9899999999", name="Stranger")


def given(person: User) -> dict[str, Any]:
    return {"webinar": Webinar.objects.earliest("pk"), "given_by": person, "given_reason": "Forged"}


def pay_after_the_erasure(_books: SampleBooks) -> str:
    order = Order.objects.filter(person__erased_at__isnull=False, paid_at__isnull=False).earliest("pk")
    User.objects.filter(pk=order.person_id).update(erased_at=order.paid_at - timedelta(hours=1))
    return f"Order {order.number} was paid after its buyer's account was erased."


def delete_an_approved_request(_books: SampleBooks) -> str:
    request = RefundRequest.objects.get(status="approved")
    # As a refund that one person made alone.
    Refund.objects.filter(pk=request.refund_id).update(requested_by="Staff")
    RefundRequest.objects.filter(pk=request.pk)._raw_delete("default")
    return f"Refund {request.refund_id} needed a second person, and no approved request is of it."


FORGERIES: dict[str, Callable[[SampleBooks], str]] = {
    "paid course": lambda s: entitlement(s.buyers[0], source="paid", item_id=paid_course()),
    "endless Pro": lambda s: entitlement(s.buyers[0], source="paid", scope="pro"),
    "Pro with Pro": lambda s: entitlement(s.buyers[0], source="pro", scope="pro"),
    "free course that costs": lambda s: entitlement(s.buyers[0], source="free", item_id=paid_course()),
    "course from staff": lambda s: entitlement(s.buyers[0], source="staff", item_id=paid_course()),
    "Pro from staff": lambda s: entitlement(s.buyers[0], source="staff", scope="pro"),
    "trial": lambda s: entitlement(stranger(), source="trial", scope="pro"),
    "free seat": lambda _: seat(stranger(), booked_by="free"),
    "free mentorship": lambda _: seat(
        stranger(), booked_by="free", mentorship=Mentorship.objects.earliest("pk")
    ),
    "seat with Pro": lambda _: seat(stranger(), booked_by="pro"),
    "gift": lambda s: seat(stranger(), booked_by="gift", **given(s.buyers[0])),
    "approved request": delete_an_approved_request,
    "paid after the erasure": pay_after_the_erasure,
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_row_is_reported(tampered_books: SampleBooks, what: str) -> None:
    expected, found = found_after(FORGERIES[what], tampered_books)
    assert [text for text in found if text.startswith(expected)] != []


@pytest.mark.parametrize("of", [Invoice, CreditNote])
@pytest.mark.parametrize("part", ["name", "address", "email", "phone", "contact"])
def test_a_document_that_names_an_erased_buyer_is_reported(
    tampered_books: SampleBooks, of: Any, part: str
) -> None:
    order = "order" if of is Invoice else "invoice__order"
    erased = of._base_manager.filter(**{f"{order}__person__erased_at__isnull": False}).order_by("pk")
    row = next(row for row in erased if not row.content["buyer"]["gstin"])

    def forge(_books: SampleBooks) -> str:
        buyer = {**row.content["buyer"], part: "Erna"}
        of._base_manager.filter(pk=row.pk).update(content={**row.content, "buyer": buyer})
        return f" {row.number} names its buyer, whose account is erased."

    expected, found = found_after(forge, tampered_books)
    assert [text for text in found if text.endswith(expected)] != []


@pytest.mark.parametrize("value", [None, 5, "text", [1, None], {"payload": {"payment": 3}}, [{}]])
def test_garbage_in_documents_stops_nothing(tampered_books: SampleBooks, value: Any) -> None:
    def forge(_books: SampleBooks) -> str:
        if value is not None:
            GatewayEvent.objects.update(payload=value)
            RefundRequest.objects.update(line_ids=value)
        Order.objects.update(billing=value or {})
        return "Invoice " if value else "Order "

    expected, found = found_after(forge, tampered_books)
    assert [text for text in found if text.startswith(expected)] != []


def test_what_the_provider_lists_otherwise_is_reported(shared_books: SampleBooks) -> None:
    """Rows of disputes and settlements that were deleted or inserted."""
    lost = Dispute.objects.get(status="under_review")
    kept = Dispute.objects.get(status="lost")
    Dispute.objects.filter(pk=lost.pk)._raw_delete("default")
    kept.pk, kept.provider_dispute_id = new_id(), "disp_forged"
    kept.save(force_insert=True)
    line, other = SettlementLine.objects.order_by("pk")[:2]
    SettlementLine.objects.filter(pk=line.pk)._raw_delete("default")
    other.pk, other.provider_line_id, other.kind = new_id(), "adj_forged", "other"
    other.payment = other.refund_attempt = None
    other.save(force_insert=True)
    event = GatewayEvent.objects.get(kind="payment.dispute.under_review")
    assert auditing.audit(at=timezone.now()).differences == [
        f"Event {event.event_id} reports dispute {lost.provider_dispute_id}, which its order does not have.",
        "Settlement line adj_forged differs, and does not say so. We do not know of a dispute for this.",
        f"Dispute {lost.provider_dispute_id} is listed by the provider, and is not recorded here.",
        "Dispute disp_forged is recorded here, and the provider does not know of it.",
        f"Settlement line {line.provider_line_id} was paid out, and is not recorded here.",
        "Settlement line adj_forged is recorded here, and the provider does not know of it.",
    ]


def test_lists_that_cannot_be_read_are_reported(shared_books: SampleBooks) -> None:
    shared_books.provider.lose_response("all_disputes")
    shared_books.provider.lose_response("settlement_lines")
    assert auditing.audit(at=timezone.now()).differences == [
        "Razorpay does not list its disputes.",
        "Razorpay does not list its settlements.",
    ]
    assert auditing.audit(at=timezone.now()).differences == []


def test_an_unpaid_order_is_compared_with_the_notes_of_the_provider(sample_books: SampleBooks) -> None:
    order = sample_books.place(sample_books.buyers[0], "course", sample_books.course())
    Order.objects.filter(pk=order.pk).update(billing={**order.billing, "state": "Punjab"})
    assert auditing.audit(at=timezone.now()).differences == [
        f"Order {order.number} has another state in its billing than the provider's notes of it."
    ]
