from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from apps.commerce.pricing import MINIMUM_BILL_PAISE
from apps.commerce.states import OPEN, ORDER_TRANSITIONS, UNPAID, OrderStatus
from apps.core.due import has_come
from apps.core.errors import Conflict
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField

_LONGEST_POLL_DELAY = timedelta(days=2)


class InvalidTransition(Conflict):
    code = "order_state"
    message = "The order's status does not allow this."


class OrderQuerySet(models.QuerySet["Order"]):
    def locked(self) -> Self:
        """Locked until the transaction ends. SQLite locks the whole file."""
        return self.select_for_update(no_key=True, of=("self",))

    def visible_to_buyers(self) -> Self:
        return self.filter(status__in=(OrderStatus.PAID, OrderStatus.REFUNDED))

    def with_documents(self) -> Self:
        """With everything that serialising an order reads."""
        return self.select_related("coupon", "invoice").prefetch_related("lines", "refunds__credit_note")

    def overdue(self, *, at: datetime) -> Self:
        """Open orders whose hold has expired."""
        return self.filter(status__in=OPEN, held_until__lte=at)

    def due_for_polling(self, *, at: datetime) -> Self:
        is_due = has_come("next_poll_at", now=at, longest=_LONGEST_POLL_DELAY)
        return self.filter(is_due, status__in=UNPAID).order_by("next_poll_at", "pk")

    def set_provider_order(self, *, provider_order_id: str) -> bool:
        """Only the first provider order counts; buyers never see any other."""
        fresh = self.filter(provider_order_id__isnull=True)
        placed = fresh.filter(status=OrderStatus.PLACED)
        return bool(
            placed.update(provider_order_id=provider_order_id, status=OrderStatus.AWAITING)
            # The order expired while the provider order was being created.
            or fresh.update(provider_order_id=provider_order_id)
        )


class Order(models.Model):
    """An agreed bill. Its item and amounts never change."""

    is_booked = False
    """Whether this object has been given to the ledger; others may have been before it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    number = models.CharField(max_length=20, unique=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    cart = models.ForeignKey("commerce.Cart", models.PROTECT, related_name="orders")
    kind = models.CharField(max_length=20)
    item_id = models.UUIDField()
    status = models.CharField(max_length=10, choices=OrderStatus, default=OrderStatus.PLACED)

    request = models.JSONField()
    quote = models.JSONField()
    billing = models.JSONField()
    price_paise = PaiseField()
    discount_paise = PaiseField()
    igst_paise = PaiseField()
    cgst_paise = PaiseField()
    bill_paise = PaiseField()
    tax_lines = models.JSONField()
    coupon = models.ForeignKey("commerce.Coupon", models.PROTECT, null=True, related_name="+")
    coupon_code = models.CharField(max_length=30, blank=True)

    provider = models.CharField(max_length=20, help_text="Name of the gateway; for good.")
    provider_order_id = models.CharField(max_length=40, null=True, unique=True)
    paid_by = models.OneToOneField("commerce.Payment", models.PROTECT, null=True, related_name="+")
    notice = models.CharField(max_length=300, blank=True, help_text="Shown to the buyer.")
    noted_invoice = models.CharField(
        max_length=60,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="Number and time of the invoice that it had before it was lost and rebuilt.",
    )

    placed_at = models.DateTimeField()
    held_until = models.DateTimeField()
    released_at = models.DateTimeField(null=True, help_text="When seats and the coupon use were released.")
    paid_at = models.DateTimeField(null=True)
    refunded_at = models.DateTimeField(null=True)
    poll_count = models.PositiveSmallIntegerField(default=0)
    next_poll_at = models.DateTimeField(
        null=True, help_text="When the provider is polled next. Empty: polling is over."
    )

    objects = OrderQuerySet.as_manager()

    is_new = False
    """Whether this request has placed it; not stored."""

    class Meta:
        ordering = ("-placed_at", "-id")
        permissions = (
            ("refund_order", "Can refund an order"),
            ("resend_receipt", "Can send the receipt of an order again"),
        )
        indexes: ClassVar = [
            models.Index(fields=["person", "-placed_at", "-id"], name="order_of_person"),
            models.Index(fields=["-placed_at", "-id"], name="order_by_placing"),
            models.Index(fields=["status", "-placed_at"], name="order_by_status"),
            # Has all that sales by day and kind read.
            models.Index(
                fields=["paid_at", "kind", "bill_paise"],
                name="order_sales",
                condition=Q(paid_at__isnull=False),
            ),
            models.Index(fields=["held_until"], name="order_held", condition=Q(status__in=OPEN)),
            models.Index(
                fields=["next_poll_at"], name="order_to_look_at", condition=Q(next_poll_at__isnull=False)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    bill_paise=F("price_paise") - F("discount_paise") + F("igst_paise") + F("cgst_paise")
                ),
                name="order_bill_adds_up",
            ),
            models.CheckConstraint(
                # A bill under one rupee is waived as a discount.
                condition=Q(discount_paise=0)
                | Q(coupon__isnull=False)
                | Q(bill_paise=0, price_paise__lt=MINIMUM_BILL_PAISE),
                name="order_discount_has_a_coupon",
            ),
            models.CheckConstraint(
                condition=Q(status=OrderStatus.PAID, paid_at__isnull=False, refunded_at__isnull=True)
                | Q(status=OrderStatus.REFUNDED, refunded_at__isnull=False)
                | Q(status__in=UNPAID, paid_at__isnull=True, refunded_at__isnull=True),
                name="order_status_fits_its_dates",
            ),
            models.CheckConstraint(
                condition=Q(paid_at__isnull=True) | Q(bill_paise=0) | Q(paid_by__isnull=False),
                name="order_paid_by_a_payment",
            ),
            # At most one order of a cart is fulfilled.
            models.UniqueConstraint(
                fields=["cart"], condition=Q(paid_at__isnull=False), name="one_fulfilled_order_a_cart"
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def receipt(self) -> str:
        """The `receipt` of the provider's order."""
        return str(self.pk)

    @property
    def is_paid(self) -> bool:
        return self.paid_at is not None

    def transition(self, status: OrderStatus, **dates: Any) -> None:
        """
        Go on to another state and save it.

        :raises InvalidTransition: if there is no way from here to there
        """
        if status not in ORDER_TRANSITIONS[OrderStatus(self.status)]:
            raise InvalidTransition()
        self.status = status
        for name, value in dates.items():
            setattr(self, name, value)
        self.save(update_fields=["status", *dates])


class OrderLine(models.Model):
    """One item on the bill, with its share of discount and tax."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="lines")
    position = models.PositiveSmallIntegerField()
    item_id = models.UUIDField()
    title = models.CharField(max_length=200)
    sac = models.CharField(max_length=8)
    price_paise = PaiseField()
    discount_paise = PaiseField()
    tax_paise = PaiseField()
    refund = models.ForeignKey(
        "commerce.Refund",
        models.PROTECT,
        null=True,
        related_name="lines",
        help_text="The refund of this line.",
    )
    used_up_at = models.DateTimeField(
        null=True,
        help_text="When its buyer erased the account, and what it opened ended without a refund.",
    )

    class Meta:
        ordering = ("position",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["order", "position"], name="order_line_position"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def taxable_paise(self) -> int:
        return int(self.price_paise - self.discount_paise)

    @property
    def total_paise(self) -> int:
        return int(self.taxable_paise + self.tax_paise)
