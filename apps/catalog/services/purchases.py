"""Delivery of paid courses. Each function is idempotent and runs in the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef

from apps.accounts.models import Entitlement
from apps.accounts.selectors import access
from apps.accounts.services import entitlements
from apps.catalog.models import TopicProgress
from apps.catalog.services import owners
from apps.core.sellables import AlreadyOwned, Line, NotSellable


def deliver(*, line: Line, at: datetime) -> None:
    """
    Grant access for the days that were bought, even if the course was changed or unpublished since.

    :raises AlreadyOwned: if staff gave it to the buyer meanwhile, for as long or longer
    :raises NotSellable: if the course was deleted before the payment arrived
    """
    ends_at = at + timedelta(days=line.access_days) if line.access_days else None
    if access.has_course_until(
        person_id=line.buyer_id, course_id=line.item_id, ends_at=ends_at, at=at, besides=line.id
    ):
        raise AlreadyOwned()
    if not owners.record_owner(course_id=line.item_id, person_id=line.buyer_id):
        raise NotSellable("This course no longer exists.")
    entitlements.grant_bought_course(
        person_id=line.buyer_id,
        course_id=line.item_id,
        line_id=line.id,
        label=line.title,
        at=at,
        ends_at=ends_at,
    )


def unopened(*, lines: Sequence[Line], at: datetime) -> set[UUID]:
    """The lines whose course is open and of which the buyer has watched and completed nothing."""
    opened = TopicProgress.objects.filter(person=OuterRef("person"), course=OuterRef("item_id"))
    bought = Entitlement.objects.valid_at(at).filter(
        bought_by__in=[line.id for line in lines], revoked_at__isnull=True
    )
    return {row.bought_by for row in bought.filter(~Exists(opened)) if row.bought_by}


def revoke(*, line: Line, at: datetime) -> None:
    entitlements.revoke_bought(line_id=line.id, person_id=line.buyer_id, at=at)
