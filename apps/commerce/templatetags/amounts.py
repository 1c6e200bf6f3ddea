"""Amounts as staff read them."""

from django import template

from apps.core.money import Money
from apps.core.templatetags.page import rupees

register = template.Library()


@register.filter
def paise(amount: int) -> str:
    """'₹1,23,456.00'; what goes out of an account has a minus before it."""
    written = rupees(Money(abs(amount)).on_wire())
    return f"−{written}" if amount < 0 else written
