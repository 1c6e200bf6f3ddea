"""An order's lines as the adapters of what is sold see them."""

from collections.abc import Iterable

from apps.commerce.models import Order, OrderLine
from apps.core.sellables import Line


def of_order(order: Order) -> list[Line]:
    return as_lines(order, order.lines.all())


def as_lines(order: Order, rows: Iterable[OrderLine]) -> list[Line]:
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
