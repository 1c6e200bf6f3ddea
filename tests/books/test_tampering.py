"""Each column about money is changed with SQL, one at a time, and `verify_books` reports the row."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, models, transaction
from django.utils import timezone

from apps.audit.models import AuditEntry
from apps.commerce.flows import auditing
from apps.commerce.models import Order
from apps.commerce.selectors import books
from apps.core.testing import proof
from tests.books.row_names import names_of
from tests.books.sample_books import SampleBooks
from tests.books.tampering import Tampering, tamperings
from tests.books.unchecked_columns import ALLOWED

MODELS = (
    "commerce.Cart",
    "commerce.Coupon",
    "commerce.CouponTally",
    "commerce.CouponUse",
    "commerce.Order",
    "commerce.OrderLine",
    "commerce.Payment",
    "commerce.Refund",
    "commerce.RefundAttempt",
    "commerce.Invoice",
    "commerce.CreditNote",
    "commerce.NumberSeries",
    "commerce.LedgerEntry",
    "commerce.LedgerCheckpoint",
    "commerce.Dispute",
    "commerce.SettlementLine",
    "commerce.RefundRequest",
    "commerce.RefundSettings",
    "commerce.GatewayEvent",
    "commerce.CouponBatch",
    "live.Booking",
    "live.Webinar",
    "live.Mentorship",
    "live.ProgramSession",
    "live.SessionPlan",
    "catalog.Course",
    "pro.Plan",
    "pro.Subscription",
    "accounts.Entitlement",
)

PRICES = {
    "catalog.Course": "offer_price_paise",
    "live.SessionPlan": "discounted_price_paise",
    "pro.Plan": "discounted_price_paise",
}
"""Tables of which nothing else is about money."""

NEEDS_PROVIDER = (
    "Order.provider_order_id",
    "Payment.provider_payment_id",
    "Payment.currency",
    "Payment.order",
    "Order.billing",
    *(f"Dispute.{name}" for name in ("order", "provider_dispute_id", "provider_payment_id")),
    *(f"Dispute.{name}" for name in ("amount_paise", "deducted_paise", "currency")),
    *(f"SettlementLine.{name}" for name in ("provider", "provider_line_id", "settlement_id", "kind")),
    *(f"SettlementLine.{name}" for name in ("payment", "refund_attempt", "currency", "settled_at")),
    *(f"SettlementLine.{name}" for name in ("amount_paise", "fee_paise", "tax_paise", "net_paise")),
    "SettlementLine.concerns_id",
)
"""Found only by comparison with the provider."""


ROWS_PER_PLACE = 2 if proof.IS_WHOLE else 1
"""Rows in which each part of a document is changed; for plain columns, `make proof` tries every row."""


class Refused(Exception):
    """The database rejects the change."""


_reporters: defaultdict[type[models.Model], Counter[Any]] = defaultdict(Counter)
"""Which parts of the books reported columns of a table. They come first: seldom are the others needed."""


def found_after(tampering: Tampering) -> list[str]:
    """The differences in our own books, up to the part that reports the row; the change is rolled back."""
    found: list[str] = []
    reporters = _reporters[type(tampering.row)]
    try:
        with transaction.atomic():
            tampering.apply()
            for part in sorted(books.PARTS, key=lambda part: -reporters[part]):
                found += part()
                if is_reported(tampering, found):
                    reporters[part] += 1
                    break
            transaction.set_rollback(True)
    except DatabaseError as error:
        raise Refused from error
    return found


def found_with_provider(tampering: Tampering) -> list[str]:
    try:
        tampering.apply()
    except DatabaseError as error:
        raise Refused from error
    try:
        return auditing.audit(at=timezone.now()).differences
    finally:
        tampering.undo()


def is_reported(tampering: Tampering, found: list[str]) -> bool:
    return any(name in difference for difference in found for name in names_of(tampering))


def outcome_of(tampering: Tampering) -> str:
    try:
        if tampering.column in NEEDS_PROVIDER:
            found = found_with_provider(tampering)
        else:
            found = found_after(tampering)
    except Refused:
        return "refused"
    return "reported" if is_reported(tampering, found) else f"silent: {found}"


def rows_of(model: type[models.Model]) -> Iterator[models.Model]:
    """One row of each kind that the model has."""
    seen = set()
    for row in model._base_manager.order_by("pk"):
        kind = _kind_of(row)
        if kind not in seen:
            seen.add(kind)
            yield row


def _kind_of(row: Any) -> tuple[Any, ...]:
    """What distinguishes one kind of row from another."""
    held = [getattr(row, name, None) for name in ("kind", "status", "cause", "booked_by", "source", "scope")]
    filled = [field.name for field in row._meta.concrete_fields if getattr(row, field.attname) is not None]
    is_recorded = AuditEntry.objects.filter(object_id=str(row.pk)).exists()
    return (is_recorded, *(str(value).partition(":")[0] for value in held), *filled)


def test_books_that_nobody_tampered_with_have_no_differences(tampered_books: SampleBooks) -> None:
    assert auditing.audit(at=timezone.now()).differences == []
    assert Counter(Order.objects.values_list("status", flat=True)) == {
        "awaiting": 3,
        "expired": 1,
        "paid": 14,
        "refunded": 8,
    }


@pytest.mark.parametrize("label", MODELS)
def test_tampering_is_reported(tampered_books: SampleBooks, label: str) -> None:
    is_thorough = proof.IS_WHOLE
    silent: list[str] = []
    done: Counter[str] = Counter()
    table = label.partition(".")[2]
    unneeded = {place for place in ALLOWED if place.startswith(f"{table}.")}
    for row in rows_of(apps.get_model(label)):
        for tampering in tamperings(row):
            if label in PRICES and tampering.field.name != PRICES[label]:
                continue
            if (tampering.path or not is_thorough) and done[tampering.place] >= ROWS_PER_PLACE:
                continue
            reasons = [place for place in (tampering.place, tampering.column) if place in ALLOWED]
            if any(ALLOWED[place].covers(tampering) for place in reasons):
                unneeded -= set(reasons)
                continue
            done[tampering.place] += 1
            outcome = outcome_of(tampering)
            if outcome not in ("reported", "refused"):
                silent.append(f"{tampering}: {outcome}")
    assert silent == []
    assert unneeded == set() or not is_thorough
    assert list(books.differences()) == []
