"""Seeds reviews of a few courses by the demo's learners, one of them still pending."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from apps.accounts.services import demo_people
from apps.catalog.models import Course, Review
from apps.catalog.services import reviews
from apps.catalog.states import ReviewStatus


@dataclass(frozen=True, slots=True)
class _DemoReview:
    course: str
    learner: int
    rating: int
    days_ago: int
    text: str
    status: ReviewStatus = ReviewStatus.PUBLISHED


_CANDLES, _ORDER = "candlesticks-from-the-first-principle", "how-the-indian-stock-market-works"
_SIZE, _SIP = "position-size-before-everything", "mutual-fund-aur-sip"
_OPTIONS = "options-rights-obligations-and-price"

_REVIEWS = [
    _DemoReview(_CANDLES, 0, 5, 12, "The exercise with the covered chart changed how I look at charts."),
    _DemoReview(_CANDLES, 1, 5, 31, "Says plainly what candles cannot tell you. Nobody had told me that."),
    _DemoReview(_CANDLES, 2, 4, 64, "Clear and short. I would have liked more exercises like the last one."),
    _DemoReview(
        _ORDER,
        3,
        5,
        8,
        "I read my contract note with the list next to me and found a charge I had never noticed.",
    ),
    _DemoReview(_ORDER, 4, 4, 47, "The topics come in a good order. The video could be longer."),
    _DemoReview(
        _SIZE, 1, 5, 20, "One formula, and it was worth the evening. I keep the printed plan on my desk."
    ),
    _DemoReview(_SIZE, 5, 5, 38, "The table of ten losses convinced me. No warning ever had."),
    _DemoReview(_SIZE, 0, 4, 90, "Calm and useful. I knew some of it already."),
    _DemoReview(_SIP, 4, 5, 15, "पहली बार किसी ने बताया कि SIP क्या नहीं करती। भाषा बहुत आसान है।"),
    _DemoReview(_SIP, 5, 4, 52, "अभ्यास वाला पन्ना पूरे परिवार ने मिलकर भरा।"),
    _DemoReview(_OPTIONS, 2, 5, 27, "It made sense when I drew the seller's line next to mine."),
    _DemoReview(_OPTIONS, 3, 4, 70, "Honest about losses. You need graph paper and some patience."),
    _DemoReview(
        _CANDLES,
        5,
        4,
        1,
        "Finished it on the train. The quiz explains the answers well.",
        ReviewStatus.PENDING,
    ),
]


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    known = set(
        Review.objects.filter(course__weburlname__in={review.course for review in _REVIEWS}).values_list(
            "course__weburlname", "person__mobile"
        )
    )
    mobiles = [mobile for mobile, _name, _state in demo_people.LEARNERS]
    missing = [review for review in _REVIEWS if (review.course, mobiles[review.learner]) not in known]
    if missing:
        _add_reviews(missing, now=now)
    return f"{len(missing)} of {len(_REVIEWS)} added"


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
