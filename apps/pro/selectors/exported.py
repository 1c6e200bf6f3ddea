"""The Pro section of the personal data download."""

from apps.accounts.models import User
from apps.core import indian_time
from apps.pro.models import Subscription


def subscriptions(person: User, /) -> object:
    rows = Subscription.objects.filter(person=person).order_by("-bought_at", "-pk")
    return [
        {
            "_id": str(row.pk),
            "orderId": str(row.order_id),
            "plan": row.plan_name,
            "days": row.days,
            "boughtAt": indian_time.iso_utc(row.bought_at),
            "takenBackAt": indian_time.iso_utc_or_none(row.revoked_at),
        }
        for row in rows
    ]
