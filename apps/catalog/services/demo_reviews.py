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
_OPTIONS, _FIRST_STEP = "options-rights-obligations-and-price", "share-bazaar-ki-pehli-seedhi"
_MONEY, _AVERAGES = "money-in-order", "moving-averages-and-their-limits"

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
    _DemoReview(_OPTIONS, 6, 5, 9, "I finally understand why my broker asks for margin when I sell."),
    _DemoReview(_OPTIONS, 8, 3, 41, "Good, but the third topic goes fast. I watched it twice."),
    _DemoReview(_OPTIONS, 10, 5, 18, "No tips, no screenshots of profit. That is why I trust it."),
    _DemoReview(_CANDLES, 6, 5, 80, "Short topics, so I could finish one before work."),
    _DemoReview(_CANDLES, 7, 4, 22, "The part on gaps was new to me."),
    _DemoReview(_CANDLES, 9, 5, 17, "I printed the checklist. It saves me from my own ideas."),
    _DemoReview(_CANDLES, 10, 2, 44, "Too basic for me. I should have taken the next course."),
    _DemoReview(_CANDLES, 12, 5, 5, "My daughter and I did the exercises together."),
    _DemoReview(_ORDER, 0, 5, 60, "I know now whom to write to when a payout is late."),
    _DemoReview(_ORDER, 6, 4, 35, "Clear. A few words were hard, but the glossary helped."),
    _DemoReview(_ORDER, 8, 5, 14, "The charges are shown line by line. I checked mine and they match."),
    _DemoReview(_ORDER, 11, 3, 77, "Useful, though I wanted more about the opening auction."),
    _DemoReview(_SIZE, 2, 5, 11, "I trade a third of what I used to, and I sleep."),
    _DemoReview(_SIZE, 7, 5, 29, "It fits on one page and it changed my year."),
    _DemoReview(_SIZE, 9, 4, 55, "The arithmetic is easy. Following it is the work, and it says so."),
    _DemoReview(_SIP, 3, 5, 33, "मैंने पहली बार फैक्टशीट खुद पढ़ी।"),
    _DemoReview(_SIP, 6, 4, 48, "उदाहरण हमारे जैसे घरों के हैं। अच्छा लगा।"),
    _DemoReview(_SIP, 9, 5, 7, "धीरे और साफ़ बोलते हैं। कैप्शन से भी मदद मिली।"),
    _DemoReview(_SIP, 8, 3, 66, "अच्छा है, पर टैक्स पर और बताना चाहिए था।"),
    _DemoReview(_FIRST_STEP, 0, 5, 26, "डर निकल गया। पहला शेयर समझकर खरीदा।"),
    _DemoReview(_FIRST_STEP, 2, 5, 39, "हिंदी में इतना साफ़ कहीं नहीं मिला।"),
    _DemoReview(_FIRST_STEP, 5, 4, 58, "छोटे पाठ हैं, मोबाइल पर आराम से देखे।"),
    _DemoReview(_FIRST_STEP, 8, 5, 13, "मेरे पिताजी ने भी पूरा कोर्स देखा।"),
    _DemoReview(_FIRST_STEP, 10, 4, 72, "प्रश्नोत्तरी बढ़िया है। थोड़े और सवाल होने चाहिए।"),
    # Too few for a rating.
    _DemoReview(_MONEY, 1, 5, 19, "I wrote down what we owe for the first time. It was less than I feared."),
    _DemoReview(_MONEY, 4, 4, 62, "Plain and kind. The sheet is worth it."),
    _DemoReview(_AVERAGES, 3, 4, 24, "Says where they fail, with dates."),
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
