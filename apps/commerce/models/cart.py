from datetime import UTC, datetime
from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id
from apps.core.model_fields import PaiseField

NEVER_OPEN = datetime(1970, 1, 1, tzinfo=UTC)
"""`closed_at` of a rebuilt order's cart until that order is fulfilled: it is never the person's open cart."""


class CartQuerySet(models.QuerySet["Cart"]):
    def locked(self) -> "CartQuerySet":
        """Locks rows of this table only: after waiting, PostgreSQL would return stale joined rows."""
        return self.select_for_update(no_key=True, of=("self",))

    def open(self) -> "CartQuerySet":
        return self.filter(closed_at__isnull=True)

    def abandoned(self, *, before: datetime) -> "CartQuerySet":
        """Carts that expired before then and have no order."""
        orders = Cart.orders.rel.related_model._base_manager.filter(cart=models.OuterRef("pk"))
        return self.filter(~models.Exists(orders), expires_at__lt=before)

    def close(self, *, at: datetime) -> bool:
        """Close the cart for the one order that fulfils it; False if another order already has."""
        is_free = models.Q(closed_at__isnull=True) | models.Q(closed_at=NEVER_OPEN)
        return self.filter(is_free).update(closed_at=at) == 1


class Cart(models.Model):
    """A person has one open cart per item, and at most one order fulfils a cart."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=20)
    item_id = models.UUIDField()
    request = models.JSONField(help_text="The selection, as sent to the cart endpoint.")
    quote = models.JSONField(help_text="The price of the selection at that time.")
    price_paise = PaiseField()
    coupon = models.ForeignKey("commerce.Coupon", models.PROTECT, null=True, blank=True, related_name="+")
    discount_paise = PaiseField(default=0)
    gst_bp = models.PositiveSmallIntegerField(
        null=True, help_text="The GST rate of the day on which it was quoted, in hundredths of a percent."
    )
    billing = models.JSONField(help_text="Billing details for the invoice.")
    billing_given = models.JSONField(
        null=True, help_text="Those sent for this cart; the others follow the profile. Empty: all are kept."
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = CartQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["-created_at", "-id"], name="cart_by_making"),
            models.Index(fields=["expires_at", "id"], name="cart_by_expiry"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "kind", "item_id"],
                condition=models.Q(closed_at__isnull=True),
                name="one_open_cart_a_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(discount_paise__gte=0)
                & models.Q(discount_paise__lte=models.F("price_paise")),
                name="cart_discount_within_price",
            ),
            models.CheckConstraint(
                condition=models.Q(discount_paise=0) | models.Q(coupon__isnull=False),
                name="cart_discount_has_a_coupon",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quote.get('title', self.kind)}"

    def has_expired(self, *, at: datetime) -> bool:
        return self.expires_at <= at
