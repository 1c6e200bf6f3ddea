"""Seeds reviews of a few courses by the demo's learners, one of them still pending."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from apps.accounts.services import demo_people
from apps.catalog.models import Course, Review
from apps.catalog.services import reviews
from apps.catalog.states import ReviewStatus
from apps.core.demo import data_file


@dataclass(frozen=True, slots=True)
class _DemoReview:
    course: str
    learner: int
    rating: int
    days_ago: int
    text: str
    status: ReviewStatus = ReviewStatus.PUBLISHED


_REVIEWS = data_file("catalog", "reviews.yaml", tuple[_DemoReview, ...])


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    wanted = _REVIEWS.read()
    known = set(
        Review.objects.filter(course__weburlname__in={review.course for review in wanted}).values_list(
            "course__weburlname", "person__mobile"
        )
    )
    mobiles = [learner.mobile for learner in demo_people.LEARNERS.read()]
    missing = [review for review in wanted if (review.course, mobiles[review.learner]) not in known]
    if missing:
        _add_reviews(missing, now=now)
    return f"{len(missing)} of {len(wanted)} added"


def _add_reviews(missing: list[_DemoReview], *, now: datetime) -> None:
    learners = demo_people.learners()
    courses = dict(Course.objects.values_list("weburlname", "pk"))
    written = [review for review in missing if review.course in courses]
    Review.objects.bulk_create(
        Review(
            course_id=courses[review.course],
            person=learners[review.learner],
            display_name=reviews.display_name(learners[review.learner]),
            rating=review.rating,
            text=review.text,
            status=review.status,
            written_at=now - timedelta(days=review.days_ago),
        )
        for review in written
    )
    for name in sorted({review.course for review in written}):
        reviews.update_rating(course_id=courses[name])
