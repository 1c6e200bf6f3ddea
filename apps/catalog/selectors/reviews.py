from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, NamedTuple, TypedDict
from uuid import UUID

from django.db.models import Count

from apps.accounts.models import User
from apps.catalog.models import Course, Review
from apps.catalog.states import ReviewStatus
from apps.core import indian_time
from apps.core.api.pagination import Slice, page_and_total
from apps.core.json_types import Choices, DateTime, Help, Identifier, Stars, component

MAX_REVIEWS = 20
"""The newest reviews describe the course as it is today."""


MIN_REVIEWS_FOR_RATING = 5
"""The mean of fewer says more about who wrote them than about the course."""


class ReviewStats(NamedTuple):
    counts: tuple[int, ...]
    """How many published reviews give one star, two stars and so on up to five."""

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def rating(self) -> Decimal:
        """The mean to one decimal; 0 while there are too few reviews."""
        if self.total < MIN_REVIEWS_FOR_RATING:
            return Decimal(0)
        stars = sum(stars * count for stars, count in enumerate(self.counts, start=1))
        return (Decimal(stars) / self.total).quantize(Decimal("0.1"), ROUND_HALF_UP)


@component("ReviewOut")
class ReviewLine(TypedDict):
    _id: Identifier
    name: str
    rating: Stars
    text: str
    at: DateTime


@component("ReviewOfCourseOut")
class ReviewOfCourse(ReviewLine):
    course: Annotated[str, Help("The title of the course.")]
    coursePath: str


@component("ReviewRuleOut")
class ReviewRule(TypedDict):
    allowed: Annotated[bool, Help("Whether the caller can write a review now.")]
    topicsLeft: Annotated[int, Help("How many topics to complete until then.")]


@component("OwnReviewStateOut")
class OwnReview(TypedDict):
    rating: Stars
    text: str
    status: Annotated[str, Choices(ReviewStatus.values)]


def review_rule(*, completed: int, total: int) -> ReviewRule:
    """Who completed half of a course's topics can review it."""
    left = max(0, -(-total // 2) - completed)
    return {"allowed": total > 0 and left == 0, "topicsLeft": left}


def own_review(*, person: User, course_id: UUID) -> OwnReview | None:
    """What this person has written about the course, published or not."""
    row = Review.objects.filter(person=person, course=course_id).first()
    return {"rating": row.rating, "text": row.text, "status": row.status} if row else None


def latest_reviews(course_id: UUID) -> list[ReviewLine]:
    """The newest published reviews of a course."""
    rows = Review.objects.published().filter(course=course_id).newest_first()[:MAX_REVIEWS]
    return [_line(row) for row in rows]


def _line(review: Review) -> ReviewLine:
    return {
        "_id": str(review.pk),
        "name": review.display_name,
        "rating": review.rating,
        "text": review.text,
        "at": indian_time.iso_utc(review.written_at),
    }


def review_page(course_id: UUID, *, rating: int | None, page: Slice) -> tuple[list[ReviewLine], int]:
    """Published reviews of a course, the newest first, of all ratings or of one."""
    rows = Review.objects.published().filter(course=course_id).newest_first()
    found, total = page_and_total(rows.filter(rating=rating) if rating else rows, page=page)
    return [_line(row) for row in found], total


def latest_of_instructor(instructor_id: UUID) -> list[ReviewOfCourse]:
    """The newest published reviews of the published courses that somebody teaches."""
    taught = Course.objects.published().filter(teaching__instructor=instructor_id).order_by().values("pk")
    rows = Review.objects.published().filter(course__in=taught).select_related("course").newest_first()
    return [
        {**_line(row), "course": row.course.title, "coursePath": f"/courses/{row.course.weburlname}"}
        for row in rows[:MAX_REVIEWS]
    ]


def review_stats(course_id: UUID) -> ReviewStats:
    """Counted from the published reviews."""
    published = Review.objects.published().filter(course=course_id).order_by()
    by_stars = dict(published.values_list("rating").annotate(count=Count("pk")))
    return ReviewStats(tuple(by_stars.get(stars, 0) for stars in range(1, 6)))
