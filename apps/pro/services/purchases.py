"""Delivery of paid plans. Each function is idempotent and runs in the caller's transaction."""

from datetime import datetime

from apps.accounts.services import pro_time
from apps.core.sellables import Line
from apps.pro.models import Plan, Subscription
from apps.pro.services import notices


def deliver(*, line: Line, at: datetime) -> None:
    """
    Grant the days that were bought, even if the plan was changed or removed since.

    :raises EndlessPro: if the buyer's Pro never ends
    """
    assert line.access_days is not None, "every plan has a validity"
    plan = Plan.objects.filter(pk=line.item_id).first()
    name = plan.price_name if plan else line.title[:60]
    ends_at = pro_time.add(person_id=line.buyer_id, line_id=line.id, label=name, days=line.access_days, at=at)
    if ends_at is not None:
        notices.notify_bought(person_id=line.buyer_id, ends_at=ends_at)
    bought = Subscription(
        person_id=line.buyer_id,
        plan=plan,
        plan_name=name,
        days=line.access_days,
        order_id=line.order_id,
        line_id=line.id,
        bought_at=at,
    )
    Subscription.objects.bulk_create([bought], ignore_conflicts=True)


def revoke(*, line: Line, at: datetime) -> None:
    pro_time.revoke(person_id=line.buyer_id, line_id=line.id, at=at)
    Subscription.objects.filter(line_id=line.id, revoked_at__isnull=True).update(revoked_at=at)
