"""Whether our own books agree with each other."""

from collections.abc import Iterator

from django.db.models import Count, Max, Sum

from apps.commerce.models import (
    Coupon,
    CouponUse,
    CreditNote,
    Invoice,
    LedgerEntry,
    NumberSeries,
    Order,
    OrderLine,
    Payment,
    Refund,
)
from apps.commerce.states import Account, PaymentStatus, RefundStatus, Series
from apps.core import sellables


def differences() -> Iterator[str]:
    """One sentence for each thing that does not agree."""
    yield from _unbalanced_journals()
    yield from _money_in_and_out()
    yield from _paid_without_invoice()
    yield from _numbers()
    yield from _coupons()
    yield from _deliveries()


def _unbalanced_journals() -> Iterator[str]:
    sums = LedgerEntry.objects.order_by().values("cause").annotate(total=Sum("paise")).exclude(total=0)
    for row in sums:
        yield f"Journal {row['cause']} sums to {row['total']} paise."


def _money_in_and_out() -> Iterator[str]:
    """What lies with the provider: what was captured, less what was given back."""
    captured = (
        Payment.objects.filter(status=PaymentStatus.CAPTURED).aggregate(sum=Sum("amount_paise"))["sum"] or 0
    )
    returned = (
        Refund.objects.filter(status=RefundStatus.PROCESSED).aggregate(sum=Sum("amount_paise"))["sum"] or 0
    )
    if (held := _balance(Account.GATEWAY)) != captured - returned:
        yield f"The ledger has {held} paise with the provider, the payments say {captured - returned}."
    owed = (
        Refund.objects.exclude(status=RefundStatus.PROCESSED).aggregate(sum=Sum("amount_paise"))["sum"] or 0
    )
    if (due := -_balance(Account.BUYERS)) != owed:
        yield f"The ledger owes buyers {due} paise, the refunds under way say {owed}."


def _balance(account: Account) -> int:
    return LedgerEntry.objects.filter(account=account).aggregate(sum=Sum("paise"))["sum"] or 0


def _paid_without_invoice() -> Iterator[str]:
    for number in Order.objects.filter(paid_at__isnull=False, invoice__isnull=True).values_list(
        "number", flat=True
    ):
        yield f"Order {number} is paid and has no invoice."
    for number in Order.objects.filter(paid_at__isnull=True, invoice__isnull=False).values_list(
        "number", flat=True
    ):
        yield f"Order {number} has an invoice and was never paid."


def _numbers() -> Iterator[str]:
    papers = {Series.INVOICE: Invoice.objects, Series.CREDIT_NOTE: CreditNote.objects}
    for row in NumberSeries.objects.order_by("series", "year"):
        issued = papers[Series(row.series)].filter(number__startswith=f"{row.series}{row.year}-")
        found = issued.aggregate(count=Count("pk"), last=Max("number"))
        expected = f"{row.series}{row.year}-{row.last:07d}"
        if (found["count"], found["last"]) != (row.last, expected):
            yield f"Series {row} ends at {row.last}, and {found['count']} are issued up to {found['last']}."


def _coupons() -> Iterator[str]:
    counted = CouponUse.objects.filter(released_at__isnull=True).order_by().values("coupon")
    uses = dict(counted.annotate(count=Count("pk")).values_list("coupon", "count"))
    for coupon in Coupon.objects.order_by("code"):
        if coupon.uses != uses.get(coupon.pk, 0):
            yield f"Coupon {coupon} counts {coupon.uses} uses, orders hold {uses.get(coupon.pk, 0)}."


def _deliveries() -> Iterator[str]:
    """What was paid for opens; what was taken back, or never paid, does not."""
    for sellable in sellables.everything():
        sold = OrderLine.objects.filter(order__kind=sellable.kind, order__paid_at__isnull=False)
        kept = set(sold.filter(refund__isnull=True).values_list("pk", flat=True))
        refunded = set(sold.filter(refund__isnull=False).values_list("pk", flat=True))
        standing = sellable.standing()
        open_now = {line_id for line_id, stands in standing.items() if stands}
        for line_id in sorted((kept | refunded) - standing.keys()):
            yield f"Line {line_id} is paid and opens nothing."
        for line_id in sorted((kept & standing.keys()) - open_now):
            yield f"Line {line_id} is paid, and what it opened was taken away."
        for line_id in sorted(refunded & open_now):
            yield f"Line {line_id} was refunded and still opens."
        for line_id in sorted(standing.keys() - kept - refunded):
            yield f"Line {line_id} opens and was never paid."
