"""Prices with GST; `gstLine` in frontend/src/shared/lib/tax.ts gives the same text."""

from decimal import Decimal

from django import template

from apps.commerce import pricing
from apps.core.formatting import short_rupees

register = template.Library()


@register.filter
def gst_line(price: float | int) -> str:
    """'₹2,358.82 incl. 18% GST (₹1,999 + ₹359.82 GST)' for rupees."""
    bill = pricing.totals(price_paise=int(Decimal(str(price)) * 100))
    total, gst = (_rupees(paise) for paise in (bill.bill_paise, bill.igst_paise + bill.cgst_paise))
    return f"{total} incl. {2 * pricing.TAX_LINE_RATE}% GST ({short_rupees(price)} + {gst} GST)"


def _rupees(paise: int) -> str:
    return short_rupees(float(Decimal(paise) / 100))
