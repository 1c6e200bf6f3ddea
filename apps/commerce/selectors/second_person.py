"""When a refund needs a second person, and which one waits."""

from datetime import datetime

from django.db.models import Sum

from apps.accounts.models import User
from apps.commerce.models import Order, Refund, RefundRequest, RefundSettings
from apps.commerce.states import RefundCause, RefundRequestStatus
from apps.core import indian_time


def limits_paise(*, by: User) -> tuple[int | None, int | None]:
    """
    Up to which sums a refund needs no second person: for an order, and for what a person refunds in a day.

    None: no refund needs one. Whoever raised a sum is still bound by the one before it; otherwise they could
    raise it and refund anything alone.
    """
    row = RefundSettings.objects.first()
    if row is None:
        return None, None
    of_order, of_day = [row.second_person_above_paise], [row.person_day_paise]
    if row.raised_by_id == by.pk:
        of_order.append(row.sum_before_paise)
        of_day.append(row.person_day_before_paise)
    return _smallest(of_order), _smallest(of_day)


def is_needed(*, order: Order, amount_paise: int, by: User, at: datetime) -> bool:
    """
    Whether a refund of this amount needs a second person.

    Added to it are what staff refunded of the order before, so that parts do not add up unnoticed, and what
    this person refunded alone since midnight in India, of any order.
    """
    of_order, of_day = limits_paise(by=by)
    midnight = indian_time.start_of_day(indian_time.day_of(at))
    by_staff = Refund.objects.filter(order=order, cause=RefundCause.STAFF)
    by_person = Refund.objects.filter(made_by=by, requested_at__gte=midnight)
    return any(
        limit is not None and amount_paise + (rows.aggregate(sum=Sum("amount_paise"))["sum"] or 0) > limit
        for limit, rows in ((of_order, by_staff), (of_day, by_person))
    )


def _smallest(sums: list[int | None]) -> int | None:
    return min((sum_ for sum_ in sums if sum_ is not None), default=None)


def waiting_request(order: Order) -> RefundRequest | None:
    waiting = RefundRequest.objects.filter(order=order, status=RefundRequestStatus.WAITING)
    return waiting.select_related("requested_by").first()
