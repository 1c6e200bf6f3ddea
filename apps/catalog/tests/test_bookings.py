"""Booking free courses."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course
from apps.catalog.services import bookings
from apps.catalog.services.bookings import PaymentRequired
from apps.catalog.tests.course_helpers import give_course, give_pro
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema
from apps.outbox.services import messages as outbox

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

CALL = "/api/course/bookfreecourseV1"
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
BEFORE, AFTER = NOW - timedelta(days=1), NOW + timedelta(days=1)


def free(**fields):
    return CourseFactory(offer_price_paise=0, access_days=30, **fields)


def book(person, course, committed, **body):
    with committed():
        return person.api.post(CALL, {"id": str(course.pk), **body})


def test_an_enrolment_is_confirmed_once(member, committed, sent):
    course = free(title="Candles", weburlname="candles")
    for _ in range(2):
        book(member, course, committed)
    for _ in range(2):
        outbox.sweep(now=NOW + timedelta(minutes=1))
    (line,) = sent()
    assert (line["template"], line["channel"]) == ("course_enrolled", "mail")
    assert line["body"].startswith("You're enrolled.\n\nCandles\n\nStart here: ")
    assert line["params"]["link"].endswith("/courses/candles")


def learners(course):
    return Course.objects.get(pk=course.pk).total_learners


def test_free_course_is_booked_for_its_access_days(member, committed):
    course = free(title="Candles", total_learners=7)

    answer = book(member, course, committed)

    assert answer.status_code == 200
    assert answer.json()["message"] == "You're enrolled. Enjoy learning."
    assert answer.json()["data"]["_id"] == str(course.pk)
    assert answer.json()["data"]["isPurchased"] is True
    assert answer.json()["data"]["totalLearner"] == 8
    assert answer["Cache-Control"] == "private, no-store"
    assert_matches_schema(answer.json(), path="course/bookfreecourseV1", method="post")
    row = Entitlement.objects.get()
    assert (row.person, row.scope, row.item_id, row.source) == (
        member.user,
        Scope.COURSE,
        course.pk,
        Source.FREE,
    )
    assert (row.label, row.starts_at, row.ends_at) == ("Candles", NOW, NOW + timedelta(days=30))


def test_course_is_booked_by_its_slug(member, committed):
    course = free(weburlname="candles")

    assert book(member, course, committed, id="candles").json()["data"]["_id"] == str(course.pk)


def test_booking_is_idempotent(member, committed):
    course = free()

    answers = [book(member, course, committed).json() for _ in range(3)]

    assert answers[0] == answers[1] == answers[2]
    assert Entitlement.objects.count() == 1
    assert learners(course) == 1


def test_detail_shows_the_booking_immediately(member, committed):
    course = free(weburlname="candles")
    member.api.get("/api/course/users/candles")

    book(member, course, committed)

    detail = member.api.get("/api/course/users/candles").json()["data"]
    assert detail["isPurchased"] is True
    assert detail["access"] == {"granted": True, "via": "free", "endsAt": "2026-12-21T09:30:00Z"}


def test_booking_invalidates_no_cached_response(api, member, committed, django_assert_num_queries):
    course = free(total_learners=7)
    api.post("/api/course/mobile", {})

    book(member, course, committed)

    with django_assert_num_queries(0):
        card = api.post("/api/course/mobile", {}).json()["courses"][0]
    assert card["totalLearner"] == 7
    assert learners(course) == 8


def test_expired_free_course_is_booked_again_but_counted_once(member, committed):
    course = free()
    give_course(member.user, course, source=Source.FREE, ends_at=NOW)

    answer = book(member, course, committed)

    assert answer.json()["data"]["isPurchased"] is True
    assert Entitlement.objects.count() == 2
    assert Entitlement.objects.filter(starts_at=NOW, ends_at=NOW + timedelta(days=30)).count() == 1
    assert learners(course) == 1


@pytest.mark.parametrize("source", [Source.PAID, Source.STAFF, Source.FREE])
def test_booking_an_owned_course_grants_nothing(member, committed, source):
    course = CourseFactory(offer_price_paise=99_900)
    give_course(member.user, course, source=source)

    assert book(member, course, committed).json()["data"]["isPurchased"] is True
    assert Entitlement.objects.count() == 1


@pytest.mark.parametrize("source", [Source.PAID, Source.TRIAL, Source.STAFF])
@pytest.mark.parametrize("paise", [0, 99_900])
def test_pro_member_books_a_pro_course_while_pro_lasts(member, committed, source, paise):
    course = CourseFactory(offer_price_paise=paise, is_pro=True)
    give_pro(member.user, source=source, ends_at=AFTER)

    answers = [book(member, course, committed) for _ in range(2)]

    assert [answer.json()["data"]["isPurchased"] for answer in answers] == [True, True]
    row = Entitlement.objects.get(scope=Scope.COURSE)
    assert (row.source, row.starts_at, row.ends_at) == (Source.PRO, NOW, None)
    assert learners(course) == 1


def test_booked_pro_course_requires_payment_after_pro(member, committed):
    course = CourseFactory(offer_price_paise=0, is_pro=True)
    give_pro(member.user, ends_at=NOW)
    give_course(member.user, course, source=Source.PRO)

    assert book(member, course, committed).status_code == 409
    assert Entitlement.objects.count() == 2


def test_former_pro_course_is_booked_again_once_it_is_free(member, committed):
    course = free()
    give_pro(member.user)
    give_course(member.user, course, source=Source.PRO)

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
def test_paid_course_requires_payment(member, committed, fields, pro):
    course = CourseFactory(**fields)
    if pro:
        give_pro(member.user, starts_at=pro[0], ends_at=pro[1])

    answer = book(member, course, committed)

    assert answer.status_code == 409
    assert answer.json() == {
        "message": "This course isn't free. Buy it, or get Pro if it is included.",
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


def test_lone_surrogate_is_an_unknown_id(member):
    answer = member.api.post(CALL, data='{"id": "\\ud800"}', content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (404, "course_unknown")


def test_an_unpublished_course_is_not_found(member, committed):
    assert book(member, free(is_published=False), committed).status_code == 404
    assert not Entitlement.objects.exists()


@pytest.mark.parametrize("body", [{}, {"id": None}, {"id": 5}, {"id": True}, {"id": ["a"]}])
def test_non_text_id_is_refused(member, body):
    answer = member.api.post(CALL, body)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["id"])


@pytest.mark.django_db(transaction=True)
def test_concurrent_bookings_are_one(member):
    course = free()

    def take(_number):
        return bookings.book(person=User.objects.get(pk=member.user.pk), key=course.weburlname, at=NOW)

    assert Counter(in_parallel(take, times=12)) == {course.pk: 12}
    assert Entitlement.objects.filter(item_id=course.pk).count() == 1
    assert learners(course) == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_learners_are_all_counted():
    course = free()
    people = [User.objects.create_user(mobile=f"98{number:08}") for number in range(12)]

    in_parallel(lambda number: bookings.book(person=people[number], key=course.weburlname, at=NOW), times=12)

    assert Entitlement.objects.filter(item_id=course.pk).count() == 12
    assert learners(course) == 12


def test_a_refusal_says_why():
    assert (PaymentRequired.status, PaymentRequired.code) == (409, "payment_required")
