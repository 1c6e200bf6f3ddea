"""The three books side by side: the provider's, our ledger, and what people may open."""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from uuid import UUID

from apps.commerce.flows.attempts import Ended, attempt
from apps.commerce.gateways import razorpay
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderOrder, ProviderPayment
from apps.commerce.models import Order, Payment
from apps.commerce.selectors import books
from apps.commerce.services import ledger
from apps.commerce.states import PaymentStatus
from apps.core import ids

logger = logging.getLogger(__name__)


_ON_ITS_WAY = timedelta(minutes=15)
"""What came in while the provider was telling is looked at the next time; clocks differ by less."""

_MADE_AGAIN = timedelta(days=3)
"""An order that was lost is dated anew when it is made again, and so is younger here than there."""

_LOGGED = 100
"""Differences with a log line of their own; the command prints all that are listed."""

type_of_page = Sequence[tuple[ProviderOrder, Sequence[ProviderPayment]]]


@dataclass(frozen=True, slots=True)
class Audit:
    orders: int
    differences: list[str]


def run(*, at: datetime, days: int = 8) -> Audit:
    """Compare everything, log each difference for somebody to look into, and close the ledger's past days."""
    differences, count = list(books.differences()), 0
    seen: set[str] = set()
    for page in razorpay.orders_between(begins=at - timedelta(days=days), ends=at):
        if not isinstance(page, Done):
            differences.append("The provider does not tell its orders.")
            break
        count += len(page.value)
        differences += _with_provider(page.value)
        seen.update(payment.id for _, payments in page.value for payment in payments if payment.is_captured)
    else:
        differences += _here_alone(seen, begins=at - timedelta(days=days), ends=at)
    _log(differences)
    for checkpoint in ledger.write_checkpoints(at=at):
        # In the log as well: whoever can rewrite the table cannot rewrite what has left the machine.
        facts = {"day": str(checkpoint.day), "entries": checkpoint.entries, "digest": checkpoint.digest}
        logger.info("ledger checkpoint", extra={"facts": facts})
    return Audit(orders=count, differences=differences)


def _log(differences: Sequence[str]) -> None:
    for difference in differences[:_LOGGED]:
        logger.error("books differ", extra={"facts": {"difference": difference}})
    if len(differences) > _LOGGED:
        more = f"{len(differences) - _LOGGED} more: run verify_books to see them."
        logger.error("books differ", extra={"facts": {"difference": more}})


def _here_alone(seen: Collection[str], *, begins: datetime, ends: datetime) -> Iterator[str]:
    """Money that we believe in and the provider does not, such as by an event that somebody forged."""
    orders = Order.objects.filter(placed_at__gt=begins + _MADE_AGAIN, provider_order_id__isnull=False)
    ours = Payment.objects.filter(
        order__in=orders, status=PaymentStatus.CAPTURED, captured_at__lt=ends - _ON_ITS_WAY
    )
    for name in ours.order_by("pk").values_list("provider_payment_id", flat=True).iterator():
        if name not in seen:
            yield f"Payment {name} is captured here, and the provider does not know of it."


def _with_provider(page: type_of_page) -> Iterator[str]:
    """What the provider took in against what we know of it: three statements for each page that it sends."""
    paid = [
        (theirs, captured)
        for theirs, payments in page
        if (captured := [payment for payment in payments if payment.is_captured])
    ]
    receipts = {theirs.id: ids.parsed(theirs.receipt) for theirs, _ in paid}
    ours = Order.objects.in_bulk([receipt for receipt in receipts.values() if receipt])
    payments: defaultdict[UUID, dict[str, Payment]] = defaultdict(dict)
    for payment in Payment.objects.filter(order__in=list(ours)):
        payments[payment.order_id][payment.provider_payment_id] = payment
    returned = books.refunds.returned(orders=list(ours))
    for theirs, captured in paid:
        receipt = receipts[theirs.id]
        if receipt is None or receipt not in ours:
            yield f"The provider's order {theirs.id} was paid and is unknown to us."
            continue
        compare = partial(_compared, ours[receipt], theirs, captured, payments[receipt], returned)
        compared = attempt(compare, name=theirs.receipt)
        if isinstance(compared, Ended):
            yield from compared.result
        else:
            yield f"The provider's order {theirs.id} could not be compared; the log says why."


def _compared(
    order: Order,
    theirs: ProviderOrder,
    captured: Sequence[ProviderPayment],
    payments: Mapping[str, Payment],
    returned: Mapping[UUID, tuple[int, int]],
) -> list[str]:
    by_payment = [_with_payment(fact, payments.get(fact.id), returned) for fact in captured]
    return [*chain.from_iterable(by_payment), *_with_order(order, theirs, captured, payments)]


def _with_order(
    order: Order,
    theirs: ProviderOrder,
    captured: Sequence[ProviderPayment],
    payments: Mapping[str, Payment],
) -> Iterator[str]:
    """A second order of the provider's for the same receipt is none of ours; what it took in goes back."""
    paid_by = {payments[fact.id].pk for fact in captured if fact.id in payments}
    is_ours = order.paid_by_id is None or order.paid_by_id in paid_by
    if order.provider_order_id != theirs.id and is_ours:
        yield (
            f"Order {order.number} was paid as the provider's {theirs.id}, "
            f"and is {order.provider_order_id} here."
        )


def _with_payment(
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
    # The provider counts what is pending with it as refunded, or not yet.
    if theirs.refunded_paise not in (here, sent):
        yield f"Of payment {theirs.id} {theirs.refunded_paise} paise are refunded there and {here} here."
