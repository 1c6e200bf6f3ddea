from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, TypedDict
from uuid import UUID

from django.db.models import Count, Sum

from apps.catalog.models import Review
from apps.core import indian_time
from apps.core.json_types import DateTime, Help, Identifier, Stars, component

MAX_REVIEWS = 20
"""The newest reviews describe the course as it is today."""


@component("ReviewOut")
class ReviewLine(TypedDict):
    _id: Identifier
    name: str
    rating: Stars
    text: str
    at: DateTime


@component("ReviewRuleOut")
class ReviewRule(TypedDict):
    allowed: Annotated[bool, Help("Whether the caller can write a review now.")]
    topicsLeft: Annotated[int, Help("How many topics to complete until then.")]


def review_rule(*, completed: int, total: int) -> ReviewRule:
    """Who completed half of a course's topics can review it."""
    left = max(0, -(-total // 2) - completed)
    return {"allowed": total > 0 and left == 0, "topicsLeft": left}


def latest_reviews(course_id: UUID) -> list[ReviewLine]:
    """The newest published reviews of a course."""
    rows = Review.objects.published().filter(course=course_id).newest_first()[:MAX_REVIEWS]
    return [
        {
            "_id": str(row.pk),
            "name": row.display_name,
            "rating": row.rating,
            "text": row.text,
            "at": indian_time.iso_utc(row.written_at),
        }
        for row in rows
    ]


def count_reviews(course_id: UUID) -> int:
    """The number of all published reviews of a course."""
    return Review.objects.published().filter(course=course_id).count()


def mean_rating(course_id: UUID) -> Decimal:
    """The mean of a course's published reviews to one decimal; 0 without any."""
    published = Review.objects.published().filter(course=course_id)
    found = published.aggregate(count=Count("pk"), total=Sum("rating"))
    mean = Decimal(found["total"]) / found["count"] if found["count"] else Decimal(0)
    return mean.quantize(Decimal("0.1"), ROUND_HALF_UP)
