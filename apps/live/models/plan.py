from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField
from apps.core.price_fields import PriceField


class SessionPlanQuerySet(InvalidatesCacheQuerySet["SessionPlan"]):
    def in_order(self) -> "SessionPlanQuerySet":
        """By descending number of sessions, which `pricing.pick_plan` relies on."""
        return self.order_by("program", "-num_of_sessions", "pk")


MAX_ACCESS_DAYS = 3660


class SessionPlan(InvalidatesCache, models.Model):
    """The price of each session of a program if that many are bought together."""

    cache_tags = ("live",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    program = models.ForeignKey("live.LiveTrading", models.CASCADE, related_name="plans")
    price_name = models.CharField("name", max_length=60)
    num_of_sessions = models.PositiveSmallIntegerField("number of sessions")
    actual_price_paise = PaiseField("usual price per session")
    discounted_price_paise = PriceField("price per session")
    validity_days = models.PositiveIntegerField(
        "access in days",
        default=90,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_ACCESS_DAYS)],
        help_text="How long a buyer can count on the recording of each session, from its day on.",
    )

    objects = SessionPlanQuerySet.as_manager()

    class Meta:
        ordering = ("program", "-num_of_sessions", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["program", "num_of_sessions"], name="plan_once_a_number"),
            models.CheckConstraint(condition=models.Q(num_of_sessions__gte=1), name="plan_of_a_session"),
            models.CheckConstraint(
                condition=models.Q(discounted_price_paise__lte=models.F("actual_price_paise")),
                name="plan_lowers_the_price",
                violation_error_message="The price must not be above the usual price.",
            ),
        ]

    def __str__(self) -> str:
        return self.price_name
