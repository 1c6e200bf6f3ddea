"""Orders as their buyers see them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects

from apps.accounts.models import User
from apps.commerce import quotes
from apps.commerce.models import Cart, Coupon, CouponUse, Order, OrderLine, Refund
from apps.commerce.models.order import OrderQuerySet
from apps.commerce.selectors import carts, lines
from apps.commerce.states import OrderStatus, RefundStatus
from apps.core import indian_time, sellables
from apps.core.api.paging import Slice
from apps.core.errors import NotFound

_ON_WIRE = {OrderStatus.PLACED: OrderStatus.AWAITING}
_REFUNDS_ON_WIRE = {RefundStatus.PENDING: RefundStatus.REQUESTED}


class UnknownOrder(NotFound):
    code = "order_unknown"
    message = "We could not find that order."


def own(*, order_id: UUID, person: User) -> Order:
    """:raises UnknownOrder: if it is nobody's, or somebody else's"""
    order = Order.objects.filter(pk=order_id, person=person).with_papers().first()
    if order is None:
        raise UnknownOrder()
    return order


def with_line(*, line_id: UUID, person: User) -> Order | None:
    return Order.objects.filter(lines=line_id, person=person).with_papers().first()


_TO_CONFIRM = ("status", "provider_order_id", "bill_paise", "paid_by__provider_payment_id")


def to_confirm(*, provider_order_id: str, kind: str, person: User) -> Order:
    """
    What must be known before the provider is asked; settling locks the order and reads all of it.

    :raises UnknownOrder: if it is nobody's, somebody else's or of another kind
    """
    mine = Order.objects.filter(provider_order_id=provider_order_id, person=person, kind=kind)
    order = mine.select_related("paid_by").only(*_TO_CONFIRM).order_by().first()
    if order is None:
        raise UnknownOrder()
    return order


def listed(*, person: User, kind: str | None, asked: Slice) -> tuple[list[dict[str, Any]], int]:
    """What the person paid or got back, the newest first, and how many that are."""
    rows = _of_person(person)
    if kind is not None:
        rows = rows.filter(kind=kind)
    return _all_shown(rows[asked.skip : asked.end]), rows.count()


def latest(*, person: User, limit: int) -> list[dict[str, Any]]:
    """The newest of them."""
    return _all_shown(_of_person(person)[:limit])


def _of_person(person: User) -> OrderQuerySet:
    rows = Order.objects.filter(person=person).shown_to_buyers()
    return rows.with_papers().order_by("-placed_at", "-pk")


def _all_shown(page: Iterable[Order]) -> list[dict[str, Any]]:
    orders = list(page)
    addresses = _addresses(orders)
    return [shown(order, addresses=addresses) for order in orders]


def paid_of_cart(*, cart: Cart) -> Order | None:
    return Order.objects.filter(cart=cart, paid_at__isnull=False).with_papers().first()


def holds_coupon(*, cart_id: UUID, coupon: Coupon) -> bool:
    """Whether one of the coupon's counted uses is an unpaid order's of this cart."""
    if coupon.total_limit is None and coupon.person_limit is None:
        return False
    uses = CouponUse.objects.filter(order__cart=cart_id, coupon=coupon)
    return uses.filter(released_at__isnull=True, redeemed_at__isnull=True).exists()


type_of_addresses = Mapping[tuple[str, UUID], str]


def _addresses(orders: Iterable[Order]) -> type_of_addresses:
    """Where the bought things live, asked once for each kind."""
    items: dict[str, set[UUID]] = {}
    for order in orders:
        items.setdefault(order.kind, set()).add(order.item_id)
    return {
        (kind, item_id): address
        for kind, item_ids in items.items()
        for item_id, address in sellables.of_kind(kind).addresses(item_ids=item_ids).items()
    }


def shown(order: Order, *, addresses: type_of_addresses | None = None) -> dict[str, Any]:
    quote = quotes.thawed(order.quote)
    lives_at = _addresses([order]) if addresses is None else addresses
    return {
        "_id": str(order.pk),
        "number": order.number,
        "kind": order.kind,
        "itemId": str(order.item_id),
        "title": quote.title,
        "image": quote.image,
        "creator": quote.creator,
        "status": _ON_WIRE.get(OrderStatus(order.status), order.status),
        "createdAt": indian_time.on_wire(order.placed_at),
        "paidAt": _moment(order.paid_at),
        "plan": carts.plan_shown(quote.list_paise, quote.price_paise, quote.price_name),
        "coupon": _coupon(order),
        "igst": carts.rupees(order.igst_paise),
        "cgst": carts.rupees(order.cgst_paise),
        "billTotal": carts.rupees(order.bill_paise),
        "taxLines": carts.tax_lines_shown(order.tax_lines),
        "accessValidityInDays": quote.access_days,
        "href": lives_at.get((order.kind, order.item_id), ""),
        "lines": [_line(row) for row in order.lines.all()],
        "invoice": _invoice(order),
        "refunds": [_refund(refund) for refund in order.refunds.all()],
        "notice": order.notice or None,
    }


def confirmed(order: Order, *, buyer: User) -> dict[str, Any]:
    """The confirm call's answer."""
    prefetch_related_objects([order], "lines", "refunds__credit_note")
    item: Mapping[str, Any] = sellables.of_kind(order.kind).receipt(lines=lines.of_order(order))
    return {
        "orderId": str(order.pk),
        "amount": order.bill_paise,
        "kind": order.kind,
        "userId": {"_id": str(order.person_id), "name": buyer.name},
        "courseId": None,
        **item,
        "receipt": shown(order),
    }


def _coupon(order: Order) -> dict[str, Any] | None:
    if not order.coupon_code:
        return None
    return {"CouponCode": order.coupon_code, "Coupondiscount": carts.rupees(order.discount_paise)}


def _line(row: OrderLine) -> dict[str, Any]:
    return {
        "_id": str(row.pk),
        "title": row.title,
        "price": carts.rupees(row.price_paise),
        "isRefunded": row.refund_id is not None,
    }


def _invoice(order: Order) -> dict[str, str] | None:
    invoice = getattr(order, "invoice", None)
    if invoice is None:
        return None
    return {"number": invoice.number, "url": f"/api/orders/{order.pk}/invoice.pdf"}


def _refund(refund: Refund) -> dict[str, Any]:
    note = getattr(refund, "credit_note", None)
    return {
        "_id": str(refund.pk),
        "amount": carts.rupees(refund.amount_paise),
        "status": _REFUNDS_ON_WIRE.get(RefundStatus(refund.status), refund.status),
        "reason": refund.reason,
        "requestedAt": indian_time.on_wire(refund.requested_at),
        "promisedBy": refund.promised_date.isoformat(),
        "processedAt": _moment(refund.processed_at),
        "creditNote": None
        if note is None
        else {"number": note.number, "url": f"/api/orders/{refund.order_id}/credit-notes/{refund.pk}.pdf"},
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else indian_time.on_wire(moment)
