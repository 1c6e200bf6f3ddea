"""Courses that are published for later: what is sold, counted and kept. Where they are not seen: /tests."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection

from apps.accounts.models import Entitlement
from apps.accounts.states import Source
from apps.catalog.models import Course, TopicProgress
from apps.catalog.selectors import courses
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.services import certificates, wish_lists
from apps.catalog.states import Price, Sort
from apps.catalog.tests.access_helpers import give_access, give_pro, topic_path
from apps.catalog.tests.factories import CourseFactory, QuestionFactory, TopicFactory
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db

MOMENT = datetime(2026, 12, 4, 18, 30, tzinfo=UTC)
"""5 December at midnight in India."""
BEFORE, AFTER = MOMENT - timedelta(microseconds=1), MOMENT + timedelta(days=1)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(BEFORE, tick=False) as moved:
        yield moved


def postpone(course, committed, *, until=MOMENT + timedelta(days=30)):
    with committed():
        course.published_at = until
        course.save()


@pytest.mark.parametrize("is_pro", [False, True])
def test_a_free_or_pro_course_is_booked_from_its_moment_on(member, clock, is_pro):
    course = CourseFactory(offer_price_paise=0, is_pro=is_pro, published_at=MOMENT)
    if is_pro:
        give_pro(member.user, at=BEFORE)
    booking = "/api/course/bookfreecourseV1", {"id": course.weburlname}
    assert member.api.post(*booking).status_code == 404
    assert not Entitlement.objects.filter(item_id=course.pk).exists()
    clock.move_to(MOMENT)
    assert member.api.post(*booking).status_code == 200


def test_it_is_not_counted_in_the_filters(api):
    teacher = InstructorFactory()
    now = CourseFactory(taught_by=[teacher], offer_price_paise=0)
    CourseFactory(taught_by=[teacher], offer_price_paise=0, category=now.category, published_at=MOMENT)
    options = api.get("/api/course/filter/V1/course").json()["data"]
    assert {name: [value["count"] for value in group] for name, group in options.items()} == {
        "categories": [1],
        "levels": [1],
        "instructors": [1],
        "languages": [1],
        "prices": [1],
    }


def test_it_takes_no_room_in_a_wish_list(member, monkeypatch, committed):
    monkeypatch.setattr(wish_lists, "MAX_COURSES", 1)
    wished, other = CourseFactory(), CourseFactory()
    path = "/api/course/wish-list"
    assert member.api.put(f"{path}/{wished.pk}").status_code == 200
    assert member.api.put(f"{path}/{other.pk}").json()["code"] == "too_many_wishes"
    postpone(wished, committed)
    assert member.api.put(f"{path}/{other.pk}").status_code == 200
    assert [card["_id"] for card in member.api.get(path).json()["data"]] == [str(other.pk)]


def test_a_quiz_of_it_is_unknown_to_visitors_rather_than_closed(api, clock):
    topic = QuestionFactory(topic__chapter__course__published_at=MOMENT).topic
    assert api.post(topic_path(topic, "/answers"), {"answers": {}}).status_code == 404
    clock.move_to(MOMENT)
    assert api.post(topic_path(topic, "/answers"), {"answers": {}}).status_code == 401


@pytest.mark.parametrize("source", [Source.PAID, Source.PRO])
def test_owners_keep_what_is_postponed_as_they_keep_what_is_unpublished(member, committed, source):
    topic = TopicFactory(chapter__course__is_pro=source == Source.PRO)
    course = topic.chapter.course
    give_access(member.user, course, at=BEFORE, source=source)
    if source == Source.PRO:
        give_pro(member.user, at=BEFORE)
    postpone(course, committed)
    assert member.api.get(f"/api/course/users/{course.weburlname}").status_code == 200
    assert member.api.get(topic_path(topic)).status_code == 200
    learner = {"userId": str(member.user.pk), "courseId": str(course.pk)}
    assert member.api.post("/api/course/progress/start", learner).status_code == 200
    assert member.api.get(f"/api/course/progress/{course.pk}").status_code == 200
    [own] = member.api.get("/api/course/booked/V1/course").json()["data"]
    assert own["_id"] == str(course.pk)


@pytest.mark.parametrize("hidden", [{"published_at": MOMENT}, {"is_published": False}])
def test_pro_alone_opens_nothing_that_is_not_public(member, hidden):
    topic = TopicFactory(chapter__course=CourseFactory(is_pro=True, **hidden))
    give_pro(member.user, at=BEFORE)
    course_id = str(topic.chapter.course_id)
    learner = {"userId": str(member.user.pk), "courseId": course_id}
    assert member.api.get(topic_path(topic)).status_code == 404
    assert member.api.get(f"/api/course/progress/{course_id}").status_code == 404
    assert member.api.post("/api/course/progress/start", learner).status_code == 404


def test_last_updated_is_never_in_the_future(member, api, committed, clock):
    course = CourseFactory(published_at=MOMENT)
    give_access(member.user, course, at=BEFORE)
    changed = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    Course.objects.update(content_updated_at=changed)
    path = f"/api/course/users/{course.pk}"
    assert member.api.get(path).json()["data"]["lastUpdated"] == "2026-11-20T09:00:00Z"
    clock.move_to(MOMENT)
    assert api.get(path).json()["data"]["lastUpdated"] == "2026-12-04T18:30:00Z"


def test_the_page_of_a_certificate_links_no_course_that_is_not_public(api, member, committed):
    topic = TopicFactory()
    course = topic.chapter.course
    give_access(member.user, course, at=BEFORE)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=topic, is_completed=True, updated_at=BEFORE
    )
    issued = certificates.issue(person=member.user, course_key=course.weburlname, at=BEFORE)
    path = f"/api/certificate/{issued.code}"
    assert api.get(path).json()["data"]["weburlname"] == course.weburlname
    postpone(course, committed)
    assert api.get(path).json()["data"]["weburlname"] is None


def test_moving_a_public_course_to_later_hides_it_at_once(api, committed):
    course = CourseFactory()
    found = "/api/course/mobile", {}
    assert api.post(*found).json()["totalCount"] == 1
    postpone(course, committed)
    assert api.post(*found).json()["totalCount"] == 0
    assert api.get(f"/api/course/users/{course.pk}").status_code == 404


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads a table of no rows as a whole")
@pytest.mark.parametrize(
    ("sort", "index"),
    [
        (Sort.POPULAR, "shelf_by_popularity"),
        (Sort.NEWEST, "shelf_by_newest"),
        (Sort.RATING, "shelf_by_rating"),
        (Sort.PRICE_LOW, "shelf_by_price"),
        (Sort.PRICE_HIGH, "shelf_by_price"),
    ],
)
@pytest.mark.parametrize(
    "filters",
    [
        CourseFilters(),
        CourseFilters(levels=("Beginner",), languages=("English",)),
        CourseFilters(categories=("Options",)),
        CourseFilters(price=Price.FREE),
    ],
    ids=["all", "level", "category", "price"],
)
def test_lists_are_read_in_the_order_of_an_index(sort, index, filters):
    plan = courses.filter_courses(filters=replace(filters, sort=sort), of=5_000)[:24].explain()
    assert index in plan
    assert "B-TREE" not in plan
