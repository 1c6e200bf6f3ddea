from decimal import Decimal
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models

from apps.core import images
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id

_LOWEST, _HIGHEST, _HALF = Decimal("0.5"), Decimal(5), Decimal("0.5")


def validate_rating(rating: Decimal) -> None:
    if not _LOWEST <= rating <= _HIGHEST or rating % _HALF:
        raise ValidationError("Enter a rating from 0.5 to 5, in halves.")


class TestimonialQuerySet(InvalidatesCacheQuerySet["Testimonial"]):
    pass


class Testimonial(InvalidatesCache, models.Model):
    """
    What a learner says about us.

    Earnings are a claim about performance: stored as it was made, and shown only after staff verified it.
    """

    cache_tags = ("reviews",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    username = models.CharField("name", max_length=80)
    userhandle = models.CharField("handle", max_length=60, blank=True, help_text="For example @name.")
    location = models.CharField(max_length=80)
    age = models.PositiveSmallIntegerField(null=True, blank=True)
    image = images.ResponsiveImageField(
        spec=images.PORTRAIT,
        upload_to="testimonials/",
        blank=True,
        help_text="Shown as a small circle, cropped to the centre.",
    )
    rating = models.DecimalField(max_digits=2, decimal_places=1, validators=[validate_rating])
    review = models.TextField(max_length=600)
    earnings = models.CharField(max_length=80, blank=True)
    earnings_verified = models.BooleanField(
        default=False, help_text="Earnings are shown only if we have seen proof."
    )
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")
    is_published = models.BooleanField("published", default=False)

    objects = TestimonialQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [models.Index(fields=["position", "id"], name="testimonials_in_order")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(rating__gte=_LOWEST, rating__lte=_HIGHEST),
                name="testimonial_rating_is_stars",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.username}: {self.rating}"
