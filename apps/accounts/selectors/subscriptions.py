from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Source


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
    rows = Entitlement.objects.to_pro().filter(person=person).order_by("-starts_at", "-pk")
    found = [_subscription(row, at=at) for row in rows]
    return sorted(found, key=lambda subscription: not subscription.active)


def _subscription(row: Entitlement, *, at: datetime) -> Subscription:
    return Subscription(
        id=row.pk,
        active=row.starts_at <= at and (row.ends_at is None or row.ends_at > at),
        kind="trial" if row.source == Source.TRIAL else "paid",
        plan_name=row.label,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )
