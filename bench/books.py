"""
The books of 100,000 paid orders are compared within two minutes, in bounded memory.

One purchase goes the usual way and is then copied with keys, numbers and a ledger chain of its own. On
PostgreSQL with BENCH_ON_SERVICES=1 and a DATABASE_URL that names an empty database.
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
AT_ONCE = 2_000
LONGEST_SECONDS = 120.0
MOST_MEGABYTES = 400
"""Of the whole process, which fills the database as well."""


def run() -> bool:
    from apps.commerce.selectors import books  # noqa: PLC0415 - the settings are read when it runs

    call_command("migrate", verbosity=0)
    _fill()
    started = time.monotonic()
    with CaptureQueriesContext(connection) as captured:
        found = list(books.differences())
    seconds, megabytes = time.monotonic() - started, _megabytes()
    print(
        f"books: {ORDERS:,} orders on {connection.vendor} in {seconds:.1f} s, {len(captured)} statements, "
        f"{megabytes:.0f} MB at most, {len(found)} differences"
    )
    for difference in found[:5]:
        print(f"  {difference}")
    return not found and seconds <= LONGEST_SECONDS and megabytes <= MOST_MEGABYTES


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _fill() -> None:
    from apps.commerce.models import Invoice, LedgerEntry, NumberSeries  # noqa: PLC0415

    first = _purchase()
    number = Invoice.objects.get().number
    made = 1
    while made < ORDERS:
        count = min(AT_ONCE, ORDERS - made)
        rows = [_copied(first, number[:-7] + f"{made + place + 1:07d}") for place in range(count)]
        # An order names its payment, and the payment its order: keys are looked at when all are there.
        with transaction.atomic():
            for column in zip(*rows, strict=True):
                _write(column)
        made += count
    assert LedgerEntry.objects.count() >= 3 * ORDERS
    NumberSeries.objects.update(last=ORDERS)


def _write(rows: Sequence[Any]) -> None:
    flat: list[Model] = [row for part in rows for row in (part if isinstance(part, list) else [part])]
    type(flat[0])._base_manager.bulk_create(flat)


def _purchase() -> Any:
    """The first order, bought as everybody does."""
    from apps.accounts.models import User  # noqa: PLC0415
    from apps.catalog.models import Category, Course  # noqa: PLC0415
    from apps.commerce.flows import confirming, enrolling  # noqa: PLC0415
    from apps.commerce.flows.confirming import Signed  # noqa: PLC0415
    from apps.commerce.gateways import fake, razorpay  # noqa: PLC0415
    from apps.commerce.services import carts  # noqa: PLC0415

    buyer = User.objects.create_user(mobile="9811111111", name="A buyer", state="Goa")
    category = Category.objects.create(title="Options")
    course = Course.objects.create(
        title="Waves", weburlname="waves", category=category, offer_price_paise=999_00, is_published=True
    )
    provider, at = fake.FakeProvider(), timezone.now() - timedelta(minutes=1)
    with patch.multiple(razorpay, **{name: getattr(provider, name) for name in fake.CALLS}):
        cart = carts.fill(
            person=buyer, kind="course", request={"id": str(course.pk)}, billing_details={}, at=at
        )
        order = enrolling.enroll(person=buyer, kind="course", cart_id=cart.pk, at=at)
        payment = provider.capture(str(order.provider_order_id))
        signature = provider.signature(str(order.provider_order_id), payment.id)
        signed = Signed(str(order.provider_order_id), payment.id, signature)
        return confirming.confirm(person=buyer, kind="course", signed=signed, at=at)


def _copied(first: Any, number: str) -> list[Any]:
    from apps.accounts.models import Entitlement  # noqa: PLC0415
    from apps.core.ids import new_id  # noqa: PLC0415

    cart, order, line, payment = (
        _copy(row) for row in (first.cart, first, first.lines.all()[0], first.paid_by)
    )
    for row in (cart, order, line, payment):
        row.pk = new_id()
    order.number, order.provider_order_id, order.cart = f"RA-{number}", f"order_{number}", cart
    line.order = payment.order = order
    payment.provider_payment_id, order.paid_by = f"pay_{number}", payment
    invoice = _copy(first.invoice)
    invoice.pk, invoice.order, invoice.number = None, order, number
    invoice.content = {
        **invoice.content,
        "number": number,
        "order_number": order.number,
        "paid_with": f"Razorpay payment pay_{number}",
    }
    owned = _copy(_only(Entitlement.objects.all()))
    owned.pk, owned.bought_by = new_id(), line.pk
    return [cart, order, line, payment, invoice, owned, list(_chained(first, order))]


_kept: dict[Any, Any] = {}


def _only(rows: Any) -> Any:
    if rows.model not in _kept:
        _kept[rows.model] = rows.first()
    return _kept[rows.model]


def _copy(row: Any) -> Any:
    copied = copy(row)
    copied._state = copy(row._state)
    copied._state.adding = True
    copied._state.fields_cache = {}
    return copied


def _chained(first: Any, order: Any) -> Iterator[Any]:
    from apps.commerce import ledger_chain  # noqa: PLC0415
    from apps.commerce.models import LedgerEntry  # noqa: PLC0415

    if LedgerEntry not in _kept:
        _kept[LedgerEntry] = list(LedgerEntry.objects.filter(order=first).order_by("position"))
    digest = ""
    for entry in _kept[LedgerEntry]:
        made = _copy(entry)
        made.pk, made.order, made.cause = None, order, f"sale:{order.pk}"
        made.digest = digest = ledger_chain.entry_digest(
            digest,
            order_id=order.pk,
            position=made.position,
            cause=made.cause,
            at=made.at,
            account=made.account,
            paise=made.paise,
        )
        yield made
