from decimal import ROUND_HALF_UP, Decimal
from typing import TypedDict
from uuid import UUID

from django.db.models import Count, Sum

from apps.catalog.models import Review
from apps.core import indian_time

SHOWN = 20
"""More are not read: the newest say how the course is today."""


class ReviewLine(TypedDict):
    _id: str
    name: str
    rating: int
    text: str
    at: str


def shown_of_course(course_id: UUID) -> list[ReviewLine]:
    """The newest published reviews of a course."""
    rows = Review.objects.published().filter(course=course_id).newest_first()[:SHOWN]
    return [
        {
            "_id": str(row.pk),
            "name": row.shown_name,
            "rating": row.rating,
            "text": row.text,
            "at": indian_time.on_wire(row.written_at),
        }
        for row in rows
    ]


def count_of_course(course_id: UUID) -> int:
    """How many published reviews a course has, shown or not."""
    return Review.objects.published().filter(course=course_id).count()


def mean_rating(course_id: UUID) -> Decimal:
    """The mean of a course's published reviews to one decimal; 0 without any."""
    published = Review.objects.published().filter(course=course_id)
    found = published.aggregate(count=Count("pk"), total=Sum("rating"))
    mean = Decimal(found["total"]) / found["count"] if found["count"] else Decimal(0)
    return mean.quantize(Decimal("0.1"), ROUND_HALF_UP)
