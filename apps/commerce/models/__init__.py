from apps.commerce.models.cart import Cart
from apps.commerce.models.coupon import Coupon, CouponTally, CouponUse
from apps.commerce.models.gateway_event import GatewayEvent
from apps.commerce.models.invoice import CreditNote, Invoice, NumberSeries
from apps.commerce.models.ledger import LedgerEntry
from apps.commerce.models.order import Order, OrderLine
from apps.commerce.models.payment import Payment
from apps.commerce.models.refund import Refund

__all__ = [
    "Cart",
    "Coupon",
    "CouponTally",
    "CouponUse",
    "CreditNote",
    "GatewayEvent",
    "Invoice",
    "LedgerEntry",
    "NumberSeries",
    "Order",
    "OrderLine",
    "Payment",
    "Refund",
]
