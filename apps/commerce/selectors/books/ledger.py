"""Compares the ledger with payments and refunds, its hash chain and its checkpoints."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import Sum

from apps.commerce import ledger_chain
from apps.commerce.ledger_chain import Day
from apps.commerce.models import LedgerCheckpoint, LedgerEntry, Order, Payment
from apps.commerce.selectors.books import refunds
from apps.commerce.selectors.books.iteration import batches, group_by_key, merge_by_key
from apps.commerce.selectors.books.journals import TAX_ACCOUNTS, Journal
from apps.commerce.states import Account, PaymentStatus
from apps.core import indian_time


@dataclass(frozen=True, slots=True)
class _Entry:
    id: int
    order_id: UUID
    position: int | None
    cause: str
    at: datetime
    account: str
    paise: int
    digest: str


_COLUMNS = ("pk", "order", "position", "cause", "at", "account", "paise", "digest")

Days = defaultdict[date, Day]


def differences() -> Iterator[str]:
    sums = LedgerEntry.objects.order_by().values("cause").annotate(total=Sum("paise")).exclude(total=0)
    for cause, total in batches(sums.values_list("cause", "total")):
        yield f"Journal {cause} sums to {total} paise."
    days: Days = defaultdict(Day)
    rows = LedgerEntry.objects.order_by("order_id", "position", "pk").values_list(*_COLUMNS)
    entries = (_Entry(*row) for row in batches(rows))
    for _, (written, *happened) in merge_by_key(
        group_by_key(entries, lambda entry: entry.order_id), _sales(), _surplus(), refunds.journals()
    ):
        for entry in written:
            days[indian_time.day_of(entry.at)].add(entry.digest)
        yield from _chain(written)
        yield from _journals(written, [journal for column in happened for journal in column])
    yield from _checkpoints(days)


def days_after(day: date | None, *, until: date) -> Mapping[date, Day]:
    """The entries of each day after `day` and before `until`."""
    rows = LedgerEntry.objects.filter(at__lt=indian_time.start_of_day(until))
    if day is not None:
        rows = rows.filter(at__gte=indian_time.end_of_day(day))
    found: Days = defaultdict(Day)
    for at, digest in batches(rows.order_by("pk").values_list("at", "digest")):
        found[indian_time.day_of(at)].add(digest)
    return found


def _chain(entries: Sequence[_Entry]) -> Iterator[str]:
    """Continues from each stored digest, so that only the changed entry is reported."""
    previous = ""
    for place, entry in enumerate(entries):
        if entry.position is None:
            yield f"Ledger entry {entry.id} is in no chain."
            continue
        expected = ledger_chain.entry_digest(
            previous,
            order_id=entry.order_id,
            position=entry.position,
            cause=entry.cause,
            at=entry.at,
            account=entry.account,
            paise=entry.paise,
        )
        if entry.digest != expected or entry.position != place:
            yield f"Ledger entry {entry.id} ({entry.cause}) or the one before it is not as it was written."
        previous = entry.digest


def _journals(entries: Sequence[_Entry], happened: Sequence[Journal]) -> Iterator[str]:
    written: defaultdict[str, dict[tuple[datetime, str], int]] = defaultdict(dict)
    for entry in entries:
        written[entry.cause][entry.at, entry.account] = entry.paise
    for journal in happened:
        found = written.pop(journal.cause, None)
        if found is None:
            yield f"Journal {journal.cause} is not in the ledger."
        elif found != {(journal.at, account): paise for account, paise in journal.parts.items() if paise}:
            yield f"Journal {journal.cause} is not what happened."
    for cause in sorted(written):
        yield f"Journal {cause} is in the ledger, and nothing of the kind happened."


def _sales() -> Iterator[tuple[UUID, list[Journal]]]:
    rows = Order.objects.filter(paid_by__isnull=False).order_by("pk")
    columns = ("pk", "paid_at", "price_paise", "discount_paise", "bill_paise", "tax_lines")
    for pk, paid_at, price_paise, discount_paise, bill_paise, tax_lines in batches(
        rows.values_list(*columns)
    ):
        parts = {Account.GATEWAY.value: bill_paise, Account.SALES.value: discount_paise - price_paise}
        for line in tax_lines:
            parts[TAX_ACCOUNTS.get(line.get("name"), "")] = -int(line.get("paise", 0))
        yield pk, [Journal(f"sale:{pk}", paid_at, parts)]


def _surplus() -> Iterator[tuple[UUID, list[Journal]]]:
    """Payments that fulfilled nothing."""
    rows = Payment.objects.filter(status=PaymentStatus.CAPTURED).order_by("order_id", "pk")
    columns = ("order", "pk", "amount_paise", "captured_at", "order__paid_by")
    for order_id, found in group_by_key(batches(rows.values_list(*columns)), lambda row: row[0]):
        yield (
            order_id,
            [
                Journal(f"surplus:{pk}", at, {Account.GATEWAY.value: paise, Account.BUYERS.value: -paise})
                for _, pk, paise, at, paid_by in found
                if pk != paid_by
            ],
        )


def _checkpoints(days: Mapping[date, Day]) -> Iterator[str]:
    previous: LedgerCheckpoint | None = None
    for row in batches(LedgerCheckpoint.objects.order_by("day")):
        if previous is not None and row.day != previous.day + timedelta(days=1):
            yield f"The checkpoint of the ledger before {row.day} is missing."
        digest = ledger_chain.day_digest(
            previous.digest if previous else "", day=row.day, entries=row.entries, total=row.total
        )
        if row.digest != digest:
            yield f"The checkpoint of the ledger of {row.day} or the one before it is not as it was written."
        found = days.get(row.day, Day())
        if (row.entries, row.total) != (found.entries, found.total):
            yield (
                f"The ledger of {row.day} had {row.entries} entries when the day was over, "
                f"and has {found.entries} now, or others."
            )
        previous = row
