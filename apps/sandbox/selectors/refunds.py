from apps.sandbox import ids
from apps.sandbox.models import Refund
from apps.sandbox.models.refunds import RefundQuerySet


def get(*, refund_id: str) -> Refund:
    """
    Return the refund with its payment.

    :raises ProviderError: with 400, if it does not exist
    """
    refund = Refund.objects.select_related("payment").filter(pk=ids.check(refund_id, "rfnd")).first()
    if refund is None:
        raise ids.unknown()
    return refund


def for_payment(*, payment_id: str) -> RefundQuerySet:
    return Refund.objects.select_related("payment").filter(payment=payment_id).newest_first()
