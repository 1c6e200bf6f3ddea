from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from apps.core import images
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField
from apps.core.price_fields import PriceField
from apps.core.publishing import ApprovableModel, approval_index
from apps.pro.states import Icon

MAX_VALIDITY_DAYS = 3660


class ProSectionQuerySet(InvalidatesCacheQuerySet["ProSection"]):
    def published(self) -> "ProSectionQuerySet":
        return self.filter(is_published=True)


class ProSection(InvalidatesCache, ApprovableModel):
    """The description of Pro. One section is published and sold."""

    cache_tags = ("pro",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    image = images.ResponsiveImageField(
        spec=images.PRO_HERO,
        upload_to="pro/",
        blank=True,
        help_text="16:9, ideally at least 960 pixels wide. Leave empty for a generated cover.",
    )
    is_published = models.BooleanField(default=False)

    objects = ProSectionQuerySet.as_manager()

    class Meta:
        verbose_name = "Pro section"
        ordering = ("title", "id")
        indexes: ClassVar = [approval_index("pro_approval_end")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["is_published"],
                condition=Q(is_published=True),
                name="one_pro_section_is_shown",
                violation_error_message="Another section is published. Unpublish it first.",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class PlanQuerySet(InvalidatesCacheQuerySet["Plan"]):
    def published(self) -> "PlanQuerySet":
        return self.filter(is_published=True)

    def in_order(self) -> "PlanQuerySet":
        """The shortest first."""
        return self.order_by("validity_days", "position", "pk")


class Plan(InvalidatesCache, models.Model):
    """A number of days of Pro for a price."""

    cache_tags = ("pro",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    section = models.ForeignKey(ProSection, models.PROTECT, related_name="plans")
    price_name = models.CharField(
        "name",
        max_length=60,
        help_text="For example '1 year'. The plan of that name is badged 'Most Popular'.",
    )
    actual_price_paise = PaiseField("original price (paise)")
    discounted_price_paise = PriceField("price (paise)")
    validity_days = models.PositiveIntegerField(
        "validity in days", validators=[MinValueValidator(1), MaxValueValidator(MAX_VALIDITY_DAYS)]
    )
    position = models.PositiveSmallIntegerField(
        default=0, help_text="Orders plans of equal validity. Lower numbers come first."
    )
    is_published = models.BooleanField(
        "published", default=True, help_text="Untick to stop selling this plan."
    )

    objects = PlanQuerySet.as_manager()

    class Meta:
        ordering = ("validity_days", "position", "id")
        indexes: ClassVar = [
            models.Index(fields=["section", "validity_days", "position", "id"], name="plan_of_section"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(validity_days__gte=1, validity_days__lte=MAX_VALIDITY_DAYS),
                name="plan_has_its_days",
            ),
            models.CheckConstraint(
                condition=Q(discounted_price_paise__gte=100),
                name="plan_costs_a_rupee",
                violation_error_message="A plan must cost at least ₹1.",
            ),
            models.CheckConstraint(
                condition=Q(discounted_price_paise__lte=F("actual_price_paise")),
                name="plan_not_above_usual_price",
                violation_error_message="The price must not be higher than the original price.",
            ),
        ]

    def __str__(self) -> str:
        return self.price_name


class BenefitQuerySet(InvalidatesCacheQuerySet["Benefit"]):
    pass


class Benefit(InvalidatesCache, models.Model):
    """A benefit of Pro."""

    cache_tags = ("pro",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    section = models.ForeignKey(ProSection, models.CASCADE, related_name="benefits")
    icon = models.CharField(max_length=12, choices=Icon)
    description = models.CharField(max_length=80)
    long_description = models.CharField(max_length=300)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    objects = BenefitQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [
            models.Index(fields=["section", "position", "id"], name="benefit_of_section"),
        ]

    def __str__(self) -> str:
        return self.description
