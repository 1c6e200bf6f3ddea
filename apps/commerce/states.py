"""The states of orders, payments, refunds, disputes and webhook events, and their allowed transitions."""

from collections.abc import Mapping

from django.db.models import TextChoices


class OrderStatus(TextChoices):
    PLACED = "placed", "Placed, not yet sent to the provider"
    AWAITING = "awaiting", "Awaiting payment"
    CHECKING = "checking", "Checking payment"
    PAID = "paid", "Paid"
    REFUNDED = "refunded", "Refunded"
    EXPIRED = "expired", "Expired"


UNPAID = (OrderStatus.PLACED, OrderStatus.AWAITING, OrderStatus.CHECKING, OrderStatus.EXPIRED)
"""A captured payment can still fulfil an order in these states: banks can be days late."""

OPEN = (OrderStatus.PLACED, OrderStatus.AWAITING, OrderStatus.CHECKING)

ORDER_TRANSITIONS: Mapping[OrderStatus, tuple[OrderStatus, ...]] = {
    OrderStatus.PLACED: (*UNPAID[1:], OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.AWAITING: (*UNPAID[2:], OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.CHECKING: (OrderStatus.EXPIRED, OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.EXPIRED: (OrderStatus.CHECKING, OrderStatus.PAID, OrderStatus.REFUNDED),
    OrderStatus.PAID: (OrderStatus.REFUNDED,),
    OrderStatus.REFUNDED: (),
}


class PaymentStatus(TextChoices):
    CREATED = "created", "Created"
    FAILED = "failed", "Failed"
    AUTHORIZED = "authorized", "Authorised"
    RETURNED = "returned", "Refunded without capture"
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
"""A payment's rank only rises: 'failed' is not final at the provider, 'captured' is."""


class RefundStatus(TextChoices):
    REQUESTED = "requested", "Requested"
    PENDING = "pending", "Pending at the provider"
    PROCESSED = "processed", "Processed"
    FAILED = "failed", "Failed"


REFUND_OPEN = (RefundStatus.REQUESTED, RefundStatus.PENDING)

REFUND_RANKS: Mapping[str, int] = {
    status: rank
    for rank, status in enumerate(
        (RefundStatus.REQUESTED, RefundStatus.PENDING, RefundStatus.FAILED, RefundStatus.PROCESSED)
    )
}
"""An attempt's rank only rises: once the provider has processed it, the money is gone."""


class RefundRequestStatus(TextChoices):
    WAITING = "waiting", "Waiting for a second person"
    APPROVED = "approved", "Approved"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Withdrawn"


class RefundCause(TextChoices):
    STAFF = "staff", "By staff"
    BUYER = "buyer", "Requested by the buyer after a cancellation"
    ERASURE = "erasure", "Unused when the buyer deleted their account"
    LATE = "late", "Paid after the hold ended, and the seat was taken"
    TOO_OLD = "too_old", "Paid long after the order"
    CLOSED = "closed", "Paid after the account was deleted"
    OWNED = "owned", "Paid for what the buyer had by then"
    NO_COUPON = "no_coupon", "Paid after the coupon was used up"
    GONE = "gone", "Paid for what was no longer available"
    TWICE = "twice", "Duplicate payment"
    MISMATCH = "mismatch", "Wrong amount or currency"
    PROVIDER = "provider", "Made at the provider"


SURPLUS_CAUSES = (
    *(RefundCause.LATE, RefundCause.TOO_OLD, RefundCause.CLOSED, RefundCause.OWNED, RefundCause.NO_COUPON),
    *(RefundCause.GONE, RefundCause.TWICE, RefundCause.MISMATCH),
)
"""Why payments that fulfilled nothing are refunded."""


class DisputeStatus(TextChoices):
    OPEN = "open", "Open"
    ACTION_REQUIRED = "action_required", "Action required"
    UNDER_REVIEW = "under_review", "Under review"
    WON = "won", "Won"
    LOST = "lost", "Lost"
    CLOSED = "closed", "Closed"


DISPUTE_FINAL = (DisputeStatus.WON, DisputeStatus.LOST, DisputeStatus.CLOSED)


class Job(TextChoices):
    """Scheduled jobs that call the provider."""

    RECONCILE = "reconcile", "Poll open orders"
    REBUILD = "rebuild", "Rebuild lost orders"
    REFUNDS = "refunds", "Send refunds"
    DISPUTES = "disputes", "Poll disputes"
    SETTLEMENTS = "settlements", "Fetch settlements"
    VERIFY_BOOKS = "verify_books", "Verify the books"


class ProviderMessage(TextChoices):
    """Outbox messages about a settled order whose handler calls the provider."""

    INVOICE_NOTE = "invoice note", "Invoice number noted at the provider"
    LOST_BUYER = "lost buyer notice", "Notification to buyer without an account"


class SettledKind(TextChoices):
    """What a line of a settlement is about."""

    PAYMENT = "payment", "Payment"
    REFUND = "refund", "Refund"
    OTHER = "other", "Adjustment or other"


class Account(TextChoices):
    GATEWAY = "gateway", "Provider balance"
    BUYERS = "buyers", "Owed to buyers"
    SALES = "sales", "Sales"
    TAX_CGST = "cgst", "CGST payable"
    TAX_SGST = "sgst", "SGST payable"
    TAX_IGST = "igst", "IGST payable"


class Series(TextChoices):
    INVOICE = "INV", "Invoices"
    CREDIT_NOTE = "CRN", "Credit notes"


class CouponKind(TextChoices):
    PERCENT = "percent", "Percentage"
    FLAT = "flat", "Fixed amount"


class EventStatus(TextChoices):
    RECEIVED = "received", "Received"
    HANDLED = "handled", "Handled"
    IGNORED = "ignored", "Ignored"
