"""
Paid Pro time: each purchase extends the existing time, and a refund removes exactly what it added.

All functions join the caller's transaction and lock the person's row, so concurrent purchases are
serialised.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import subscriptions
from apps.accounts.services import entitlements
from apps.accounts.states import Scope, Source
from apps.core import tagged_cache


def add(*, person_id: UUID, line_id: UUID, label: str, days: int, at: datetime) -> datetime | None:
    """
    Add days after the current paid Pro, else from now; a trial ends. Idempotent per order line.

    Returns when they end, or None if the line has added them before.

    :raises EndlessPro: if the person has Pro without an end
    """
    _lock_person(person_id)
    if Entitlement.objects.filter(bought_by=line_id).exists():
        return None
    bought = Entitlement(person_id=person_id, source=Source.PAID, label=label[:120], bought_by=line_id)
    return append(bought, days=days, at=at).ends_at


def append(period: Entitlement, *, days: int, at: datetime) -> Entitlement:
    """
    Save a period of Pro after the paid Pro of its person, whom the caller has locked; a trial ends.

    :raises EndlessPro: if the person has Pro without an end
    """
    period.scope = Scope.PRO
    period.starts_at = subscriptions.end_of_paid(person_id=period.person_id, at=at) or at
    period.ends_at = period.starts_at + timedelta(days=days)
    trial = Entitlement.objects.to_pro().filter(person=period.person_id, source=Source.TRIAL, ends_at__gt=at)
    trial.filter(starts_at__lt=at).update(ends_at=at)
    # A constraint requires the end to be after the start.
    trial.filter(starts_at__gte=at).update(ends_at=F("starts_at") + timedelta(microseconds=1))
    period.save(force_insert=True)
    return period


def revoke(*, person_id: UUID, line_id: UUID, at: datetime) -> None:
    """End what a line paid for, and move later purchases forward by the days that were left of it."""
    _lock_person(person_id)
    bought = Entitlement.objects.filter(bought_by=line_id, revoked_at__isnull=True).first()
    if bought is None:
        return
    entitlements.revoke_bought(line_id=line_id, person_id=person_id, at=at)
    if bought.ends_at is None or bought.ends_at <= at:
        return
    remaining = bought.ends_at - max(bought.starts_at, at)
    paid = Entitlement.objects.paid_pro().filter(person=person_id)
    following = paid.filter(starts_at__gte=bought.ends_at)
    following.update(starts_at=F("starts_at") - remaining, ends_at=F("ends_at") - remaining)
    tagged_cache.invalidate(f"person:{person_id}")


def _lock_person(person_id: UUID) -> None:
    User.objects.locked().only("pk").get(pk=person_id)
