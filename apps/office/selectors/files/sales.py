from collections.abc import Sequence

from django.db.models import BigIntegerField, ExpressionWrapper, F
from django.db.models.fields.json import KT

from apps.commerce.admin.kinds import kind_label
from apps.commerce.models import Order
from apps.commerce.models.order import OrderQuerySet
from apps.commerce.states import OrderStatus
from apps.core.spreadsheets import CellKind
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.states import ExportFile

KIND = Column("Kind", "kind", label=kind_label)


def _orders(period: Period) -> Sequence[OrderQuerySet]:
    paise = BigIntegerField()
    return [
        Order.objects.filter(**period.contains("paid_at"))
        .order_by("paid_at", "pk")
        .annotate(
            title=KT("quote__title"),
            taxable=ExpressionWrapper(F("price_paise") - F("discount_paise"), output_field=paise),
            gst=ExpressionWrapper(F("igst_paise") + F("cgst_paise"), output_field=paise),
        )
    ]


FILE = File(
    ExportFile.SALES,
    "Orders that were paid in the period, free ones included, one row each. Refunds do not lower it: they "
    "are in the GST register, by credit note, and in 'Payments and payouts'.",
    (
        Column("Paid at", "paid_at", CellKind.TIME),
        Column("Order", "number"),
        Column("Invoice", "invoice__number"),
        KIND,
        Column("Item", "title"),
        Column("Coupon", "coupon_code"),
        Column("Price", "price_paise", CellKind.RUPEES, has_total=True),
        Column("Discount", "discount_paise", CellKind.RUPEES, has_total=True),
        Column("Taxable value", "taxable", CellKind.RUPEES, has_total=True),
        Column("GST", "gst", CellKind.RUPEES, has_total=True),
        Column("Bill", "bill_paise", CellKind.RUPEES, has_total=True),
        Column("Payment", "paid_by__provider_payment_id"),
        Column("Status", "status", label=lambda status: str(OrderStatus(status).label)),
    ),
    _orders,
    grouped_by=(KIND,),
)
