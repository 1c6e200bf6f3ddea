"""Taking a course that costs nothing."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course
from apps.catalog.services import bookings
from apps.catalog.services.bookings import PaymentRequired
from apps.catalog.tests.factories import CourseFactory
from apps.catalog.tests.lessons import give, give_pro
from apps.core.testing.described import assert_described
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db

CALL = "/api/course/bookfreecourseV1"
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
BEFORE, AFTER = NOW - timedelta(days=1), NOW + timedelta(days=1)


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


def free(**fields):
    return CourseFactory(offer_price_paise=0, access_days=30, **fields)


def book(person, course, committed, **body):
    with committed():
        return person.api.post(CALL, {"id": str(course.pk), **body})


def learners(course):
    return Course.objects.get(pk=course.pk).total_learners


def test_a_free_course_is_taken_for_its_days(member, committed):
    course = free(title="Candles", total_learners=7)

    answer = book(member, course, committed)

    assert answer.status_code == 200
    assert answer.json()["message"] == "The course is yours. Enjoy learning."
    assert answer.json()["data"]["_id"] == str(course.pk)
    assert answer.json()["data"]["isPurchased"] is True
    assert answer.json()["data"]["totalLearner"] == 8
    assert answer["Cache-Control"] == "private, no-store"
    assert_described(answer.json(), path="course/bookfreecourseV1", method="post")
    row = Entitlement.objects.get()
    assert (row.person, row.scope, row.item_id, row.source) == (
        member.user,
        Scope.COURSE,
        course.pk,
        Source.FREE,
    )
    assert (row.label, row.starts_at, row.ends_at) == ("Candles", NOW, NOW + timedelta(days=30))


def test_a_course_is_taken_by_its_address_name(member, committed):
    course = free(weburlname="candles")

    assert book(member, course, committed, id="candles").json()["data"]["_id"] == str(course.pk)


def test_taking_it_twice_changes_nothing(member, committed):
    course = free()

    answers = [book(member, course, committed).json() for _ in range(3)]

    assert answers[0] == answers[1] == answers[2]
    assert Entitlement.objects.count() == 1
    assert learners(course) == 1


def test_the_detail_opens_at_once(member, committed):
    course = free(weburlname="candles")
    member.api.get("/api/course/users/candles")

    book(member, course, committed)

    detail = member.api.get("/api/course/users/candles").json()["data"]
    assert detail["isPurchased"] is True
    assert detail["access"] == {"granted": True, "via": "free", "endsAt": "2026-12-21T09:30:00Z"}


def test_a_booking_drops_no_kept_answer(api, member, committed, django_assert_num_queries):
    course = free(total_learners=7)
    api.post("/api/course/mobile", {})

    book(member, course, committed)

    with django_assert_num_queries(0):
        card = api.post("/api/course/mobile", {}).json()["courses"][0]
    assert card["totalLearner"] == 7
    assert learners(course) == 8


def test_a_free_course_whose_days_are_over_is_taken_again_but_counted_once(member, committed):
    course = free()
    give(member.user, course, source=Source.FREE, ends_at=NOW)

    answer = book(member, course, committed)

    assert answer.json()["data"]["isPurchased"] is True
    assert Entitlement.objects.count() == 2
    assert Entitlement.objects.filter(starts_at=NOW, ends_at=NOW + timedelta(days=30)).count() == 1
    assert learners(course) == 0


@pytest.mark.parametrize("source", [Source.PAID, Source.STAFF, Source.FREE])
def test_who_has_the_course_already_is_answered_and_given_nothing(member, committed, source):
    course = CourseFactory(offer_price_paise=99_900)
    give(member.user, course, source=source)

    assert book(member, course, committed).json()["data"]["isPurchased"] is True
    assert Entitlement.objects.count() == 1


@pytest.mark.parametrize("source", [Source.PAID, Source.TRIAL, Source.STAFF])
@pytest.mark.parametrize("paise", [0, 99_900])
def test_a_subscriber_takes_a_pro_course_for_as_long_as_pro_lasts(member, committed, source, paise):
    course = CourseFactory(offer_price_paise=paise, is_pro=True)
    give_pro(member.user, source=source, ends_at=AFTER)

    answers = [book(member, course, committed) for _ in range(2)]

    assert [answer.json()["data"]["isPurchased"] for answer in answers] == [True, True]
    row = Entitlement.objects.get(scope=Scope.COURSE)
    assert (row.source, row.starts_at, row.ends_at) == (Source.PRO, NOW, None)
    assert learners(course) == 1


def test_with_pro_over_a_booked_pro_course_asks_for_payment(member, committed):
    course = CourseFactory(offer_price_paise=0, is_pro=True)
    give_pro(member.user, ends_at=NOW)
    give(member.user, course, source=Source.PRO)

    assert book(member, course, committed).status_code == 409
    assert Entitlement.objects.count() == 2


def test_a_course_that_pro_included_is_taken_for_itself_once_it_is_free(member, committed):
    course = free()
    give_pro(member.user)
    give(member.user, course, source=Source.PRO)

    assert book(member, course, committed).status_code == 200
    assert Entitlement.objects.filter(scope=Scope.COURSE, source=Source.FREE).count() == 1


@pytest.mark.parametrize(
    ("fields", "pro"),
    [
        ({"offer_price_paise": 1}, None),
        ({"offer_price_paise": 99_900}, (BEFORE, AFTER)),
        ({"offer_price_paise": 0, "is_pro": True}, None),
        ({"offer_price_paise": 0, "is_pro": True}, (BEFORE, NOW)),
        ({"offer_price_paise": 0, "is_pro": True}, (AFTER, None)),
    ],
)
def test_what_costs_something_asks_for_payment(member, committed, fields, pro):
    course = CourseFactory(**fields)
    if pro:
        give_pro(member.user, starts_at=pro[0], ends_at=pro[1])

    answer = book(member, course, committed)

    assert answer.status_code == 409
    assert answer.json() == {
        "message": "This course is not free for you. Buy it, or get Pro if it is included there.",
        "code": "payment_required",
    }
    assert not Entitlement.objects.filter(scope=Scope.COURSE).exists()
    assert learners(course) == 0


@pytest.mark.parametrize(
    "key", ["none", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "", "x" * 500, "' or 1=1 --", "a\x00"]
)
def test_an_unknown_course_is_not_found(member, key):
    answer = member.api.post(CALL, {"id": key})

    assert (answer.status_code, answer.json()["code"]) == (404, "course_unknown")


def test_half_a_letter_is_nobodys_id(member):
    answer = member.api.post(CALL, data='{"id": "\\ud800"}', content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (404, "course_unknown")


def test_an_unpublished_course_is_not_found(member, committed):
    assert book(member, free(is_published=False), committed).status_code == 404
    assert not Entitlement.objects.exists()


@pytest.mark.parametrize("body", [{}, {"id": None}, {"id": 5}, {"id": True}, {"id": ["a"]}])
def test_what_is_no_text_is_refused(member, body):
    answer = member.api.post(CALL, body)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["id"])


def test_a_visitor_is_asked_to_log_in(api):
    assert api.post(CALL, {"id": str(free().pk)}).status_code == 401


def together(member, times):
    course = free()

    def take(_number):
        return bookings.book(person=User.objects.get(pk=member.user.pk), key=course.weburlname, at=NOW)

    assert Counter(in_parallel(take, times=times)) == {course.pk: times}
    assert Entitlement.objects.filter(item_id=course.pk).count() == 1
    assert learners(course) == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_many_bookings_at_once_are_one(member):
    together(member, 12)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_many_bookings_at_once_are_one_on_postgresql(member):
    together(member, 12)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_every_learner_of_many_is_counted():
    course = free()
    people = [User.objects.create_user(mobile=f"98{number:08}") for number in range(12)]

    in_parallel(lambda number: bookings.book(person=people[number], key=course.weburlname, at=NOW), times=12)

    assert Entitlement.objects.filter(item_id=course.pk).count() == 12
    assert learners(course) == 12


def test_a_refusal_says_why():
    assert (PaymentRequired.status, PaymentRequired.code) == (409, "payment_required")
