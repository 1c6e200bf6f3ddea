"""Fetching what the provider paid out to our bank account, day by day, and comparing it with our books."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from apps.commerce.flows import provider_sync
from apps.commerce.flows.batch import has_time, within_budget
from apps.commerce.gateways import registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderSettlementLine
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import SettlementLine
from apps.commerce.services import settlement_lines
from apps.core import indian_time
from apps.core.row_processing import Completed, Failed, process_batch, process_row

FIRST_DAYS = 60
"""How far back the first run reads."""

USUAL_DAYS = 5
"""How far back later runs read: a settlement that failed at the bank is made again."""


@dataclass(slots=True)
class Settlements:
    """
    `different` lines do not agree with our books, `failed` raised.

    `unknown` counts requests without a response.
    """

    days: int = 0
    lines: int = 0
    different: int = 0
    unknown: int = 0
    failed: int = 0
    resume_at: datetime | None = None


def poll_settlements(*, first_day: date, at: datetime, is_dry_run: bool = False) -> Settlements:
    """
    Fetch and compare each day from the first until today.

    A provider that does not answer is left out of the days that follow. The next run resumes at the first day
    that is incomplete.
    """
    polled, different = Settlements(), list[str]()
    silent: set[str] = set()
    for day in days_until(indian_time.day_of(at), first=first_day):
        gateways = [gateway for gateway in registry.all_gateways() if gateway.name not in silent]
        silent |= {
            gateway.name for gateway in gateways if not _poll_day(gateway, day, polled, different, is_dry_run)
        }
        if silent and polled.resume_at is None:
            polled.resume_at = indian_time.start_of_day(day)
        polled.days += not silent
    polled.different = len(different)
    if not is_dry_run:
        _settle_unknown_refunds(polled, at=at)
        settlement_lines.compare_again()
        polled.different = settlement_lines.different(among=different).count()
    return polled


def _settle_unknown_refunds(polled: Settlements, *, at: datetime) -> None:
    """A refund of the provider's dashboard whose event was lost is known from its settlement line alone."""
    for payment in within_budget(settlement_lines.payments_with_unknown_refunds()):
        sync = partial(provider_sync.sync_refunds, payment=payment, at=at)
        done = process_row(sync, name=payment.provider_payment_id)
        polled.failed += done == Failed()
        polled.unknown += done == Completed(False)


def days_until(last: date, *, first: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)


def _poll_day(
    gateway: PaymentGateway, day: date, polled: Settlements, different: list[str], is_dry_run: bool
) -> bool:
    """Whether all of the day was read."""
    for page in gateway.settlement_lines(day=day) if has_time() else ():
        if not isinstance(page, Done):
            polled.unknown += 1
            return False
        compare = partial(_compare, provider=gateway.name, is_dry_run=is_dry_run)
        done = process_batch(page.value, compare, name=lambda line: line.id)
        polled.failed += done.count(Failed())
        rows = [row for each in done if isinstance(each, Completed) for row in each.result]
        polled.lines += len(rows)
        different += [row.provider_line_id for row in rows if row.difference]
    return has_time()


def _compare(
    lines: Sequence[ProviderSettlementLine], *, provider: str, is_dry_run: bool
) -> list[SettlementLine]:
    rows = settlement_lines.compared(provider=provider, lines=lines)
    if not is_dry_run:
        settlement_lines.store(rows)
    return rows
