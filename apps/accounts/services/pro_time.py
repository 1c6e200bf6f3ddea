"""
Pro that was paid for: each purchase's days follow those there are, and go back as exactly as many.

Both steps join the caller's transaction and hold the person's row, so that two purchases at the same moment
take their places one after the other.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import subscriptions
from apps.accounts.services import entitlements
from apps.accounts.states import Scope, Source
from apps.core import tagged_cache


def add(*, person_id: UUID, line_id: UUID, label: str, days: int, at: datetime) -> None:
    """
    Begin where the Pro there is ends, else now; a trial ends. A repeat for the same line changes nothing.

    :raises EndlessPro: if there is one that never ends
    """
    _hold(person_id)
    if Entitlement.objects.filter(bought_by=line_id).exists():
        return
    starts_at = subscriptions.end_of_paid(person_id=person_id, at=at) or at
    _end_trial(person_id, at=at)
    Entitlement.objects.create(
        person_id=person_id,
        scope=Scope.PRO,
        source=Source.PAID,
        label=label[:120],
        starts_at=starts_at,
        ends_at=starts_at + timedelta(days=days),
        bought_by=line_id,
    )


def take_back(*, person_id: UUID, line_id: UUID, at: datetime) -> None:
    """End what a line paid for, and bring forward what follows it by just the days that were left of it."""
    _hold(person_id)
    bought = Entitlement.objects.filter(bought_by=line_id, revoked_at__isnull=True).first()
    if bought is None:
        return
    entitlements.end_bought(line_id=line_id, person_id=person_id, at=at)
    if bought.ends_at is None or bought.ends_at <= at:
        return
    left = bought.ends_at - max(bought.starts_at, at)
    paid = Entitlement.objects.paid_pro().filter(person=person_id)
    following = paid.filter(starts_at__gte=bought.ends_at)
    following.update(starts_at=F("starts_at") - left, ends_at=F("ends_at") - left)
    tagged_cache.invalidate(f"person:{person_id}")


def _hold(person_id: UUID) -> None:
    User.objects.locked().only("pk").get(pk=person_id)


def _end_trial(person_id: UUID, *, at: datetime) -> None:
    trial = Entitlement.objects.to_pro().filter(person=person_id, source=Source.TRIAL, ends_at__gt=at)
    trial.filter(starts_at__lt=at).update(ends_at=at)
    # One that began at this very moment still has to end after it.
    trial.filter(starts_at__gte=at).update(ends_at=F("starts_at") + timedelta(microseconds=1))
