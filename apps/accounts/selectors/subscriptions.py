from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import held
from apps.accounts.states import Scope, Source


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
    rows = (row for row in held.by_person(person) if row.scope == Scope.PRO)
    found = [_subscription(row, at=at) for row in rows]
    return sorted(found, key=lambda subscription: not subscription.active)


def _subscription(row: Entitlement, *, at: datetime) -> Subscription:
    return Subscription(
        id=row.pk,
        active=row.is_valid_at(at),
        kind="trial" if row.source == Source.TRIAL else "paid",
        plan_name=row.label,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )
