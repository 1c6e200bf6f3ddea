"""Purchases in the export of personal data."""

from apps.accounts.models import User
from apps.commerce.models import Cart, Order
from apps.commerce.selectors import orders


def export_orders(person: User, /) -> object:
    rows = Order.objects.filter(person=person).with_documents().order_by("-placed_at", "-pk")
    return [{**orders.serialize(order), "billingDetails": order.billing} for order in rows]


def export_carts(person: User, /) -> object:
    rows = Cart.objects.filter(person=person, closed_at__isnull=True).order_by("-created_at", "-pk")
    return [{"title": cart.quote["title"], "billingDetails": cart.billing} for cart in rows]
