"""When a refund needs a second person, and which one waits."""

from django.db.models import Sum

from apps.commerce.models import Order, Refund, RefundRequest, RefundSettings
from apps.commerce.states import RefundCause, RefundRequestStatus


def limit_paise() -> int | None:
    """Refunds up to this sum need nobody else; None: none of them does."""
    return RefundSettings.objects.values_list("second_person_above_paise", flat=True).first()


def is_needed(*, order: Order, amount_paise: int) -> bool:
    """Together with what staff refunded of the order before, so that parts do not add up unnoticed."""
    limit = limit_paise()
    if limit is None:
        return False
    before = Refund.objects.filter(order=order, cause=RefundCause.STAFF).aggregate(sum=Sum("amount_paise"))
    return amount_paise + (before["sum"] or 0) > limit


def waiting_request(order: Order) -> RefundRequest | None:
    waiting = RefundRequest.objects.filter(order=order, status=RefundRequestStatus.WAITING)
    return waiting.select_related("requested_by").first()
