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
    def usable_at(self, moment: datetime) -> "CouponQuerySet":
        has_begun = Q(starts_at__isnull=True) | Q(starts_at__lte=moment)
        goes_on = Q(ends_at__isnull=True) | Q(ends_at__gt=moment)
        has_uses = Q(total_limit__isnull=True) | Q(uses__lt=F("total_limit"))
        return self.filter(has_begun, goes_on, has_uses, is_active=True)

    def take_use(self) -> bool:
        """Count one more use unless all are taken; one conditional update, so rivals cannot pass it."""
        return (
            self.filter(Q(total_limit__isnull=True) | Q(uses__lt=F("total_limit"))).update(uses=F("uses") + 1)
            == 1
        )

    def give_back(self) -> None:
        self.filter(uses__gt=0).update(uses=F("uses") - 1)


class Coupon(models.Model):
    """A code that lowers a price, as often as staff allow."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    code = models.CharField(
        max_length=30,
        unique=True,
        validators=[RegexValidator(r"^[A-Z0-9_-]{3,30}\Z", "3 to 30 capitals, digits, - or _.")],
        help_text="People may type it in any case.",
    )
    short_description = models.CharField(max_length=120)
    kind = models.CharField(max_length=10, choices=CouponKind, default=CouponKind.PERCENT)
    percent = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    flat_paise = PaiseField("fixed amount paise", null=True, blank=True)
    cap_paise = PaiseField(
        "at most paise", null=True, blank=True, help_text="Of a percentage; empty: no cap."
    )
    minimum_paise = PaiseField("from a price of paise", default=0, help_text="The price before tax.")
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    total_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="Uses in all; empty: no limit."
    )
    person_limit = models.PositiveIntegerField(
        null=True, blank=True, help_text="Uses by one person; empty: no limit."
    )
    kinds = LinesField(
        help_text="Kinds that it fits, one a line: course, webinar, mentorship, liveTrading, pro. Empty: all."
    )
    item_ids = LinesField("items", help_text="Ids of the things that it fits, one a line. Empty: all.")
    is_listed = models.BooleanField("listed for the public", default=False)
    is_active = models.BooleanField(default=True)
    uses = models.PositiveIntegerField(default=0, editable=False, help_text="Held and redeemed.")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CouponQuerySet.as_manager()

    class Meta:
        ordering = ("code",)
        indexes: ClassVar = [models.Index(fields=["is_listed", "code"], name="coupon_listed")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(total_limit__isnull=True) | Q(uses__lte=F("total_limit")),
                name="coupon_uses_within_limit",
                violation_error_message="It was used more often than that already.",
            ),
            models.CheckConstraint(
                condition=Q(kind=CouponKind.PERCENT, percent__isnull=False, percent__gte=1, percent__lte=100)
                | Q(kind=CouponKind.FLAT, flat_paise__isnull=False, flat_paise__gte=1),
                name="coupon_says_how_much",
                violation_error_message="Give the percentage (1 to 100), or the fixed amount.",
            ),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=True) | Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="coupon_ends_after_start",
                violation_error_message="It must end after it starts.",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def clean(self) -> None:
        self.code = self.code.upper()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.code = self.code.upper()
        super().save(*args, **kwargs)

    def fits(self, *, kind: str, item_id: UUID) -> bool:
        return (not self.kinds or kind in self.kinds) and (not self.item_ids or str(item_id) in self.item_ids)


class CouponTallyQuerySet(models.QuerySet["CouponTally"]):
    def take_use(self, *, limit: int | None) -> bool:
        """Count one more use of a person unless their limit is reached."""
        free = self if limit is None else self.filter(uses__lt=limit)
        return free.update(uses=F("uses") + 1) == 1

    def give_back(self) -> None:
        self.filter(uses__gt=0).update(uses=F("uses") - 1)


class CouponTally(models.Model):
    """How often one person holds or has used a coupon."""

    coupon = models.ForeignKey(Coupon, models.CASCADE, related_name="tallies")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    uses = models.PositiveIntegerField(default=0)

    objects = CouponTallyQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["coupon", "person"], name="one_tally_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.uses}"


class CouponUseQuerySet(models.QuerySet["CouponUse"]):
    def release(self, *, at: datetime) -> bool:
        """Give the use back unless that was done; exactly one caller is told that it was them."""
        return self.filter(released_at__isnull=True, redeemed_at__isnull=True).update(released_at=at) == 1


class CouponUse(models.Model):
    """One use by one order: held from enrolling on, then redeemed by the payment or given back."""

    order = models.OneToOneField("commerce.Order", models.PROTECT, related_name="coupon_use")
    coupon = models.ForeignKey(Coupon, models.PROTECT, related_name="orders")
    held_at = models.DateTimeField()
    redeemed_at = models.DateTimeField(null=True)
    released_at = models.DateTimeField(null=True)

    objects = CouponUseQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(redeemed_at__isnull=True) | Q(released_at__isnull=True),
                name="coupon_use_redeemed_or_released",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.coupon_id}"
