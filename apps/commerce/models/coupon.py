from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q

from apps.commerce.states import CouponKind
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, PaiseField


class CouponQuerySet(models.QuerySet["Coupon"]):
    def usable_at(self, at: datetime) -> "CouponQuerySet":
        has_started = Q(starts_at__isnull=True) | Q(starts_at__lte=at)
        has_not_ended = Q(ends_at__isnull=True) | Q(ends_at__gt=at)
        has_uses = Q(total_limit__isnull=True) | Q(uses__lt=F("total_limit"))
        return self.filter(has_started, has_not_ended, has_uses, is_active=True)

    def ended_before(self, moment: datetime) -> "CouponQuerySet":
        """Also those without an end that were deactivated."""
        return self.filter(Q(ends_at__lt=moment) | Q(ends_at__isnull=True, is_active=False))

    def take_use(self) -> bool:
        """Count one more use if one is left: a conditional update, safe against concurrent requests."""
        return (
            self.filter(Q(total_limit__isnull=True) | Q(uses__lt=F("total_limit"))).update(uses=F("uses") + 1)
            == 1
        )

    def release_use(self) -> None:
        self.filter(uses__gt=0).update(uses=F("uses") - 1)


class CouponTerms(models.Model):
    """What a discount is, and when and for what it is valid: of one code, or of a batch of codes."""

    short_description = models.CharField(max_length=120)
    kind = models.CharField(max_length=10, choices=CouponKind, default=CouponKind.PERCENT)
    percent = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    flat_paise = PaiseField("fixed amount paise", null=True, blank=True)
    cap_paise = PaiseField(
        "maximum discount paise",
        null=True,
        blank=True,
        help_text="For a percentage. Leave empty for no maximum.",
    )
    minimum_paise = PaiseField("minimum price paise", default=0, help_text="Before tax.")
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    kinds = LinesField(help_text="Kinds of items it is valid for, one per line. Leave empty for all kinds.")
    item_ids = LinesField(
        "items", help_text="Ids of items it is valid for, one per line. Leave empty for all."
    )
    is_first_purchase = models.BooleanField(
        "first purchase only",
        default=False,
        help_text="Only for people without a paid order. Each person gets one such discount.",
    )
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


def _checks_of_terms(prefix: str) -> list[models.BaseConstraint]:
    return [
        models.CheckConstraint(
            condition=Q(kind=CouponKind.PERCENT, percent__isnull=False, percent__gte=1, percent__lte=100)
            | Q(kind=CouponKind.FLAT, flat_paise__isnull=False, flat_paise__gte=1),
            name=f"{prefix}_says_how_much",
            violation_error_message="Enter a percentage (1 to 100) or a fixed amount.",
        ),
        models.CheckConstraint(
            condition=Q(starts_at__isnull=True) | Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
            name=f"{prefix}_ends_after_start",
            violation_error_message="The end must be after the start.",
        ),
    ]


TERMS = tuple(
    field.name for field in CouponTerms._meta.fields if field.name not in ("is_active", "created_at")
)
"""The columns that a batch shares with its codes."""


class CouponBatch(CouponTerms):
    """Codes for one use each that were generated together and share their terms."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    prefix = models.CharField(
        max_length=15,
        unique=True,
        validators=[
            RegexValidator(r"^[A-Z][A-Z0-9]{1,14}\Z", "Use 2 to 15 letters and digits, a letter first.")
        ],
        help_text="Every code begins with it.",
    )
    size = models.PositiveIntegerField("number of codes")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+"
    )

    class Meta:
        verbose_name_plural = "coupon batches"
        ordering = ("-created_at", "-id")
        permissions = (("download_codes", "Can download the codes of a batch"),)
        constraints: ClassVar = _checks_of_terms("coupon_batch")

    def __str__(self) -> str:
        return self.prefix


class Coupon(CouponTerms):
    """A discount code with optional limits."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    code = models.CharField(
        max_length=30,
        unique=True,
        validators=[
            RegexValidator(r"^[A-Z0-9_-]{3,30}\Z", "Use 3 to 30 letters, digits, hyphens or underscores.")
        ],
        help_text="Not case-sensitive for buyers.",
    )
    batch = models.ForeignKey(
        CouponBatch, models.PROTECT, null=True, blank=True, editable=False, related_name="coupons"
    )
    total_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="Total uses. Leave empty for no limit."
    )
    person_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="Uses per person. Leave empty for no limit."
    )
    is_listed = models.BooleanField("listed publicly", default=False)
    uses = models.PositiveIntegerField(default=0, editable=False, help_text="Held or redeemed.")

    objects = CouponQuerySet.as_manager()

    class Meta:
        ordering = ("code",)
        indexes: ClassVar = [models.Index(fields=["is_listed", "code"], name="coupon_listed")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(total_limit__isnull=True) | Q(uses__lte=F("total_limit")),
                name="coupon_uses_within_limit",
                violation_error_message="It has been used more often than that.",
            ),
            *_checks_of_terms("coupon"),
        ]

    def __str__(self) -> str:
        return self.code

    def clean(self) -> None:
        self.code = self.code.upper()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.code = self.code.upper()
        super().save(*args, **kwargs)

    def is_valid_for(self, *, kind: str, item_id: UUID) -> bool:
        return (not self.kinds or kind in self.kinds) and (not self.item_ids or str(item_id) in self.item_ids)


class CouponTallyQuerySet(models.QuerySet["CouponTally"]):
    def take_use(self, *, limit: int | None) -> bool:
        """Count one more use by a person unless their limit is reached."""
        free = self if limit is None else self.filter(uses__lt=limit)
        return free.update(uses=F("uses") + 1) == 1

    def release_use(self) -> None:
        self.filter(uses__gt=0).update(uses=F("uses") - 1)


class CouponTally(models.Model):
    """How many uses of a coupon one person holds or has redeemed."""

    coupon = models.ForeignKey(Coupon, models.CASCADE, related_name="tallies")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    uses = models.PositiveIntegerField(default=0)
    erased_uses = models.PositiveIntegerField(
        db_default=0, help_text="Those among them of an erased account with the same mobile number."
    )

    objects = CouponTallyQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["coupon", "person"], name="one_tally_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.uses}"


class ErasedTally(models.Model):
    """
    What erased accounts with a mobile number used: of a coupon, or without one, that they bought something.

    The number is kept as a keyed digest, so that a new account with it does not use such coupons again.
    """

    mobile_digest = models.CharField(max_length=64)
    coupon = models.ForeignKey(Coupon, models.CASCADE, null=True, related_name="+")
    uses = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["mobile_digest", "coupon"], name="one_erased_tally_a_number"),
            models.UniqueConstraint(
                fields=["mobile_digest"],
                condition=Q(coupon__isnull=True),
                name="one_erased_purchase_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.uses}"


class CouponUseQuerySet(models.QuerySet["CouponUse"]):
    def release(self, *, at: datetime) -> bool:
        """Release the use once: True for exactly one caller."""
        return self.filter(released_at__isnull=True, redeemed_at__isnull=True).update(released_at=at) == 1


class CouponUse(models.Model):
    """One use by one order: held at enrolment, then redeemed on payment or released."""

    order = models.OneToOneField("commerce.Order", models.PROTECT, related_name="coupon_use")
    coupon = models.ForeignKey(Coupon, models.PROTECT, related_name="order_uses")
    first_purchase_of = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="The buyer, if the coupon is for first purchases: a person has one such use.",
    )
    held_at = models.DateTimeField()
    redeemed_at = models.DateTimeField(null=True)
    released_at = models.DateTimeField(null=True)

    objects = CouponUseQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["redeemed_at"], name="coupon_use_redeemed", condition=Q(redeemed_at__isnull=False)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(redeemed_at__isnull=True) | Q(released_at__isnull=True),
                name="coupon_use_redeemed_or_released",
            ),
            models.UniqueConstraint(
                fields=["first_purchase_of"],
                condition=Q(released_at__isnull=True),
                name="one_first_purchase_a_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.coupon_id}"
