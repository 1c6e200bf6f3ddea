"""Reading and serialising orders for their buyers."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.db.models import prefetch_related_objects

from apps.accounts.models import User
from apps.commerce import quotes
from apps.commerce.models import Cart, Coupon, CouponUse, Order, OrderLine, Refund
from apps.commerce.models.order import OrderQuerySet
from apps.commerce.selectors import carts, lines
from apps.commerce.states import OrderStatus, RefundStatus
from apps.core import indian_time, sellables
from apps.core.api.pagination import Slice
from apps.core.errors import NotFound
from apps.core.json_types import Choices, Date, DateTime, Help, component

_JSON_STATUSES = {OrderStatus.PLACED: OrderStatus.AWAITING}
_JSON_REFUND_STATUSES = {RefundStatus.PENDING: RefundStatus.REQUESTED}


class OrderCoupon(TypedDict):
    CouponCode: str
    Coupondiscount: int | float


@component("OrderLineOut")
class LineContents(TypedDict):
    _id: str
    title: str
    price: int | float
    isRefunded: bool


@component("InvoiceOut")
class DocumentLink(TypedDict):
    number: str
    url: str


@component("RefundOut")
class RefundContents(TypedDict):
    _id: str
    amount: int | float
    status: Annotated[str, Choices(["requested", "processed", "failed"])]
    reason: str
    requestedAt: DateTime
    promisedBy: Date
    processedAt: DateTime | None
    creditNote: DocumentLink | None


@component("OrderOut")
class OrderContents(carts.BillAmounts):
    _id: str
    number: str
    kind: str
    itemId: str
    title: str
    image: str | None
    creator: str | None
    status: Annotated[str, Choices(["awaiting", "checking", "paid", "refunded", "expired"])]
    createdAt: DateTime
    paidAt: DateTime | None
    plan: carts.CartPlan
    coupon: OrderCoupon | None
    accessValidityInDays: int | None
    href: Annotated[str, Help("Page of the item; empty once it no longer exists.")]
    lines: list[LineContents]
    invoice: DocumentLink | None
    refunds: list[RefundContents]
    notice: Annotated[str | None, Help("A message for the buyer.")]


class Buyer(TypedDict):
    _id: str
    name: str


class BoughtTopic(TypedDict):
    _id: str


class BoughtChapter(TypedDict):
    topics: list[BoughtTopic]


class BoughtCourse(TypedDict):
    _id: str
    weburlname: str
    chapters: list[BoughtChapter]


@component("ConfirmationOut")
class Confirmation(TypedDict):
    orderId: str
    amount: Annotated[int, Help("Paise.")]
    kind: str
    userId: Buyer
    courseId: BoughtCourse | None
    receipt: OrderContents


class UnknownOrder(NotFound):
    code = "order_unknown"
    message = "We could not find that order."


def get_own(*, order_id: UUID, person: User) -> Order:
    """:raises UnknownOrder: if it does not exist or is somebody else's"""
    order = Order.objects.filter(pk=order_id, person=person).with_documents().first()
    if order is None:
        raise UnknownOrder()
    return order


def with_line(*, line_id: UUID, person: User) -> Order | None:
    return Order.objects.filter(lines=line_id, person=person).with_documents().first()


_CONFIRMATION_FIELDS = (
    "status",
    "provider",
    "provider_order_id",
    "bill_paise",
    "paid_by__provider_payment_id",
)


def get_for_confirmation(*, provider_order_id: str, kind: str, person: User) -> Order:
    """
    Only the columns needed before the provider is polled; settling locks and reads the whole order.

    :raises UnknownOrder: if it does not exist, is somebody else's or of another kind
    """
    orders = Order.objects.select_related("paid_by").only(*_CONFIRMATION_FIELDS)
    try:
        return orders.get(provider_order_id=provider_order_id, person=person, kind=kind)
    except Order.DoesNotExist:
        raise UnknownOrder() from None


def list_page(*, person: User, kind: str | None, page: Slice) -> tuple[list[OrderContents], int]:
    """A page of the person's paid and refunded orders, newest first, and the total count."""
    rows = _visible_orders(person)
    if kind is not None:
        rows = rows.filter(kind=kind)
    return _serialize_page(rows[page.skip : page.end]), rows.count()


def latest(*, person: User, limit: int) -> list[OrderContents]:
    """The person's newest paid and refunded orders."""
    return _serialize_page(_visible_orders(person)[:limit])


def _visible_orders(person: User) -> OrderQuerySet:
    rows = Order.objects.filter(person=person).visible_to_buyers()
    return rows.with_documents().order_by("-placed_at", "-pk")


def _serialize_page(page: Iterable[Order]) -> list[OrderContents]:
    orders = list(page)
    urls = _item_urls(orders)
    return [serialize(order, urls=urls) for order in orders]


def paid_of_cart(*, cart: Cart) -> Order | None:
    return Order.objects.filter(cart=cart, paid_at__isnull=False).with_documents().first()


def holds_coupon(*, cart_id: UUID, coupon: Coupon) -> bool:
    """Whether an unpaid order of this cart holds a use of the coupon."""
    if coupon.total_limit is None and coupon.person_limit is None:
        return False
    uses = CouponUse.objects.filter(order__cart=cart_id, coupon=coupon)
    return uses.filter(released_at__isnull=True, redeemed_at__isnull=True).exists()


ItemUrls = Mapping[tuple[str, UUID], str]


def _item_urls(orders: Iterable[Order]) -> ItemUrls:
    """The pages of the bought items, with one lookup per kind."""
    items: dict[str, set[UUID]] = {}
    for order in orders:
        items.setdefault(order.kind, set()).add(order.item_id)
    return {
        (kind, item_id): address
        for kind, item_ids in items.items()
        for item_id, address in sellables.of_kind(kind).paths(item_ids=item_ids).items()
    }


def serialize(order: Order, *, urls: ItemUrls | None = None) -> OrderContents:
    quote = quotes.from_json(order.quote)
    item_urls = _item_urls([order]) if urls is None else urls
    return {
        "_id": str(order.pk),
        "number": order.number,
        "kind": order.kind,
        "itemId": str(order.item_id),
        "title": quote.title,
        "image": quote.image,
        "creator": quote.creator,
        "status": _JSON_STATUSES.get(OrderStatus(order.status), order.status),
        "createdAt": indian_time.iso_utc(order.placed_at),
        "paidAt": indian_time.iso_utc_or_none(order.paid_at),
        "plan": carts.serialize_plan(quote.list_paise, quote.price_paise, quote.price_name),
        "coupon": _coupon(order),
        "igst": carts.rupees(order.igst_paise),
        "cgst": carts.rupees(order.cgst_paise),
        "billTotal": carts.rupees(order.bill_paise),
        "taxLines": carts.serialize_tax_lines(order.tax_lines),
        "accessValidityInDays": quote.access_days,
        "href": item_urls.get((order.kind, order.item_id), ""),
        "lines": [_line(row) for row in order.lines.all()],
        "invoice": _invoice(order),
        "refunds": [_refund(refund) for refund in order.refunds.all()],
        "notice": order.notice or None,
    }


def serialize_confirmation(order: Order, *, buyer: User) -> Confirmation:
    """The confirm endpoint's response."""
    prefetch_related_objects([order], "lines", "refunds__credit_note")
    item: Mapping[str, Any] = sellables.of_kind(order.kind).receipt(lines=lines.order_lines(order))
    return {
        "orderId": str(order.pk),
        "amount": order.bill_paise,
        "kind": order.kind,
        "userId": {"_id": str(order.person_id), "name": buyer.name},
        "courseId": None,
        **item,  # type: ignore[typeddict-item]
        "receipt": serialize(order),
    }


def _coupon(order: Order) -> OrderCoupon | None:
    if not order.coupon_code:
        return None
    return {"CouponCode": order.coupon_code, "Coupondiscount": carts.rupees(order.discount_paise)}


def _line(row: OrderLine) -> LineContents:
    return {
        "_id": str(row.pk),
        "title": row.title,
        "price": carts.rupees(row.price_paise),
        "isRefunded": row.refund_id is not None,
    }


def _invoice(order: Order) -> DocumentLink | None:
    invoice = getattr(order, "invoice", None)
    if invoice is None:
        return None
    return {"number": invoice.number, "url": f"/api/orders/{order.pk}/invoice.pdf"}


def _refund(refund: Refund) -> RefundContents:
    note = getattr(refund, "credit_note", None)
    return {
        "_id": str(refund.pk),
        "amount": carts.rupees(refund.amount_paise),
        "status": _JSON_REFUND_STATUSES.get(RefundStatus(refund.status), refund.status),
        "reason": refund.reason,
        "requestedAt": indian_time.iso_utc(refund.requested_at),
        "promisedBy": refund.promised_date.isoformat(),
        "processedAt": indian_time.iso_utc_or_none(refund.processed_at),
        "creditNote": None
        if note is None
        else {"number": note.number, "url": f"/api/orders/{refund.order_id}/credit-notes/{refund.pk}.pdf"},
    }
