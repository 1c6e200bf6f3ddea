"""Double-entry bookkeeping of every movement of money."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction

from apps.commerce import ledger_chain
from apps.commerce.ledger_chain import Day
from apps.commerce.models import LedgerCheckpoint, LedgerEntry, Order, Payment, Refund, RefundAttempt
from apps.commerce.selectors import books
from apps.commerce.states import Account
from apps.core import indian_time

_TAX_ACCOUNTS = {"CGST": Account.TAX_CGST, "SGST": Account.TAX_SGST, "IGST": Account.TAX_IGST}


_COMMIT_MARGIN = timedelta(hours=1)

_DAY = timedelta(days=1)


class Unbalanced(AssertionError):
    """The entries of a journal do not sum to zero."""


def book_sale(*, order: Order, at: datetime) -> None:
    """A captured payment that fulfils its order."""
    parts = {_TAX_ACCOUNTS[line["name"]]: -line["paise"] for line in order.tax_lines}
    taxable = order.price_paise - order.discount_paise
    _write(
        order=order,
        cause=f"sale:{order.pk}",
        at=at,
        parts={Account.GATEWAY: order.bill_paise, Account.SALES: -taxable, **parts},
        # Every journal needs a payment. What `orders.lock` has read is from before this one.
        is_first=not order.is_booked and not order.payments.all(),
    )


def book_overpayment(*, payment: Payment, at: datetime) -> None:
    """A captured payment that fulfils nothing is owed to the buyer."""
    paise = payment.amount_paise
    _write(
        order=payment.order,
        cause=f"surplus:{payment.pk}",
        at=at,
        parts={Account.GATEWAY: paise, Account.BUYERS: -paise},
    )


def book_refund(*, refund: Refund, taxable_paise: int, tax: Mapping[str, int], at: datetime) -> None:
    """A reversed sale: its money is owed to the buyer."""
    parts = {_TAX_ACCOUNTS[name]: paise for name, paise in tax.items()}
    _write(
        order=refund.order,
        cause=f"refund:{refund.pk}",
        at=at,
        parts={Account.SALES: taxable_paise, **parts, Account.BUYERS: -refund.amount_paise},
    )


def book_refund_payout(*, attempt: RefundAttempt, order: Order, at: datetime) -> None:
    """The provider has paid a refund to the buyer."""
    paise = attempt.amount_paise
    _write(
        order=order,
        cause=f"paid-back:{attempt.pk}",
        at=at,
        parts={Account.BUYERS: paise, Account.GATEWAY: -paise},
    )


@transaction.atomic(durable=True)
def write_checkpoints(*, at: datetime) -> list[LedgerCheckpoint]:
    """
    Write the missing checkpoints of past days, so that later additions and deletions are detected.

    Every day gets one, also without entries, so that nothing can be backdated into it.
    """
    latest = LedgerCheckpoint.objects.order_by("-day").first()
    # A transaction from shortly before midnight may commit a little later.
    until = indian_time.day_of(at - _COMMIT_MARGIN)
    days = books.ledger.days_after(latest.day if latest else None, until=until)
    day = latest.day + _DAY if latest else min(days, default=until)
    made: list[LedgerCheckpoint] = []
    while day < until:
        found, previous = days.get(day, Day()), made[-1] if made else latest
        digest = ledger_chain.day_digest(
            previous.digest if previous else "", day=day, entries=found.entries, total=found.total
        )
        made.append(
            LedgerCheckpoint(day=day, entries=found.entries, total=found.total, digest=digest, written_at=at)
        )
        day += _DAY
    # A concurrent run may have written the same days.
    LedgerCheckpoint.objects.bulk_create(made, ignore_conflicts=True)
    return made


def _write(
    *, order: Order, cause: str, at: datetime, parts: Mapping[Account, int], is_first: bool = False
) -> None:
    """The caller holds the order's lock, so that concurrent writes cannot fork the hash chain."""
    if sum(parts.values()) != 0:
        raise Unbalanced(cause)
    chained = LedgerEntry.objects.filter(order=order, position__isnull=False).order_by("-position")
    found = None if is_first else chained.values_list("position", "digest").first()
    last, digest = found or (-1, "")
    entries = []
    for position, (account, paise) in enumerate(_non_zero(parts), start=last + 1):
        entry = LedgerEntry(order=order, cause=cause, at=at, account=account, paise=paise, position=position)
        entry.digest = digest = ledger_chain.entry_digest(
            digest,
            order_id=order.pk,
            position=position,
            cause=cause,
            at=at,
            account=account.value,
            paise=paise,
        )
        entries.append(entry)
    LedgerEntry.objects.bulk_create(entries)
    order.is_booked = True


def _non_zero(parts: Mapping[Account, int]) -> list[tuple[Account, int]]:
    return [(account, paise) for account, paise in parts.items() if paise]
