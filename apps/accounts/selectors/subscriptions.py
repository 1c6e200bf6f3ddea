from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, Subquery

from apps.accounts.models import Entitlement
from apps.accounts.states import PeriodStatus, Source
from apps.core.sellables import AlreadyOwned


class EndlessPro(AlreadyOwned):
    message = "Your Pro does not expire, so it cannot be extended."


@dataclass(frozen=True, slots=True)
class Subscription:
    id: UUID
    active: bool
    kind: str
    plan_name: str
    via: str
    starts_at: datetime
    ends_at: datetime | None
    status: PeriodStatus
    next_change_at: datetime | None


def list_periods(*, rows: Iterable[Entitlement], at: datetime) -> list[Subscription]:
    """Return the periods of these rows of Pro, paid or on trial: the active one first, then the newest."""
    subscriptions = [_subscription(row, at=at) for row in rows if not row.never_began]
    return sorted(subscriptions, key=lambda subscription: not subscription.active)


def period_status(
    *, starts_at: datetime, ends_at: datetime | None, at: datetime
) -> tuple[PeriodStatus, datetime | None]:
    """Return the status of a period, and when it changes by itself."""
    if ends_at is not None and ends_at <= at:
        return PeriodStatus.ENDED, None
    return (PeriodStatus.UPCOMING, starts_at) if at < starts_at else (PeriodStatus.ACTIVE, ends_at)


def bought(*, line: str) -> tuple[Subquery, Subquery]:
    """Subqueries for start and end of the Pro that an order line paid for; `line` is the column of its id."""
    entitlement = Entitlement.objects.to_pro().filter(bought_by=OuterRef(line))
    return Subquery(entitlement.values("starts_at")), Subquery(entitlement.values("ends_at"))


def end_of_paid(*, person_id: UUID, at: datetime) -> datetime | None:
    """
    Return when the paid Pro ends, or None if there is none. Not cached: used at checkout.

    :raises EndlessPro: if it has no end
    """
    rows = Entitlement.objects.paid_pro().filter(person=person_id).exclude(ends_at__lte=at)
    ends = list(rows.values_list("ends_at", flat=True))
    if None in ends:
        raise EndlessPro()
    return max((end for end in ends if end is not None), default=None)


def _subscription(row: Entitlement, *, at: datetime) -> Subscription:
    status, next_change_at = period_status(starts_at=row.starts_at, ends_at=row.ends_at, at=at)
    return Subscription(
        id=row.pk,
        active=row.is_valid_at(at),
        kind="trial" if row.source == Source.TRIAL else "paid",
        plan_name=row.label,
        via="purchase" if row.source == Source.PAID else row.source,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        status=status,
        next_change_at=next_change_at,
    )
