"""Delivery of paid courses. Each function is idempotent and runs in the caller's transaction."""

from datetime import datetime, timedelta

from apps.accounts.services import entitlements
from apps.catalog.services import owners
from apps.core.sellables import Line, NotSellable


def deliver(*, line: Line, at: datetime) -> None:
    """
    Grant access for the days that were bought, even if the course was changed or unpublished since.

    :raises NotSellable: if the course was deleted before the payment arrived
    """
    if not owners.record_owner(course_id=line.item_id, person_id=line.buyer_id):
        raise NotSellable("This course no longer exists.")
    entitlements.grant_bought_course(
        person_id=line.buyer_id,
        course_id=line.item_id,
        line_id=line.id,
        label=line.title,
        at=at,
        ends_at=at + timedelta(days=line.access_days) if line.access_days else None,
    )


def revoke(*, line: Line, at: datetime) -> None:
    entitlements.revoke_bought(line_id=line.id, person_id=line.buyer_id, at=at)
