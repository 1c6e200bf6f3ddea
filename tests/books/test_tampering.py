"""Every column about money is written to by SQL, one after another, and each time the row is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.selectors import books
from tests.books.allowed import ALLOWED
from tests.books.names import names_of
from tests.books.tampering import Tampering, of_row
from tests.books.world import World

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
    "live.Booking",
    "live.Webinar",
    "live.Mentorship",
    "live.ProgramSession",
    "pro.Subscription",
    "accounts.Entitlement",
)

OF_THE_PROVIDER = (
    "Order.provider_order_id",
    "Payment.provider_payment_id",
    "Payment.currency",
    "Payment.order",
)
"""What only the provider's own books can tell."""


ENOUGH = 2
"""
Rows in which one place of a document is tampered with.

On PostgreSQL it is the same for columns, which SQLite tries in every row.
"""


class Refused(Exception):
    """The database itself keeps the column as it is."""


def found_after(tampering: Tampering) -> list[str]:
    """What our own books say to it; nothing of it stays."""
    try:
        with transaction.atomic():
            tampering.apply()
            found = list(books.differences())
            transaction.set_rollback(True)
    except DatabaseError as error:
        raise Refused from error
    return found


def found_with_provider(tampering: Tampering) -> list[str]:
    tampering.apply()
    try:
        return auditing.run(at=timezone.now()).differences
    finally:
        tampering.undo()


def is_named(tampering: Tampering, found: list[str]) -> bool:
    return any(name in difference for difference in found for name in names_of(tampering))


def outcome_of(tampering: Tampering) -> str:
    try:
        found = found_after(tampering)
        if not is_named(tampering, found) and tampering.column in OF_THE_PROVIDER:
            found = found_with_provider(tampering)
    except Refused:
        return "refused"
    return "named" if is_named(tampering, found) else f"silent: {found}"


def rows_of(model: type[models.Model]) -> Iterator[models.Model]:
    """One row of each sort that the model has."""
    seen = set()
    for row in model._base_manager.order_by("pk"):
        sort = _sort_of(row)
        if sort not in seen:
            seen.add(sort)
            yield row


def _sort_of(row: Any) -> tuple[Any, ...]:
    """What makes a row another case than the rest."""
    held = [getattr(row, name, None) for name in ("kind", "status", "cause", "booked_by", "source", "scope")]
    filled = [field.name for field in row._meta.concrete_fields if getattr(row, field.attname) is not None]
    return (*(str(value).partition(":")[0] for value in held), *filled)


@pytest.mark.slow
@pytest.mark.parametrize("label", MODELS)
def test_whatever_is_tampered_with_is_named(world: World, label: str) -> None:
    is_thorough = connection.vendor == "sqlite"
    silent: list[str] = []
    done: Counter[str] = Counter()
    table = label.partition(".")[2]
    needless = {place for place in ALLOWED if place.startswith(f"{table}.")}
    for row in rows_of(apps.get_model(label)):
        for tampering in of_row(row):
            if (tampering.path or not is_thorough) and done[tampering.place] >= ENOUGH:
                continue
            done[tampering.place] += 1
            reasons = [place for place in (tampering.place, tampering.column) if place in ALLOWED]
            if any(ALLOWED[place].covers(tampering) for place in reasons):
                needless -= set(reasons)
                continue
            outcome = outcome_of(tampering)
            if outcome not in ("named", "refused"):
                silent.append(f"{tampering}: {outcome}")
    assert silent == []
    assert needless == set() or not is_thorough
    assert list(books.differences()) == []
