"""Comparing the provider's records, our ledger and the access that people have."""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from uuid import UUID

from apps.commerce.flows import audit_disputes, audit_settlements
from apps.commerce.gateways import order_notes, registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderOrder, ProviderPayment
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import Order, Payment
from apps.commerce.selectors import books
from apps.commerce.services import ledger
from apps.commerce.states import PaymentStatus
from apps.core import ids
from apps.core.row_processing import Completed, process_row

logger = logging.getLogger(__name__)


_CLOCK_MARGIN = timedelta(minutes=15)
"""Newer payments are compared next time; more than the clocks differ."""

_REBUILD_MARGIN = timedelta(days=3)
"""A rebuilt order has a later date here than at the provider."""

_MAX_LOGGED = 100
"""Differences logged one by one; the command prints all of them."""

OrderPage = Sequence[tuple[ProviderOrder, Sequence[ProviderPayment]]]


@dataclass(frozen=True, slots=True)
class Audit:
    orders: int
    differences: list[str]
    information: list[str] = field(default_factory=list)
    """What is worth knowing and agrees."""


def audit(*, at: datetime, days: int = 8) -> Audit:
    """Compare everything, log each difference, and write checkpoints for past days of the ledger."""
    differences, count = [*books.differences(), *audit_settlements.wrongly_compared()], 0
    begins = at - timedelta(days=days)
    for gateway in registry.all_gateways():
        compared = _compare_with_provider(gateway, begins=begins, ends=at)
        count += compared.orders
        differences += compared.differences
        differences += audit_disputes.differences(gateway, at=at)
        differences += audit_settlements.differences(gateway, begins=begins, at=at)
    _log(differences)
    for checkpoint in ledger.write_checkpoints(at=at):
        # Logged too: someone who can rewrite the table cannot rewrite shipped logs.
        facts = {"day": str(checkpoint.day), "entries": checkpoint.entries, "digest": checkpoint.digest}
        logger.info("ledger checkpoint", extra={"facts": facts})
    return Audit(count, differences, information=list(books.invoices.issued_after_backup()))


def _compare_with_provider(gateway: PaymentGateway, *, begins: datetime, ends: datetime) -> Audit:
    differences: list[str] = []
    count, seen = 0, set[str]()
    for page in gateway.orders_between(begins=begins, ends=ends):
        if not isinstance(page, Done):
            return Audit(count, [*differences, f"{gateway.label} does not list its orders."])
        count += len(page.value)
        differences += _compare_page(page.value)
        seen.update(payment.id for _, payments in page.value for payment in payments if payment.is_captured)
    return Audit(count, [*differences, *_unknown_to_provider(gateway, seen, begins=begins, ends=ends)])


def _log(differences: Sequence[str]) -> None:
    for difference in differences[:_MAX_LOGGED]:
        logger.error("books differ", extra={"facts": {"difference": difference}})
    if len(differences) > _MAX_LOGGED:
        more = f"{len(differences) - _MAX_LOGGED} more: run verify_books to see them."
        logger.error("books differ", extra={"facts": {"difference": more}})


def _unknown_to_provider(
    gateway: PaymentGateway, seen: Collection[str], *, begins: datetime, ends: datetime
) -> Iterator[str]:
    """Payments that the provider does not know, such as from a forged event."""
    orders = Order.objects.filter(
        provider=gateway.name, placed_at__gt=begins + _REBUILD_MARGIN, provider_order_id__isnull=False
    )
    ours = Payment.objects.filter(
        order__in=orders, status=PaymentStatus.CAPTURED, captured_at__lt=ends - _CLOCK_MARGIN
    )
    for name in ours.order_by("pk").values_list("provider_payment_id", flat=True).iterator():
        if name not in seen:
            yield f"Payment {name} is captured here, and the provider does not know of it."


def _compare_page(page: OrderPage) -> Iterator[str]:
    """Compare a page of the provider's orders, with three statements."""
    receipts = {theirs.id: ids.parse(theirs.receipt) for theirs, _ in page}
    rows = Order.objects.select_related("person")
    ours = rows.in_bulk([receipt for receipt in receipts.values() if receipt])
    for theirs, _ in page:
        if (order := ours.get(receipts[theirs.id])) is not None:
            yield from _compare_billing(order, theirs)
    paid = [
        (theirs, captured)
        for theirs, payments in page
        if (captured := [payment for payment in payments if payment.is_captured])
    ]
    payments: defaultdict[UUID, dict[str, Payment]] = defaultdict(dict)
    for payment in Payment.objects.filter(order__in=list(ours)):
        payments[payment.order_id][payment.provider_payment_id] = payment
    returned = books.refunds.returned(orders=list(ours))
    for theirs, captured in paid:
        receipt = receipts[theirs.id]
        if receipt is None or receipt not in ours:
            yield f"The provider's order {theirs.id} was paid and is unknown to us."
            continue
        compare = partial(
            _compare_order_and_payments, ours[receipt], theirs, captured, payments[receipt], returned
        )
        compared = process_row(compare, name=theirs.receipt)
        if isinstance(compared, Completed):
            yield from compared.result
        else:
            yield f"The provider's order {theirs.id} could not be compared; the log says why."


def _compare_billing(order: Order, theirs: ProviderOrder) -> Iterator[str]:
    """The notes hold what was given when the order was placed; erasing an account clears it here."""
    notes = order_notes.parse(theirs.notes)
    if notes is None or order.person.erased_at is not None:
        return
    billing = order.billing if isinstance(order.billing, dict) else {}
    for name, text in notes.billing.items():
        if billing.get(name, "") != text:
            yield f"Order {order.number} has another {name} in its billing than the provider's notes of it."


def _compare_order_and_payments(
    order: Order,
    theirs: ProviderOrder,
    captured: Sequence[ProviderPayment],
    payments: Mapping[str, Payment],
    returned: Mapping[UUID, tuple[int, int]],
) -> list[str]:
    by_payment = [_compare_payment(fact, payments.get(fact.id), returned) for fact in captured]
    return [*chain.from_iterable(by_payment), *_compare_order(order, theirs, captured, payments)]


def _compare_order(
    order: Order,
    theirs: ProviderOrder,
    captured: Sequence[ProviderPayment],
    payments: Mapping[str, Payment],
) -> Iterator[str]:
    """A second provider order for the same receipt is not ours; its payments are refunded."""
    paid_by = {payments[fact.id].pk for fact in captured if fact.id in payments}
    is_ours = order.paid_by_id is None or order.paid_by_id in paid_by
    if order.provider_order_id != theirs.id and is_ours:
        yield (
            f"Order {order.number} was paid as the provider's {theirs.id}, "
            f"and is {order.provider_order_id} here."
        )


def _compare_payment(
    theirs: ProviderPayment, ours: Payment | None, returned: Mapping[UUID, tuple[int, int]]
) -> Iterator[str]:
    if ours is None or ours.status != PaymentStatus.CAPTURED:
        yield f"Payment {theirs.id} is captured, and we do not know of it."
        return
    if ours.amount_paise != theirs.amount_paise:
        yield f"Payment {theirs.id} is {theirs.amount_paise} paise there and {ours.amount_paise} here."
    if ours.currency != theirs.currency:
        yield f"Payment {theirs.id} is in {theirs.currency} there and in {ours.currency} here."
    here, sent = returned.get(ours.pk, (0, 0))
    # The provider may or may not count pending refunds.
    if theirs.refunded_paise not in (here, sent):
        yield f"Of payment {theirs.id} {theirs.refunded_paise} paise are refunded there and {here} here."
