"""
Data at scale, to measure the site with: people, paid orders of one course, and progress in it.

One purchase is made by the services that all purchases go through, and then copied with keys, numbers and
ledger chains of its own, so that the books agree. No provider knows of these orders: they are dated before
the days that `verify_books` compares with the provider.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Model

from apps.accounts.models import Entitlement, User
from apps.accounts.models.name_tail import add_tails
from apps.catalog.models import Category, Chapter, Course, Topic, TopicProgress
from apps.catalog.states import ContentType, Icon
from apps.commerce import ledger_chain
from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.models import LedgerEntry, Order, SettlementLine
from apps.commerce.services import carts, orders, settlement
from apps.commerce.services.numbers import next_numbers
from apps.commerce.services.settlement import Facts
from apps.commerce.states import Series, SettledKind
from apps.core.ids import new_id
from apps.core.money import CURRENCY

Progress = Callable[[int, str], None]

FIRST_MOBILE, LAST_MOBILE = 6_000_000_000, 6_099_999_999
"""Numbers of the people made here, which tells them from others."""
SLUG = "load-test"
BATCH = 2_000
_AGE = timedelta(days=30)
_PRICE_PAISE = 999_00


@dataclass(frozen=True, slots=True)
class _Templates:
    """What else belongs to the first order, read once."""

    entitlement: Entitlement
    entries: list[LedgerEntry]


def make_people(*, count: int, on_progress: Progress) -> None:
    theirs = User.objects.filter(mobile__gte=str(FIRST_MOBILE), mobile__lte=str(LAST_MOBILE))
    start = int(theirs.aggregate(last=Max("mobile"))["last"] or FIRST_MOBILE - 1) + 1
    for done in range(0, count, BATCH):
        numbers = range(start + done, start + min(done + BATCH, count))
        people = User.objects.bulk_create(
            User(mobile=str(number), name=f"Load {number % 10_000_000}", state="Goa") for number in numbers
        )
        add_tails((person.pk, person.name) for person in people)
        on_progress(done + len(numbers), "people")


def make_orders(*, count: int, at: datetime, on_progress: Progress) -> None:
    """Paid orders of one course; the people made here buy in turn."""
    if count == 0:
        return
    first = _purchase(at=at)
    templates = _Templates(
        entitlement=Entitlement.objects.get(bought_by=first.lines.all()[0].pk),
        entries=list(LedgerEntry.objects.filter(order=first).order_by("position")),
    )
    on_progress(1, "orders")
    buyers = itertools.cycle(_people())
    done = 1
    while done < count:
        size = min(BATCH, count - done)
        # Orders and payments refer to each other: foreign keys are checked at the end of the transaction.
        with transaction.atomic():
            numbers = next_numbers(series=Series.INVOICE, at=first.invoice.issued_at, count=size)
            rows = [_copied(first, templates, issued.number, next(buyers)) for issued in numbers]
            for column in zip(*rows, strict=True):
                _insert(column)
        done += size
        on_progress(done, "orders")


def make_progress(*, count: int, at: datetime, on_progress: Progress) -> None:
    """Rows of progress: every person in one topic, then every person in the next."""
    if count == 0:
        return
    course = _course(at=at)
    people = list(_people())
    done = 0
    for topic_id in _topics(course, -(-count // len(people))):
        known = set(TopicProgress.objects.filter(topic=topic_id).values_list("person", flat=True))
        rest = [person_id for person_id in people if person_id not in known][: count - done]
        for start in range(0, len(rest), BATCH):
            part = rest[start : start + BATCH]
            TopicProgress.objects.bulk_create(
                TopicProgress(
                    person_id=person_id,
                    course=course,
                    topic_id=topic_id,
                    watched_seconds=60,
                    is_completed=True,
                    updated_at=at,
                )
                for person_id in part
            )
            done += len(part)
            on_progress(done, "progress rows")


def _people() -> list[UUID]:
    theirs = User.objects.filter(mobile__gte=str(FIRST_MOBILE), mobile__lte=str(LAST_MOBILE))
    return list(theirs.order_by("mobile").values_list("pk", flat=True))


def _course(*, at: datetime) -> Course:
    course = Course.objects.filter(weburlname=SLUG).first()
    if course is not None:
        return course
    # Menus list every category: a new one only where there is none to use.
    category = Category.objects.order_by("position", "title").first()
    return Course.objects.create(
        title="Load test",
        weburlname=SLUG,
        category=category or Category.objects.create(title="Load test", icon=Icon.LINE),
        offer_price_paise=_PRICE_PAISE,
        published_at=at - _AGE,
    )


@contextmanager
def _on_sale(course: Course) -> Iterator[None]:
    """Published while it is bought, so that it is in no list afterwards."""
    rows = Course.objects.filter(pk=course.pk)
    rows.update(is_published=True)
    try:
        yield
    finally:
        rows.update(is_published=False)


def _topics(course: Course, count: int) -> list[UUID]:
    """At least so many topics, and those there are: their rows may be missing for newer people."""
    chapter, _ = Chapter.objects.get_or_create(course=course, title="Load test")
    known = list(Topic.objects.filter(chapter=chapter).order_by("position").values_list("pk", flat=True))
    missing = [
        Topic(
            chapter=chapter,
            title=f"Topic {number + 1}",
            position=number,
            content_type=ContentType.ARTICLE,
            duration_seconds=60,
        )
        for number in range(len(known), len(known) + count)
    ]
    return [*known, *(topic.pk for topic in Topic.objects.bulk_create(missing))]


def _purchase(*, at: datetime) -> Order:
    """Bought through the services by somebody new, without a provider and without waiting."""
    buyer = User.objects.get(pk=_people()[-1])
    Entitlement.objects.filter(person=buyer).delete()
    course, placed_at = _course(at=at), at - _AGE
    with _on_sale(course):
        cart = carts.fill(
            person=buyer, kind="course", request={"id": str(course.pk)}, billing_details={}, at=placed_at
        )
        order = orders.place(person=buyer, kind="course", cart_id=cart.pk, at=placed_at)
    number = f"load_{order.number}"
    orders.record_provider_order(order=order, provider_order_id=f"order_{number}")
    payment = ProviderPayment(
        id=f"pay_{number}",
        order_id=f"order_{number}",
        amount_paise=order.bill_paise,
        currency=CURRENCY,
        status="captured",
        refunded_paise=0,
        created_at=placed_at + timedelta(minutes=1),
        is_captured=True,
    )
    settlement.settle(order_id=order.pk, facts=Facts(payments=[payment]), at=at)
    order = Order.objects.with_documents().select_related("cart", "paid_by").get(pk=order.pk)
    _settlement_line(order).save(force_insert=True)
    return order


def _settlement_line(order: Order) -> SettlementLine:
    payment, fee = order.paid_by, order.bill_paise // 50
    return SettlementLine(
        provider=order.provider,
        kind=SettledKind.PAYMENT,
        provider_line_id=payment.provider_payment_id if payment else "",
        payment=payment,
        settlement_id="setl_load",
        bank_reference="load",
        amount_paise=order.bill_paise,
        fee_paise=fee,
        tax_paise=fee * 18 // 118,
        net_paise=order.bill_paise - fee,
        currency=CURRENCY,
        settled_at=order.placed_at + timedelta(days=2),
    )


def _copied(first: Order, templates: _Templates, number: str, buyer_id: UUID) -> list[Any]:
    line = first.lines.all()[0]
    cart, order, line, payment = (_clone(row) for row in (first.cart, first, line, first.paid_by))
    for row in (cart, order, line, payment):
        row.pk = new_id()
    order.number, order.provider_order_id, order.cart = f"RA-{number}", f"order_load_{number}", cart
    cart.person_id = order.person_id = buyer_id
    line.order = payment.order = order
    payment.provider_payment_id, order.paid_by = f"pay_load_{number}", payment
    invoice = _clone(first.invoice)
    invoice.pk, invoice.order, invoice.number = None, order, number
    invoice.content = {
        **invoice.content,
        "number": number,
        "order_number": order.number,
        "paid_with": invoice.content["paid_with"].replace(
            first.paid_by.provider_payment_id if first.paid_by else "", payment.provider_payment_id
        ),
    }
    entitlement = _clone(templates.entitlement)
    entitlement.pk, entitlement.bought_by, entitlement.person_id = new_id(), line.pk, buyer_id
    settled, entries = _settlement_line(order), list(_copied_ledger(templates, order))
    return [cart, order, line, payment, settled, invoice, entitlement, entries]


def _copied_ledger(templates: _Templates, order: Order) -> Iterator[LedgerEntry]:
    digest = ""
    for entry in templates.entries:
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


def _clone(row: Any) -> Any:
    clone = copy(row)
    clone._state = copy(row._state)
    clone._state.adding = True
    clone._state.fields_cache = {}
    return clone


def _insert(rows: Sequence[Any]) -> None:
    flat: list[Model] = [row for part in rows for row in (part if isinstance(part, list) else [part])]
    type(flat[0])._base_manager.bulk_create(flat)
