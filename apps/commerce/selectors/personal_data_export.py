"""Purchases in the export of personal data."""

from apps.accounts.models import User
from apps.commerce import coupon_rules
from apps.commerce.models import Cart, Order
from apps.commerce.selectors import orders


def export_orders(person: User, /) -> object:
    rows = Order.objects.filter(person=person).with_documents().order_by("-placed_at", "-pk")
    return [{**orders.serialize(order), "billingDetails": order.billing} for order in rows]


def export_carts(person: User, /) -> object:
    rows = Cart.objects.filter(person=person, closed_at__isnull=True).order_by("-created_at", "-pk")
    return [{"title": cart.quote["title"], "billingDetails": cart.billing} for cart in rows]


def export_erased_tallies(person: User, /) -> object:
    rows = coupon_rules.erased_tallies(person).order_by("pk")
    return [
        {"couponCode": code, "usesOfErasedAccount": uses}
        for code, uses in rows.values_list("coupon__code", "uses")
    ]
