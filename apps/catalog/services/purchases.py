"""Delivery of paid courses. Each function is idempotent and runs in the caller's transaction."""

from datetime import datetime, timedelta

from django.db.models import Exists, F

from apps.accounts.models import Entitlement
from apps.accounts.services import entitlements
from apps.catalog.models import Course
from apps.catalog.services import owners
from apps.core.sellables import Line, NotSellable


def deliver(*, line: Line, at: datetime) -> None:
    """
    Grant access for the days that were bought, even if the course was changed or unpublished since.

    :raises NotSellable: if the course was deleted before the payment arrived
    """
    _count_learner(line)
    entitlements.grant_bought_course(
        person_id=line.buyer_id,
        course_id=line.item_id,
        line_id=line.id,
        label=line.title,
        at=at,
        ends_at=at + timedelta(days=line.access_days) if line.access_days else None,
    )
    owners.record_owner(course_id=line.item_id, person_id=line.buyer_id)


def revoke(*, line: Line, at: datetime) -> None:
    entitlements.revoke_bought(line_id=line.id, person_id=line.buyer_id, at=at)


def _count_learner(line: Line) -> None:
    # `_base_manager` does not invalidate the cache, as for free courses.
    earlier = Entitlement.objects.filter(person=line.buyer_id, item_id=line.item_id)
    course = Course._base_manager.filter(~Exists(earlier), pk=line.item_id)
    is_counted = course.update(total_learners=F("total_learners") + 1)
    if not is_counted and not Course._base_manager.filter(pk=line.item_id).exists():
        raise NotSellable("This course no longer exists.")
