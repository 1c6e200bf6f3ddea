"""What the download of one's personal data says of Pro."""

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
            "boughtAt": indian_time.on_wire(row.bought_at),
            "takenBackAt": None if row.taken_back_at is None else indian_time.on_wire(row.taken_back_at),
        }
        for row in rows
    ]
