from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, Subquery

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import cached_entitlements
from apps.accounts.states import Scope, Source
from apps.core.sellables import AlreadyOwned


class EndlessPro(AlreadyOwned):
    message = "Your Pro has no end, so there is nothing to add to it."


@dataclass(frozen=True, slots=True)
class Subscription:
    id: UUID
    active: bool
    kind: str
    plan_name: str
    starts_at: datetime
    ends_at: datetime | None


def of_person(*, person: User, at: datetime) -> list[Subscription]:
    """A person's Pro time, bought or on trial, the active one first and then the newest."""
    rows = (row for row in cached_entitlements.by_person(person) if row.scope == Scope.PRO)
    found = [_subscription(row, at=at) for row in rows if not _never_was(row)]
    return sorted(found, key=lambda subscription: not subscription.active)


def bought(*, line: str) -> tuple[Subquery, Subquery]:
    """From when to when Pro is open for a line of an order, for a query of rows whose column this is."""
    time = Entitlement.objects.to_pro().filter(bought_by=OuterRef(line))
    return Subquery(time.values("starts_at")), Subquery(time.values("ends_at"))


def end_of_paid(*, person_id: UUID, at: datetime) -> datetime | None:
    """
    When the last Pro that is no trial is over; None if there is none left. Read anew, for whoever sells it.

    :raises EndlessPro: if that is never
    """
    rows = Entitlement.objects.paid_pro().filter(person=person_id).exclude(ends_at__lte=at)
    ends = list(rows.values_list("ends_at", flat=True))
    if None in ends:
        raise EndlessPro()
    return max((end for end in ends if end is not None), default=None)


def _never_was(row: Entitlement) -> bool:
    """Taken back before it began."""
    return row.revoked_at is not None and row.starts_at >= row.revoked_at


def _subscription(row: Entitlement, *, at: datetime) -> Subscription:
    return Subscription(
        id=row.pk,
        active=row.is_valid_at(at),
        kind="trial" if row.source == Source.TRIAL else "paid",
        plan_name=row.label,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )
