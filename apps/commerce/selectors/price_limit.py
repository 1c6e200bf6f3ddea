"""Up to which price something can be sold at all: its bill must be one that the provider takes."""

from django.utils import timezone

from apps.commerce import pricing
from apps.commerce.gateways import registry
from apps.commerce.selectors import gst_rates
from apps.core import indian_time
from apps.core.formatting import exact_price, short_price


def refusal(price_paise: int) -> str:
    """Why this price is too large, at today's rate of GST or one to come; empty if it is not."""
    now = timezone.now()
    coming = [rate for begins, rate in gst_rates.table() if begins > indian_time.day_of(now)]
    rate = max([gst_rates.rate_at(now), *coming])
    bill = pricing.totals(price_paise=price_paise, gst_bp=rate).bill_paise
    largest = registry.of_new_orders().maximum_paise
    if bill <= largest:
        return ""
    return (
        f"The bill would be {exact_price(bill)} with GST: "
        f"more than the {short_price(largest)} that the payment provider takes."
    )
