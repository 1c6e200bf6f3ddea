"""Giving people what they may open, and taking it back."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Q

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.core import tagged_cache


def grant_course(
    *, person: User, course_id: UUID, source: Source, label: str, at: datetime, ends_at: datetime | None
) -> Entitlement:
    """Let a person open a course; joins the caller's transaction."""
    return Entitlement.objects.create(
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
    """The same for what a line of an order paid for, once a line; joins the caller's transaction."""
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


def end_bought(*, line_id: UUID, person_id: UUID, at: datetime) -> None:
    """Take back what a line paid for, from the moment on; joins the caller's transaction."""
    bought = Entitlement.objects.filter(bought_by=line_id, revoked_at__isnull=True)
    running = bought.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=at))
    # What began at this very moment, or is yet to begin, still has to end after it.
    running.filter(starts_at__lt=at).update(ends_at=at)
    running.filter(starts_at__gte=at).update(ends_at=F("starts_at") + timedelta(microseconds=1))
    bought.update(revoked_at=at)
    tagged_cache.invalidate(f"person:{person_id}")
