from apps.sandbox import ids
from apps.sandbox.models import Refund
from apps.sandbox.models.refunds import RefundQuerySet


def with_id(*, refund_id: str) -> Refund:
    """
    The refund with that id, and its payment.

    :raises ProviderError: as the provider does, with 400, if there is none
    """
    refund = Refund.objects.select_related("payment").filter(pk=ids.check(refund_id, "rfnd")).first()
    if refund is None:
        raise ids.unknown()
    return refund


def of_payment(*, payment_id: str) -> RefundQuerySet:
    return Refund.objects.select_related("payment").filter(payment=payment_id).newest_first()
