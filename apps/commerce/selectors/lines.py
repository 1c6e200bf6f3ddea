"""An order's lines in the form that sellables take."""

from collections.abc import Iterable

from apps.commerce.models import Order, OrderLine
from apps.core.sellables import Line


def order_lines(order: Order) -> list[Line]:
    return to_sellable_lines(order, order.lines.all())


def to_sellable_lines(order: Order, rows: Iterable[OrderLine]) -> list[Line]:
    return [
        Line(
            id=row.pk,
            order_id=order.pk,
            buyer_id=order.person_id,
            item_id=row.item_id,
            title=row.title,
            request=order.request,
            access_days=order.quote.get("access_days"),
        )
        for row in rows
    ]
