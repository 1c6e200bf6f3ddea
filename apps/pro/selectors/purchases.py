"""A person's Pro purchases, with the time that each one is valid."""

from datetime import datetime
from typing import Annotated, TypedDict

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.core import indian_time
from apps.core.json_types import Choices, DateTime, Help, component
from apps.pro.models import Subscription
from apps.pro.selectors import sections
from apps.pro.states import PurchaseStatus


@component("ProPurchaseOut")
class PurchaseRow(TypedDict):
    _id: str
    orderId: str
    sectionId: str | None
    planId: str | None
    planName: str
    title: str
    image: str | None
    validityPeriodInDays: int
    boughtAt: DateTime
    startsAt: Annotated[DateTime | None, Help("Null: it was refunded or revoked.")]
    endsAt: Annotated[DateTime | None, Help("Null, if `startsAt` is set: it never ends.")]
    active: bool
    refunded: bool
    status: Annotated[str, Choices(PurchaseStatus.values)]
    nextChangeAt: Annotated[DateTime | None, Help("When `status` changes by itself.")]


def list_purchases(*, person: User, at: datetime) -> list[PurchaseRow]:
    """All purchases, the newest first; a refunded one has no start and end."""
    rows = Subscription.objects.filter(person=person).select_related("plan__section")
    starts_at, ends_at = subscriptions.bought(line="line_id")
    timed = rows.annotate(starts_at=starts_at, ends_at=ends_at).order_by("-bought_at", "-pk")
    return [_purchase_row(row, starts_at=row.starts_at, ends_at=row.ends_at, at=at) for row in timed]


def _purchase_row(
    row: Subscription, *, starts_at: datetime | None, ends_at: datetime | None, at: datetime
) -> PurchaseRow:
    is_refunded = row.revoked_at is not None
    if is_refunded:
        starts_at = ends_at = None
    section = row.plan.section if row.plan else None
    status, next_change_at = _status(starts_at, ends_at, is_refunded=is_refunded, at=at)
    return {
        "_id": str(row.pk),
        "orderId": str(row.order_id),
        "sectionId": str(section.pk) if section else None,
        "planId": str(row.plan_id) if row.plan_id else None,
        "planName": row.plan_name,
        "title": section.title if section else "Pro",
        "image": sections.image_url(section) if section else None,
        "validityPeriodInDays": row.days,
        "boughtAt": indian_time.iso_utc(row.bought_at),
        "startsAt": indian_time.iso_utc_or_none(starts_at),
        "endsAt": indian_time.iso_utc_or_none(ends_at),
        "active": status == PurchaseStatus.ACTIVE,
        "refunded": is_refunded,
        "status": status,
        "nextChangeAt": indian_time.iso_utc_or_none(next_change_at),
    }


def _status(
    starts_at: datetime | None, ends_at: datetime | None, *, is_refunded: bool, at: datetime
) -> tuple[PurchaseStatus, datetime | None]:
    if is_refunded:
        return PurchaseStatus.REFUNDED, None
    if starts_at is None:
        return PurchaseStatus.ENDED, None
    status, next_change_at = subscriptions.period_status(starts_at=starts_at, ends_at=ends_at, at=at)
    return PurchaseStatus(status), next_change_at
