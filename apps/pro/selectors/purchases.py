"""What a person bought of Pro, and what of it is still to come."""

from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.core import indian_time
from apps.pro.models import Subscription
from apps.pro.selectors import sections


class PurchaseShown(TypedDict):
    _id: str
    orderId: str
    sectionId: str | None
    planId: str | None
    planName: str
    title: str
    image: str | None
    validityPeriodInDays: int
    boughtAt: str
    startsAt: str | None
    endsAt: str | None
    active: bool
    refunded: bool


def of_person(*, person: User, at: datetime) -> list[PurchaseShown]:
    """Every purchase, the newest first; one that was refunded has no time of its own."""
    rows = Subscription.objects.filter(person=person).select_related("plan__section")
    starts_at, ends_at = subscriptions.bought(line="line_id")
    timed = rows.annotate(starts_at=starts_at, ends_at=ends_at).order_by("-bought_at", "-pk")
    return [_shown(row, starts_at=row.starts_at, ends_at=row.ends_at, at=at) for row in timed]


def _shown(
    row: Subscription, *, starts_at: datetime | None, ends_at: datetime | None, at: datetime
) -> PurchaseShown:
    is_refunded = row.taken_back_at is not None
    if is_refunded:
        starts_at = ends_at = None
    section = row.plan.section if row.plan else None
    return {
        "_id": str(row.pk),
        "orderId": str(row.order_id),
        "sectionId": str(section.pk) if section else None,
        "planId": str(row.plan_id) if row.plan_id else None,
        "planName": row.plan_name,
        "title": section.title if section else "Pro",
        "image": sections.image_address(section) if section else None,
        "validityPeriodInDays": row.days,
        "boughtAt": indian_time.on_wire(row.bought_at),
        "startsAt": indian_time.on_wire(starts_at) if starts_at else None,
        "endsAt": indian_time.on_wire(ends_at) if ends_at else None,
        "active": starts_at is not None and starts_at <= at and (ends_at is None or at < ends_at),
        "refunded": is_refunded,
    }
