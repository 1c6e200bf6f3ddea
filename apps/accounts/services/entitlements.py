"""Grants and revokes entitlements. All functions join the caller's transaction."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Q

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.core import tagged_cache
from apps.core.ids import new_id


def grant_course(
    *,
    person: User,
    course_id: UUID,
    source: Source,
    label: str,
    at: datetime,
    ends_at: datetime | None,
    key: UUID | None = None,
) -> Entitlement:
    return Entitlement.objects.create(
        id=key or new_id(),
        person=person,
        scope=Scope.COURSE,
        item_id=course_id,
        source=source,
        label=label[:120],
        starts_at=at,
        ends_at=ends_at,
    )


def grant_bought_course(
    *, person_id: UUID, course_id: UUID, line_id: UUID, label: str, at: datetime, ends_at: datetime | None
) -> None:
    """Grant the course that an order line paid for. Idempotent per line."""
    bought = Entitlement(
        person_id=person_id,
        scope=Scope.COURSE,
        item_id=course_id,
        source=Source.PAID,
        label=label[:120],
        starts_at=at,
        ends_at=ends_at,
        bought_by=line_id,
    )
    Entitlement.objects.bulk_create([bought], ignore_conflicts=True)
    tagged_cache.invalidate(f"person:{person_id}")


def revoke_bought(*, line_id: UUID, person_id: UUID, at: datetime) -> None:
    """End what an order line paid for, as of `at`."""
    bought = Entitlement.objects.filter(bought_by=line_id, revoked_at__isnull=True)
    running = bought.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=at))
    # A constraint requires the end to be after the start.
    running.filter(starts_at__lt=at).update(ends_at=at)
    running.filter(starts_at__gte=at).update(ends_at=F("starts_at") + timedelta(microseconds=1))
    bought.update(revoked_at=at)
    tagged_cache.invalidate(f"person:{person_id}")
