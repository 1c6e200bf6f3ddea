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


def _joined(period: Period) -> "QuerySet[User]":
    return User.objects.filter(is_staff=False, erased_at__isnull=True, **period.contains("joined_at"))


def _learners(period: Period) -> Sequence["QuerySet[Any]"]:
    return [
        _joined(period)
        .order_by("joined_at", "pk")
        .annotate(
            orders=_of_orders(Count("pk")),
            paid=_of_orders(Sum("bill_paise")),
            whatsapp=Case(When(can_whatsapp=True, then=Value("Yes")), default=Value("No")),
        )
    ]


_PAID = Order.objects.filter(paid_at__isnull=False).order_by()


def _of_orders(figure: Any) -> Coalesce:
    """A figure of all paid orders of the person; an index finds them."""
    paid = _PAID.filter(person=OuterRef("pk"))
    found = paid.values("person").annotate(figure=figure).values("figure")
    return Coalesce(Subquery(found, output_field=BigIntegerField()), Value(0))


def _totals(period: Period) -> Sequence[int]:
    """Reads people and orders once each. The rows look up the orders of each person."""
    people, columns = _joined(period).order_by(), ("part", "rows", "sum")
    none = Value(0, output_field=BigIntegerField())
    counted = people.annotate(part=Value(0)).values("part").annotate(rows=Count("pk"), sum=none)
    orders = _PAID.filter(person__in=people.values("pk")).annotate(part=Value(1)).values("part")
    bills = Sum("bill_paise", output_field=BigIntegerField())
    paid = orders.annotate(rows=Count("pk"), sum=Coalesce(bills, none))
    found = counted.values_list(*columns).union(paid.values_list(*columns), all=True)
    (_, count, _), (_, number, paise) = sorted(found)
    return count, number, int(paise)


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
    totals=_totals,
)
