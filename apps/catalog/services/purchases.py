"""Courses that were paid for; each step joins its caller's transaction, and a repeat changes nothing."""

from datetime import datetime, timedelta

from django.db.models import Exists, F

from apps.accounts.models import Entitlement
from apps.accounts.services import entitlements
from apps.catalog.models import Course
from apps.catalog.services import owners
from apps.core.sellables import Line, NotSellable


def deliver(*, line: Line, at: datetime) -> None:
    """
    Open the course for the days that were bought, whatever became of its price or page since.

    :raises NotSellable: if it was deleted before the money came
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
    owners.record(course_id=line.item_id, person_id=line.buyer_id)


def revoke(*, line: Line, at: datetime) -> None:
    entitlements.end_bought(line_id=line.id, person_id=line.buyer_id, at=at)


def _count_learner(line: Line) -> None:
    # Past the queryset that drops kept answers, as for free courses.
    had = Entitlement.objects.filter(person=line.buyer_id, item_id=line.item_id)
    course = Course._base_manager.filter(~Exists(had), pk=line.item_id)
    is_counted = course.update(total_learners=F("total_learners") + 1)
    if not is_counted and not Course._base_manager.filter(pk=line.item_id).exists():
        raise NotSellable("This course is not there any more.")
