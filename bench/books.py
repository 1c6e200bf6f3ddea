"""
Target: verify the books of 100,000 paid orders within two minutes, in bounded memory.

One purchase is made through the flows, then cloned with new keys, numbers and ledger chains. To measure
PostgreSQL, set BENCH_ON_SERVICES=1 and DATABASE_URL to an empty database.
"""

import resource
import time
from collections.abc import Iterator, Sequence
from copy import copy
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

ORDERS = 100_000
BATCH = 2_000
TARGET_SECONDS = 120.0
TARGET_MEGABYTES = 400
"""Of the whole process, which creates the rows as well."""


def run() -> bool:
    from apps.commerce.selectors import books  # noqa: PLC0415 - Django is set up when it runs

    call_command("migrate", verbosity=0)
    create_orders(ORDERS)
    started = time.monotonic()
    with CaptureQueriesContext(connection) as captured:
        found = list(books.differences())
    seconds, megabytes = time.monotonic() - started, _megabytes()
    print(
        f"books: {ORDERS:,} orders on {connection.vendor} in {seconds:.1f} s, {len(captured)} statements, "
        f"{megabytes:.0f} MB peak, {len(found)} differences"
    )
    for difference in found[:5]:
        print(f"  {difference}")
    return not found and seconds <= TARGET_SECONDS and megabytes <= TARGET_MEGABYTES


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def create_orders(number_of_orders: int) -> None:
    """Paid orders of one learner, all alike but for their keys and numbers."""
    from apps.commerce.models import Invoice, LedgerEntry, NumberSeries  # noqa: PLC0415

    first = _buy()
    number = Invoice.objects.get().number
    count_done = 1
    while count_done < number_of_orders:
        count = min(BATCH, number_of_orders - count_done)
        rows = [_copy_order(first, number[:-7] + f"{count_done + place + 1:07d}") for place in range(count)]
        # Orders and payments refer to each other: foreign keys are checked at the end of the transaction.
        with transaction.atomic():
            for column in zip(*rows, strict=True):
                _insert(column)
        count_done += count
    assert LedgerEntry.objects.count() >= 3 * number_of_orders
    NumberSeries.objects.update(last=number_of_orders)


def _insert(rows: Sequence[Any]) -> None:
    flat: list[Model] = [row for part in rows for row in (part if isinstance(part, list) else [part])]
    type(flat[0])._base_manager.bulk_create(flat)


def _buy() -> Any:
    """Buy a course through the flows."""
    from apps.accounts.models import User  # noqa: PLC0415
    from apps.catalog.models import Category, Course  # noqa: PLC0415
    from apps.commerce.flows import confirming, enrolling  # noqa: PLC0415
    from apps.commerce.flows.confirming import Signed  # noqa: PLC0415
    from apps.commerce.gateways.razorpay.gateway import RazorpayGateway  # noqa: PLC0415
    from apps.commerce.services import carts  # noqa: PLC0415
    from apps.commerce.tests import fake_provider  # noqa: PLC0415

    buyer = User.objects.create_user(mobile="9811111111", name="A buyer", state="Goa")
    category = Category.objects.create(title="Options")
    course = Course.objects.create(
        title="Waves", weburlname="waves", category=category, offer_price_paise=999_00, is_published=True
    )
    provider, at = fake_provider.FakeProvider(), timezone.now() - timedelta(minutes=1)
    fakes = {name: getattr(provider, name) for name in fake_provider.METHODS}
    with patch.multiple(RazorpayGateway, **fakes):
        cart = carts.fill(
            person=buyer, kind="course", request={"id": str(course.pk)}, billing_details={}, at=at
        )
        order = enrolling.enroll(person=buyer, kind="course", cart_id=cart.pk, at=at)
        payment = provider.capture(str(order.provider_order_id))
        signature = provider.signature(str(order.provider_order_id), payment.id)
        signed = Signed(str(order.provider_order_id), payment.id, signature)
        return confirming.confirm(person=buyer, kind="course", signed=signed, at=at)


def _copy_order(first: Any, number: str) -> list[Any]:
    from apps.accounts.models import Entitlement  # noqa: PLC0415
    from apps.core.ids import new_id  # noqa: PLC0415

    cart, order, line, payment = (
        _clone(row) for row in (first.cart, first, first.lines.all()[0], first.paid_by)
    )
    for row in (cart, order, line, payment):
        row.pk = new_id()
    order.number, order.provider_order_id, order.cart = f"RA-{number}", f"order_{number}", cart
    line.order = payment.order = order
    payment.provider_payment_id, order.paid_by = f"pay_{number}", payment
    invoice = _clone(first.invoice)
    invoice.pk, invoice.order, invoice.number = None, order, number
    invoice.content = {
        **invoice.content,
        "number": number,
        "order_number": order.number,
        "paid_with": f"Razorpay payment pay_{number}",
    }
    entitlement = _clone(_first(Entitlement.objects.all()))
    entitlement.pk, entitlement.bought_by = new_id(), line.pk
    return [cart, order, line, payment, invoice, entitlement, list(_copy_ledger(first, order))]


_cache: dict[Any, Any] = {}


def _first(rows: Any) -> Any:
    if rows.model not in _cache:
        _cache[rows.model] = rows.first()
    return _cache[rows.model]


def _clone(row: Any) -> Any:
    clone = copy(row)
    clone._state = copy(row._state)
    clone._state.adding = True
    clone._state.fields_cache = {}
    return clone


def _copy_ledger(first: Any, order: Any) -> Iterator[Any]:
    from apps.commerce import ledger_chain  # noqa: PLC0415
    from apps.commerce.models import LedgerEntry  # noqa: PLC0415

    if LedgerEntry not in _cache:
        _cache[LedgerEntry] = list(LedgerEntry.objects.filter(order=first).order_by("position"))
    digest = ""
    for entry in _cache[LedgerEntry]:
        clone = _clone(entry)
        clone.pk, clone.order, clone.cause = None, order, f"sale:{order.pk}"
        clone.digest = digest = ledger_chain.entry_digest(
            digest,
            order_id=order.pk,
            position=clone.position,
            cause=clone.cause,
            at=clone.at,
            account=clone.account,
            paise=clone.paise,
        )
        yield clone
