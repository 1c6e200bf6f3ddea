"""What carts, orders, payments, refunds and the provider's events go through, and which moves there are."""

from collections.abc import Mapping

from django.db.models import TextChoices


class OrderStatus(TextChoices):
    PLACED = "placed", "Placed, not yet known to the provider"
    AWAITING = "awaiting", "Awaiting payment"
    CHECKING = "checking", "Payment is being checked"
    PAID = "paid", "Paid"
    REFUNDED = "refunded", "Refunded"
    EXPIRED = "expired", "Expired"


UNPAID = (OrderStatus.PLACED, OrderStatus.AWAITING, OrderStatus.CHECKING, OrderStatus.EXPIRED)
"""In these a captured payment may still fulfil the order: a bank can be late by days."""

OPEN = (OrderStatus.PLACED, OrderStatus.AWAITING, OrderStatus.CHECKING)

ORDER_MOVES: Mapping[OrderStatus, tuple[OrderStatus, ...]] = {
    OrderStatus.PLACED: (*UNPAID[1:], OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.AWAITING: (*UNPAID[2:], OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.CHECKING: (OrderStatus.EXPIRED, OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.EXPIRED: (OrderStatus.CHECKING, OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.PAID: (OrderStatus.REFUNDED,),
    OrderStatus.REFUNDED: (),
}


class PaymentStatus(TextChoices):
    CREATED = "created", "Begun"
    FAILED = "failed", "Failed so far"
    AUTHORIZED = "authorized", "Authorised"
    RETURNED = "returned", "Returned without a capture"
    CAPTURED = "captured", "Captured"


PAYMENT_RANKS: Mapping[str, int] = {
    status: rank
    for rank, status in enumerate(
        (
            PaymentStatus.CREATED,
            PaymentStatus.FAILED,
            PaymentStatus.AUTHORIZED,
            PaymentStatus.RETURNED,
            PaymentStatus.CAPTURED,
        )
    )
}
"""A payment only ever moves up: 'failed' is not final with the provider, 'captured' is."""


class RefundStatus(TextChoices):
    REQUESTED = "requested", "To be sent"
    PENDING = "pending", "With the provider"
    PROCESSED = "processed", "Paid back"
    FAILED = "failed", "Failed"


REFUND_OPEN = (RefundStatus.REQUESTED, RefundStatus.PENDING)

REFUND_RANKS: Mapping[str, int] = {
    status: rank
    for rank, status in enumerate(
        (RefundStatus.REQUESTED, RefundStatus.PENDING, RefundStatus.FAILED, RefundStatus.PROCESSED)
    )
}
"""An attempt only ever moves up: money that has left the provider has left, whatever was said before."""


class RefundCause(TextChoices):
    STAFF = "staff", "By staff"
    BUYER = "buyer", "Asked for after a call-off"
    LATE = "late", "Payment came too late"
    TWICE = "twice", "Paid twice"
    MISMATCH = "mismatch", "Wrong amount or currency"
    PROVIDER = "provider", "Made with the provider"


class DisputeStatus(TextChoices):
    OPEN = "open", "Open"
    ACTION_REQUIRED = "action_required", "Action required"
    UNDER_REVIEW = "under_review", "Under review"
    WON = "won", "Won"
    LOST = "lost", "Lost"
    CLOSED = "closed", "Closed"


DISPUTE_FINAL = (DisputeStatus.WON, DisputeStatus.LOST, DisputeStatus.CLOSED)

DISPUTE_EVENTS: Mapping[str, DisputeStatus] = {
    "payment.dispute.created": DisputeStatus.OPEN,
    **{f"payment.dispute.{status}": status for status in DisputeStatus if status != DisputeStatus.OPEN},
}


class Job(TextChoices):
    """What is scheduled and calls the provider."""

    RECONCILE = "reconcile", "Poll open orders"
    REBUILD = "rebuild", "Rebuild lost orders"
    REFUNDS = "refunds", "Send refunds"
    DISPUTES = "disputes", "Poll disputes"
    VERIFY_BOOKS = "verify_books", "Compare the books"


class Account(TextChoices):
    GATEWAY = "gateway", "Money with the provider"
    BUYERS = "buyers", "Owed to buyers"
    SALES = "sales", "Sales"
    TAX_CGST = "cgst", "CGST to pay"
    TAX_SGST = "sgst", "SGST to pay"
    TAX_IGST = "igst", "IGST to pay"


class Series(TextChoices):
    INVOICE = "INV", "Invoices"
    CREDIT_NOTE = "CRN", "Credit notes"


class CouponKind(TextChoices):
    PERCENT = "percent", "Percent of the price"
    FLAT = "flat", "Fixed amount"


class EventStatus(TextChoices):
    RECEIVED = "received", "Received"
    HANDLED = "handled", "Handled"
    IGNORED = "ignored", "Of no concern"
