"""What the download of one's personal data says of purchases."""

from apps.accounts.models import User
from apps.commerce.models import Cart, Order
from apps.commerce.selectors import orders


def orders_of(person: User, /) -> object:
    rows = Order.objects.filter(person=person).with_papers().order_by("-placed_at", "-pk")
    return [{**orders.shown(order), "billingDetails": order.billing} for order in rows]


def carts_of(person: User, /) -> object:
    rows = Cart.objects.filter(person=person, closed_at__isnull=True).order_by("-made_at", "-pk")
    return [{"title": cart.quote["title"], "billingDetails": cart.billing} for cart in rows]
