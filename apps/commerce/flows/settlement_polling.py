"""Fetching what the provider paid out to our bank account, day by day, and comparing it with our books."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from apps.commerce.flows.batch import has_time
from apps.commerce.gateways import registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.services import settlement_lines
from apps.core import indian_time

FIRST_DAYS = 60
"""How far back the first run reads."""

USUAL_DAYS = 5
"""How far back later runs read: a settlement that failed at the bank is made again."""


@dataclass(slots=True)
class Settlements:
    """`different` lines do not agree with our books; `unknown` counts pages without a response."""

    days: int = 0
    lines: int = 0
    different: int = 0
    unknown: int = 0
    resume_at: datetime | None = None


def poll_settlements(*, first_day: date, at: datetime, is_dry_run: bool = False) -> Settlements:
    """
    Fetch and compare each day from the first until today.

    A provider that does not answer is left out of the days that follow. The next run resumes at the first day
    that is incomplete.
    """
    polled = Settlements()
    silent: set[str] = set()
    for day in days_until(indian_time.day_of(at), first=first_day):
        gateways = [gateway for gateway in registry.all_gateways() if gateway.name not in silent]
        silent |= {gateway.name for gateway in gateways if not _poll_day(gateway, day, polled, is_dry_run)}
        if silent and polled.resume_at is None:
            polled.resume_at = indian_time.start_of_day(day)
        polled.days += not silent
    if not is_dry_run:
        settlement_lines.compare_again()
    return polled


def days_until(last: date, *, first: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)


def _poll_day(gateway: PaymentGateway, day: date, polled: Settlements, is_dry_run: bool) -> bool:
    """Whether all of the day was read."""
    for page in gateway.settlement_lines(day=day) if has_time() else ():
        if not isinstance(page, Done):
            polled.unknown += 1
            return False
        rows = settlement_lines.compared(provider=gateway.name, lines=page.value)
        if not is_dry_run:
            settlement_lines.store(rows)
        polled.lines += len(rows)
        polled.different += sum(row.difference != "" for row in rows)
    return has_time()
