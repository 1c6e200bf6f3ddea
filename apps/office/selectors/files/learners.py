from collections.abc import Sequence
from typing import Any

from django.db.models import BigIntegerField, Case, Count, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.commerce.models import Order
from apps.core.spreadsheets import CellKind
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.states import ExportFile


def _learners(period: Period) -> Sequence["QuerySet[Any]"]:
    return [
        User.objects.filter(is_staff=False, erased_at__isnull=True, **period.contains("joined_at"))
        .order_by("joined_at", "pk")
        .annotate(
            orders=_of_orders(Count("pk")),
            paid=_of_orders(Sum("bill_paise")),
            whatsapp=Case(When(can_whatsapp=True, then=Value("Yes")), default=Value("No")),
        )
    ]


def _of_orders(figure: Any) -> Coalesce:
    """A figure of all paid orders of the person; an index finds them."""
    paid = Order.objects.filter(person=OuterRef("pk"), paid_at__isnull=False).order_by()
    found = paid.values("person").annotate(figure=figure).values("figure")
    return Coalesce(Subquery(found, output_field=BigIntegerField()), Value(0))


FILE = File(
    ExportFile.LEARNERS,
    "People who joined in the period, with names, mobile numbers and emails, and the bills that they have "
    "paid so far, which refunds do not lower. Erased accounts are not in it.",
    (
        Column("Joined at", "joined_at", CellKind.TIME),
        Column("Name", "name"),
        Column("Mobile number", "mobile"),
        Column("Email", "email"),
        Column("State", "state"),
        Column("WhatsApp allowed", "whatsapp"),
        Column("Paid orders", "orders", CellKind.NUMBER, has_total=True),
        Column("Paid so far", "paid", CellKind.RUPEES, has_total=True),
    ),
    _learners,
)
