from apps.commerce.models.cart import Cart
from apps.commerce.models.coupon import Coupon, CouponBatch, CouponTally, CouponUse, ErasedTally
from apps.commerce.models.dispute import Dispute
from apps.commerce.models.gateway_event import GatewayEvent
from apps.commerce.models.gst_rate import GstRate
from apps.commerce.models.invoice import CreditNote, Invoice, NumberSeries
from apps.commerce.models.ledger import LedgerCheckpoint, LedgerEntry
from apps.commerce.models.order import Order, OrderLine
from apps.commerce.models.payment import Payment
from apps.commerce.models.provider_job import ProviderJob
from apps.commerce.models.refund import Refund, RefundAttempt
from apps.commerce.models.refund_request import RefundRequest, RefundSettings
from apps.commerce.models.settlement_line import SettlementLine

__all__ = [
    "Cart",
    "Coupon",
    "CouponBatch",
    "CouponTally",
    "CouponUse",
    "CreditNote",
    "Dispute",
    "ErasedTally",
    "GatewayEvent",
    "GstRate",
    "Invoice",
    "LedgerCheckpoint",
    "LedgerEntry",
    "NumberSeries",
    "Order",
    "OrderLine",
    "Payment",
    "ProviderJob",
    "Refund",
    "RefundAttempt",
    "RefundRequest",
    "RefundSettings",
    "SettlementLine",
]
