from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.fields.json import KT

from apps.commerce.models import CouponUse
from apps.commerce.states import OrderStatus
from apps.core.spreadsheets import CellKind
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.selectors.files.sales import KIND
from apps.office.states import ExportFile

_CODE = Column("Coupon", "order__coupon_code")


def _uses(period: Period) -> Sequence["QuerySet[Any]"]:
    return [
        CouponUse.objects.filter(**period.contains("redeemed_at"))
        .order_by("redeemed_at", "pk")
        .annotate(
            kind=F("order__kind"),
            quote=F("order__quote"),
            title=KT("quote__title"),
            price=F("order__price_paise"),
            discount=F("order__discount_paise"),
            bill=F("order__bill_paise"),
        )
    ]


FILE = File(
    ExportFile.COUPONS,
    "Coupons of orders that were paid in the period, one row for each order. A use that was given back after "
    "a refund is not in it.",
    (
        Column("Used at", "redeemed_at", CellKind.TIME),
        _CODE,
        Column("Order", "order__number"),
        KIND,
        Column("Item", "title"),
        Column("Price", "price", CellKind.RUPEES, has_total=True),
        Column("Discount", "discount", CellKind.RUPEES, has_total=True),
        Column("Bill", "bill", CellKind.RUPEES, has_total=True),
        Column("Status", "order__status", label=lambda status: str(OrderStatus(status).label)),
    ),
    _uses,
    grouped_by=(_CODE,),
)
