"""
Compares refunds with payments, lines and credit notes, and their sums with the ledger.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from apps.commerce import refund_sums
from apps.commerce.models import LedgerEntry, OrderLine, Payment, Refund, RefundAttempt
from apps.commerce.selectors.books import invoices
from apps.commerce.selectors.books.iteration import batches, group_by_key, merge_by_key, violations
from apps.commerce.selectors.books.journals import TAX_ACCOUNTS, Journal
from apps.commerce.states import (
    SURPLUS_CAUSES,
    Account,
    OrderStatus,
    PaymentStatus,
    RefundCause,
    RefundStatus,
)

_PROCESSED = RefundStatus.PROCESSED
_SENT = (RefundStatus.PENDING, RefundStatus.PROCESSED)


def differences() -> Iterator[str]:
    yield from _sums()
    yield from _set_aside()
    yield from _orders()
    for _, (found, attempts, rows) in merge_by_key(_by_order(), _attempts_by_order(), _lines_by_order()):
        for refund in found:
            own = [row for row in rows if row.refund_id == refund.pk]
            yield from _refund_violations(refund, own, found, attempts)
            yield from _part_violations(refund, found, closed=own)
        known = {refund.pk for refund in found}
        for row in rows:
            if row.refund_id not in known:
                yield f"Line {row.pk} was taken back by a refund of another order."
        for attempt in attempts:
            yield from _attempt_violations(attempt)


def journals() -> Iterator[tuple[UUID, list[Journal]]]:
    """The journals that the refunds of each order must have in the ledger."""
    for order_id, (found, attempts) in merge_by_key(_by_order(), _attempts_by_order()):
        taken_back = [journal for refund in found for journal in _journals(refund)]
        yield order_id, taken_back + [_paid_back(row) for row in attempts if row.status == _PROCESSED]


def returned(*, orders: Collection[UUID]) -> Mapping[UUID, tuple[int, int]]:
    """For each payment of these orders: the processed amount, and with pending attempts."""
    rows = RefundAttempt.objects.filter(payment__order__in=orders, status__in=_SENT).order_by()
    processed = Sum("amount_paise", filter=Q(status=_PROCESSED), default=0)
    sums = rows.values("payment").annotate(processed=processed, sent=Sum("amount_paise"))
    return {row["payment"]: (row["processed"], row["sent"]) for row in sums}


def _journals(refund: Refund) -> Iterator[Journal]:
    note = getattr(refund, "credit_note", None)
    if not refund.amount_paise or note is None:
        return
    parts = {Account.BUYERS.value: -refund.amount_paise}
    document = invoices.read(note.content)
    if document is not None:
        parts[Account.SALES.value] = document.taxable_paise
        parts |= {TAX_ACCOUNTS.get(line.name, ""): line.paise for line in document.tax_lines}
    yield Journal(f"refund:{refund.pk}", refund.requested_at, parts)


def _paid_back(attempt: RefundAttempt) -> Journal:
    back = {Account.BUYERS.value: attempt.amount_paise, Account.GATEWAY.value: -attempt.amount_paise}
    return Journal(f"paid-back:{attempt.pk}", attempt.processed_at, back)


def _by_order() -> Iterator[tuple[UUID, list[Refund]]]:
    rows = Refund.objects.select_related("order", "payment", "part_of", "credit_note__invoice")
    return group_by_key(
        batches(rows.order_by("order_id", "requested_at", "pk")), lambda refund: refund.order_id
    )


def _attempts_by_order() -> Iterator[tuple[UUID, list[RefundAttempt]]]:
    rows = RefundAttempt.objects.select_related("payment", "refund").order_by(
        "payment__order_id", "created_at", "pk"
    )
    return group_by_key(batches(rows), lambda attempt: attempt.payment.order_id)


def _lines_by_order() -> Iterator[tuple[UUID, list[OrderLine]]]:
    rows = OrderLine.objects.filter(refund__isnull=False).order_by("order_id", "position")
    return group_by_key(batches(rows), lambda row: row.order_id)


def _sums() -> Iterator[str]:
    """The provider's balance must be the captured payments less the processed refunds."""
    captured = _total(Payment.objects.filter(status=PaymentStatus.CAPTURED))
    returned = _total(RefundAttempt.objects.filter(status=_PROCESSED))
    if (held := _balance(Account.GATEWAY)) != captured - returned:
        yield f"The ledger has {held} paise with the provider, the payments say {captured - returned}."
    owed = _total(Refund.objects) - returned
    if (due := -_balance(Account.BUYERS)) != owed:
        yield f"The ledger owes buyers {due} paise, the refunds under way say {owed}."


def _total(rows: Any) -> int:
    return rows.aggregate(sum=Sum("amount_paise"))["sum"] or 0


def _balance(account: Account) -> int:
    return LedgerEntry.objects.filter(account=account).aggregate(sum=Sum("paise"))["sum"] or 0


def _set_aside() -> Iterator[str]:
    own = Refund.objects.filter(payment=OuterRef("pk")).order_by().values("payment")
    summed = Coalesce(Subquery(own.annotate(sum=Sum("amount_paise")).values("sum")), Value(0))
    rows = Payment.objects.order_by("pk").annotate(summed=summed).exclude(refunded_paise=F("summed"))
    for name, kept, found in batches(rows.values_list("provider_payment_id", "refunded_paise", "summed")):
        yield f"Of payment {name} {kept} paise are set aside for refunds, which sum to {found}."


def _orders() -> Iterator[str]:
    left = Q(Exists(OrderLine.objects.filter(order=OuterRef("pk"), refund__isnull=True)))
    taken = Q(Exists(OrderLine.objects.filter(order=OuterRef("pk"), refund__isnull=False)))
    then = Q(Exists(Refund.objects.filter(order=OuterRef("pk"), requested_at=OuterRef("refunded_at"))))
    is_paid = Q(paid_at__isnull=False)
    return violations(
        [
            (Q(status=OrderStatus.PAID) & ~left, "is paid, and all its lines were refunded"),
            (Q(status=OrderStatus.REFUNDED) & is_paid & left, "is refunded, and not all its lines were"),
            (~is_paid & taken, "was never paid, and lines of it were refunded"),
            (Q(refunded_at__isnull=False) & ~then, "was refunded at another time than any refund of it"),
        ]
    )


def _refund_violations(
    refund: Refund, rows: Sequence[OrderLine], found: Sequence[Refund], attempts: Sequence[RefundAttempt]
) -> Iterator[str]:
    payment, name = refund.payment, f"Refund {refund.pk}"
    of_payment = [other for other in found if other.payment_id == refund.payment_id]
    before = sum(other.amount_paise for other in of_payment[: of_payment.index(refund)])
    left = payment.amount_paise - before if payment else 0
    if payment is not None and payment.order_id != refund.order_id:
        yield f"{name} is of another order than its payment."
    if refund.cause in SURPLUS_CAUSES:
        if payment is None or refund.amount_paise != payment.amount_paise:
            yield f"{name} is not of the amount of its payment."
        elif refund.requested_at != payment.captured_at:
            yield f"{name} is of another time than its payment."
        keys = [f"surplus:{payment.pk}" if payment else ""]
    elif refund.cause == RefundCause.PROVIDER:
        if rows and refund.amount_paise != left:
            yield f"{name} takes lines back, and leaves something of their payment."
        keys = [f"provider:{refund.payment_id}:{before}"]
        # Key format of an older release, in which a refund was one attempt.
        keys += [f"provider:{attempt.provider_refund_id}" for attempt in attempts if not attempt.is_ours]
    else:
        whole = sum(row.total_paise for row in _rests(rows, found))
        if refund.part_of is None and refund.amount_paise != min(whole, left):
            yield f"{name} is not of the amount of its lines."
        if refund.payment_id != refund.order.paid_by_id:
            yield f"{name} takes lines back, and is not of the payment that paid for them."
        keys = [f"lines:{rows[0].pk}"] if rows else []
        if refund.part_of is not None:
            keys = [refund_sums.part_key(refund.part_of.pk, refunded_before=before)]
    if refund.cause_key not in keys:
        yield f"{name} is not of the cause that its key names."
    yield from _status_violations(refund, of_payment, attempts)
    yield from _credit_note_violations(refund, rows, found)


def _parts_of(line: OrderLine, found: Sequence[Refund]) -> int:
    return sum(other.amount_paise for other in found if other.part_of_id == line.pk)


def _rests(rows: Sequence[OrderLine], found: Sequence[Refund]) -> list[OrderLine]:
    """What was left of lines that were taken back: no part of a line follows that."""
    return [refund_sums.rest_of_line(row, after=_parts_of(row, found)) for row in rows]


def _part_violations(
    refund: Refund, found: Sequence[Refund], *, closed: Sequence[OrderLine]
) -> Iterator[str]:
    """A part is less than was left of its line, and no part follows the refund of the line."""
    name, line = f"Refund {refund.pk}", refund.part_of
    before = found[: found.index(refund)]
    if (line is not None or refund.made_by_id is not None) and refund.cause != RefundCause.STAFF:
        yield f"{name} is not by staff, and has what only staff decide."
    if line is None:
        return
    if line.order_id != refund.order_id:
        yield f"{name} is of a part of another order's line."
    elif closed or not 0 < refund.amount_paise < line.total_paise - _parts_of(line, before):
        yield f"{name} is not of a part of its line."
    if any(other.pk == line.refund_id for other in before):
        yield f"{name} is of a part of a line that was taken back before."


def _status_violations(
    refund: Refund, of_payment: Sequence[Refund], attempts: Sequence[RefundAttempt]
) -> Iterator[str]:
    """The status of a refund must follow from its attempts."""
    own = [attempt for attempt in attempts if attempt.payment_id == refund.payment_id]
    shares, _ = refund_sums.allocate_returned(of_payment, own)
    status = refund_sums.status_of(refund, own, returned_paise=shares[refund.pk])
    if refund.status != status:
        yield f"Refund {refund.pk} is {refund.status}, and its attempts make it {status}."
    processed = {attempt.processed_at for attempt in own} if refund.amount_paise else {refund.requested_at}
    if refund.status == _PROCESSED and refund.processed_at not in processed:
        yield f"Refund {refund.pk} was processed at another time than any attempt at it."


def _attempt_violations(attempt: RefundAttempt) -> Iterator[str]:
    name = f"Refund attempt {attempt.pk}"
    refund = attempt.refund
    if refund is not None:
        if attempt.payment_id != refund.payment_id:
            yield f"{name} is of another payment than its refund."
        if attempt.idempotency_key != attempt.pk.hex and not str(attempt.idempotency_key).startswith(
            f"{refund.pk.hex}-"
        ):
            yield f"{name} has a key that is not its own."
    if attempt.status in _SENT and not attempt.provider_refund_id:
        yield f"{name} is with the provider, and it is not known as which."


def _credited(refund: Refund, rows: Sequence[OrderLine], found: Sequence[Refund]) -> list[OrderLine]:
    line = refund.part_of
    if line is None:
        return _rests(rows, found)
    after = _parts_of(line, found[: found.index(refund)])
    return [refund_sums.part_of_line(line, after=after, paise=refund.amount_paise)]


def _credit_note_violations(
    refund: Refund, rows: Sequence[OrderLine], found: Sequence[Refund]
) -> Iterator[str]:
    note = getattr(refund, "credit_note", None)
    lowers_sale = refund.cause not in SURPLUS_CAUSES and refund.payment_id == refund.order.paid_by_id
    if note is None:
        if lowers_sale:
            yield f"Refund {refund.pk} lowers a sale and has no credit note."
        return
    if not lowers_sale:
        yield f"Refund {refund.pk} is of no sale and has credit note {note.number}."
    invoice, document = note.invoice, invoices.read(note.content)
    invoiced = invoices.read(invoice.content)
    credited = _credited(refund, rows, found)
    is_by_line = sum(row.total_paise for row in credited) == refund.amount_paise
    if (
        document is None
        or invoiced is None
        or not invoices.is_consistent(note, document)
        or invoice.order_id != refund.order_id
        or (document.kind, document.order_number) != ("credit_note", refund.order.number)
        or (document.against, document.against_on) != (invoice.number, invoiced.issued_on)
        or (document.reason, document.paid_with) != (refund.reason, "")
        or document.total_paise != refund.amount_paise
        or document.buyer != invoiced.buyer
        or [(line.name, line.rate) for line in document.tax_lines]
        != [(line.name, line.rate) for line in invoiced.tax_lines]
        or (is_by_line and document.items != invoices.items_of(credited))
    ):
        yield f"Credit note {note.number} does not say what refund {refund.pk} and its invoice do."
