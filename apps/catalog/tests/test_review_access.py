"""Who may review a course, by the access that they have or had: the endpoint and the page agree."""

from datetime import UTC, datetime, timedelta

import pytest

from apps.accounts.models import Entitlement
from apps.accounts.services import entitlements
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course, Review, TopicProgress
from apps.catalog.services import reviews
from apps.catalog.states import ReviewStatus
from apps.catalog.tests.factories import CourseFactory, ReviewFactory, TopicFactory
from apps.core.ids import new_id

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
REFUNDED = {
    "code": "course_revoked",
    "message": "You can review a course that you have or had, but not after a refund.",
}


@pytest.fixture
def course(member):
    """A course of two topics with Pro, of which the member completed one."""
    topic = TopicFactory(chapter__course=CourseFactory(is_pro=True))
    TopicFactory(chapter=topic.chapter)
    TopicProgress.objects.create(
        person=member.user, course=topic.chapter.course, topic=topic, is_completed=True, updated_at=NOW
    )
    return topic.chapter.course


def grant(person, course, *, days, source=Source.PAID, revoked=None):
    """Access for the days from the first to the second, counted from now; Pro without a course."""
    first, last = days
    return Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE if course else Scope.PRO,
        item_id=course and course.pk,
        source=source,
        label="Candles",
        starts_at=NOW + timedelta(days=first),
        ends_at=NOW + timedelta(days=last),
        revoked_at=None if revoked is None else NOW + timedelta(days=revoked),
        bought_by=new_id() if source == Source.PAID else None,
    )


def write(api, course, **body):
    return api.post("/api/course/review", {"courseId": str(course.pk), "rating": 4, "text": "Calm.", **body})


def shown(api, course):
    data = api.get(f"/api/course/users/{course.pk}").json()["data"]
    return data["review"], data["ownReview"]


OWN, PRO = "course", None
ENDED, REVOKED = {"days": (-60, -30)}, {"days": (-20, -10), "revoked": -10}


@pytest.mark.parametrize(
    "periods",
    [
        [(OWN, {"days": (-1, 30)})],
        [(OWN, ENDED)],
        [(PRO, ENDED)],
        [(PRO, ENDED | {"source": Source.TRIAL})],
        [(OWN, REVOKED), (OWN, {"days": (-5, 30)})],
        [(OWN, REVOKED), (OWN, {"days": (-5, -1)})],
        [(OWN, REVOKED), (PRO, {"days": (-5, 30)})],
        # A further period of Pro that was refunded before it began.
        [(PRO, ENDED), (PRO, {"days": (-30, -29.9), "revoked": -40})],
    ],
)
def test_who_has_the_course_or_had_it_until_the_end_may_review_it(member, course, periods):
    for item, period in periods:
        grant(member.user, item and course, **period)

    assert shown(member.api, course) == ({"allowed": True, "topicsLeft": 0}, None)
    assert write(member.api, course).status_code == 201
    assert shown(member.api, course)[1] == {"rating": 4, "text": "Calm.", "status": "waiting"}


@pytest.mark.parametrize(
    "periods",
    [
        [(OWN, REVOKED)],
        [(PRO, REVOKED)],
        # Booked with a Pro that was refunded.
        [(PRO, REVOKED), (OWN, {"days": (-15, 30), "source": Source.PRO})],
        [(PRO, {"days": (-40, -35), "source": Source.TRIAL}), (OWN, REVOKED)],
        # It had ended by itself when it was refunded.
        [(OWN, ENDED | {"revoked": -1})],
        # Nothing that has begun.
        [(OWN, {"days": (5, 30)})],
    ],
)
def test_who_got_a_refund_or_never_had_the_course_may_not(member, course, periods):
    for item, period in periods:
        grant(member.user, item and course, **period)

    answer = write(member.api, course)

    assert (answer.status_code, answer.json()) == (403, REFUNDED)
    assert shown(member.api, course) == (None, None)
    assert not Review.objects.exists()


def test_a_course_that_left_pro_can_be_reviewed_by_who_booked_it_with_pro(member, course):
    grant(member.user, None, **ENDED)
    Course.objects.update(is_pro=False)
    assert write(member.api, course).status_code == 403

    grant(member.user, course, days=(-50, 300), source=Source.PRO)

    assert write(member.api, course).status_code == 201


def test_what_is_published_stays_after_a_refund_and_cannot_be_changed(api, member, course, committed):
    bought = grant(member.user, course, days=(-1, 30))
    ReviewFactory.create_batch(4, course=course, rating=5)
    with committed():
        write(member.api, course, rating=1)
        review = Review.objects.get(person=member.user)
        reviews.publish(read={review.pk: review.written_at})
    with committed():
        entitlements.revoke_bought(line_id=bought.bought_by, person_id=member.user.pk, at=NOW)

    assert write(member.api, course, rating=5, text="Other words.").json() == REFUNDED

    kept = Review.objects.get(person=member.user)
    assert (kept.rating, kept.text, kept.status) == (1, "Calm.", ReviewStatus.PUBLISHED)
    data = api.get(f"/api/course/users/{course.pk}").json()["data"]
    assert (data["rating"], data["reviewCount"]) == (4.2, 5)


def test_ended_access_offers_no_review_of_what_cannot_be_finished(member, course):
    TopicProgress.objects.update(is_completed=False)
    grant(member.user, course, **ENDED)

    assert shown(member.api, course) == (None, None)
    assert write(member.api, course).json()["code"] == "too_early"
