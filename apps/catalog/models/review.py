from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.catalog.states import ReviewStatus
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class ReviewQuerySet(InvalidatesCacheQuerySet["Review"]):
    def published(self) -> "ReviewQuerySet":
        return self.filter(status=ReviewStatus.PUBLISHED)

    def newest_first(self) -> "ReviewQuerySet":
        return self.order_by("-written_at", "-pk")


class Review(InvalidatesCache, models.Model):
    """A review by somebody who finished at least half of a course. Staff publish or reject it."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    course = models.ForeignKey("catalog.Course", models.CASCADE, related_name="reviews")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    display_name = models.CharField(max_length=80, help_text="The name that readers see.")
    rating = models.PositiveSmallIntegerField()
    text = models.TextField(max_length=1200, blank=True)
    status = models.CharField(max_length=10, choices=ReviewStatus, default=ReviewStatus.PENDING)
    written_at = models.DateTimeField(default=timezone.now)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        ordering = ("-written_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["course", "status", "-written_at", "-id"], name="review_of_course"),
            models.Index(fields=["status", "-written_at", "-id"], name="review_to_moderate"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["course", "person"], name="one_review_a_person_and_course"),
            models.CheckConstraint(
                condition=models.Q(rating__gte=1, rating__lte=5), name="review_rating_1_to_5"
            ),
        ]

    def publish(self) -> None:
        self.status = ReviewStatus.PUBLISHED
        self.save(update_fields=["status"])

    def reject(self) -> None:
        self.status = ReviewStatus.REJECTED
        self.save(update_fields=["status"])

    def __str__(self) -> str:
        return f"{self.rating} of 5 by {self.display_name}"
