"""Template filter for amounts in the admin."""

from django import template

from apps.core.formatting import rupees
from apps.core.money import Money

register = template.Library()


@register.filter
def paise(amount: int) -> str:
    """'₹1,23,456.00', with a minus for negative amounts."""
    written = rupees(Money(abs(amount)).to_rupees())
    return f"−{written}" if amount < 0 else written
