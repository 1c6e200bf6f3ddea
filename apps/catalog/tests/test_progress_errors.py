"""Refused reports: invalid input, and missing access."""

import json
from datetime import timedelta

import pytest

from apps.accounts.models import Entitlement
from apps.accounts.states import Source
from apps.catalog.models import Course, Topic, TopicProgress
from apps.catalog.states import ContentType
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.catalog.tests.progress_helpers import (
    NOW,
    RESTART,
    START,
    UPDATE,
    Lesson,
    clock,
    lesson,
    no_progress_saved,
)
from apps.core.testing.schema_checks import assert_matches_schema

__all__ = ["clock", "lesson"]

pytestmark = pytest.mark.django_db

# --- bad input ---

FIELDS = ("userId", "courseId", "topicId", "watchedDuration")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", ["missing", None, True, [], {}])
def test_a_field_that_is_missing_or_of_a_wrong_type_is_refused_by_name(lesson, field, value):
    body = lesson.body() | {field: value}
    if value == "missing":
        del body[field]

    answer = lesson.member.api.post(UPDATE, body)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert no_progress_saved()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("userId", 5),
        ("courseId", 5),
        ("topicId", 5),
        ("watchedDuration", -1),
        ("watchedDuration", -0.01),
        ("watchedDuration", -(10**30)),
        ("watchedDuration", "60"),
        ("watchedDuration", "NaN"),
        ("watchedDuration", False),
        ("isCompleted", None),
        ("isCompleted", 1),
        ("isCompleted", "true"),
        ("topicrestart", None),
        ("topicrestart", 0),
        ("ContentType", "film"),
        ("ContentType", None),
        ("ContentType", 1),
        ("ContentType", ["video"]),
        ("ContentType", "Video"),
        ("watchedRanges", None),
        ("watchedRanges", "0-5"),
        ("watchedRanges", {}),
        ("watchedRanges", [5]),
        ("watchedRanges", [[5]]),
        ("watchedRanges", [[5, 4]]),
        ("watchedRanges", [[-1, 4]]),
        ("watchedRanges", [[1, "4"]]),
        ("watchedRanges", [[True, 4]]),
        ("watchedRanges", [[1, None]]),
        ("watchedRanges", [[1, 2, 3]]),
        ("watchedRanges", [{"from": 1, "to": 2}]),
        ("watchedRanges", [[0, 1]] * 201),
    ],
)
def test_a_wrong_value_is_refused_by_name(lesson, field, value):
    answer = lesson.member.api.post(UPDATE, lesson.body() | {field: value})

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert no_progress_saved()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "01", "1_000", "+5", "0x10", "1" * 5000])
def test_nan_and_infinity_are_refused(lesson, number):
    body = json.dumps(lesson.body(0, "@")).replace('"@"', number)

    answer = lesson.member.api.post(UPDATE, body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert no_progress_saved()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"text"', b"null", b"\xff", b"[" * 100_000])
def test_non_object_body_is_refused(lesson, body):
    answer = lesson.member.api.post(UPDATE, body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_200_ranges_are_accepted(lesson):
    lesson.report(0, 600, watchedRanges=[[place, place + 0.5] for place in range(200)])
    lesson.report(0, 600, watchedRanges=[[place * 2, place * 2 + 1] for place in range(200)])

    assert len(TopicProgress.objects.get().ranges_by_day["2026-11-21"]) == 200


def test_unknown_fields_are_ignored(lesson):
    assert lesson.report(0, 60, unknown={"a": [1]})["topics"][0]["watchedDuration"] == 60


@pytest.mark.parametrize("kind", ContentType.values)
def test_every_content_type_is_accepted(lesson, kind):
    assert lesson.report(0, 60, ContentType=kind)["topics"][0]["watchedDuration"] == 60


def test_ids_are_case_insensitive(lesson):
    body = lesson.body()
    for name in ("userId", "courseId", "topicId"):
        body[name] = body[name].upper()

    answer = lesson.member.api.post(UPDATE, body)

    assert answer.status_code == 200
    assert answer.json()["progress"]["topics"][0]["watchedDuration"] == 60
    assert lesson.send(courseId="candles").status_code == 200
    assert TopicProgress.objects.count() == 1


# --- access ---

CALLS = pytest.mark.parametrize("call", [UPDATE, START, RESTART])
STRANGE_IDS = ("none", "", "x" * 500, "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "हिंदी", "' or 1=1 --")


@CALLS
@pytest.mark.parametrize("user_id", [*STRANGE_IDS, "another's"])
def test_another_users_id_or_none_at_all_is_forbidden(lesson, other_member, call, user_id):
    give_course(other_member.user, lesson.course)
    sent = str(other_member.user.pk) if user_id == "another's" else user_id

    answer = lesson.member.api.post(call, lesson.body() | {"userId": sent})

    assert answer.status_code == 403
    assert answer.json() == {"message": "You can only change your own progress.", "code": "not_yours"}
    assert no_progress_saved()


@CALLS
@pytest.mark.parametrize("course_id", STRANGE_IDS)
def test_an_unknown_course_is_not_found(lesson, call, course_id):
    answer = lesson.member.api.post(call, lesson.body() | {"courseId": course_id})

    assert (answer.status_code, answer.json()["code"]) == (404, "course_unknown")


@pytest.mark.parametrize("topic_id", STRANGE_IDS)
def test_an_unknown_topic_is_not_found(lesson, topic_id):
    answer = lesson.send(topicId=topic_id)

    assert (answer.status_code, answer.json()["code"]) == (404, "topic_unknown")
    assert no_progress_saved()


def test_a_topic_of_another_course_is_not_found(lesson):
    course, topics = create_course(600)
    give_course(lesson.member.user, course)

    answer = lesson.send(topicId=str(topics[0].pk))

    assert (answer.status_code, answer.json()["code"]) == (404, "topic_unknown")
    assert no_progress_saved()


def refused(person, course, topic):
    lesson = Lesson(person, course, [topic])
    answers = [person.api.post(call, lesson.body()) for call in (UPDATE, START, RESTART)]
    answers.append(person.api.get(f"/api/course/progress/{course.pk}"))
    return {(answer.status_code, answer.json()["code"]) for answer in answers}


@pytest.mark.parametrize("ends_at", [None, NOW, NOW - timedelta(days=1)])
def test_without_access_progress_is_forbidden(member, clock, ends_at):
    course, topics = create_course(600)
    if ends_at:
        give_course(member.user, course, ends_at=ends_at)

    assert refused(member, course, topics[0]) == {(403, "no_access")}
    assert no_progress_saved()
    answer = member.api.get(f"/api/course/progress/{course.pk}").json()
    assert_matches_schema(answer, path="course/progress/{key}", status="403")


def test_without_access_an_unpublished_course_is_unknown(member, clock):
    course, topics = create_course(600, is_published=False)

    assert refused(member, course, topics[0]) == {(404, "course_unknown")}


def test_learner_continues_when_the_course_is_unpublished(lesson, committed):
    lesson.report(0, 60)
    with committed():
        Course.objects.filter(pk=lesson.course.pk).update(is_published=False)

    assert lesson.report(0, 75)["topics"][0]["watchedDuration"] == 75
    assert lesson.now()["topics"][0]["watchedDuration"] == 75


def test_expiring_access_ends_immediately(member, clock):
    course, topics = create_course(600)
    give_course(member.user, course, ends_at=NOW + timedelta(seconds=20))
    lesson = Lesson(member, course, topics)
    lesson.report(0, 15)

    clock.shift(19)
    assert lesson.report(0, 30)["topics"][0]["watchedDuration"] == 30
    clock.shift(1)
    assert (lesson.send(0, 45).status_code, lesson.send(0, 45).json()["code"]) == (403, "no_access")
    assert TopicProgress.objects.get().watched_seconds == 30


def test_revoked_access_ends_immediately(lesson, committed):
    lesson.report(0, 15)
    with committed():
        Entitlement.objects.get().delete()

    assert lesson.send(0, 30).status_code == 403


def test_granted_access_opens_immediately(member, clock, committed):
    course, topics = create_course(600)
    lesson = Lesson(member, course, topics)
    assert lesson.send(0, 15).status_code == 403
    with committed():
        give_course(member.user, course)

    assert lesson.report(0, 30)["topics"][0]["watchedDuration"] == 30


def test_second_purchase_continues_after_the_first(member, clock):
    course, topics = create_course(600)
    lesson = Lesson(member, course, topics)
    give_course(member.user, course, ends_at=NOW + timedelta(seconds=20))
    give_course(member.user, course, starts_at=NOW + timedelta(seconds=20))

    lesson.report(0, 15)
    clock.shift(20)
    assert lesson.report(0, 30)["topics"][0]["watchedDuration"] == 30


@pytest.mark.parametrize("source", [Source.PAID, Source.TRIAL])
def test_pro_opens_a_pro_course_unbooked(member, clock, source):
    course, topics = create_course(600, is_pro=True)
    give_pro(member.user, source=source)

    assert Lesson(member, course, topics).report(0, 15)["topics"][0]["watchedDuration"] == 15


def test_added_topic_is_known_immediately(lesson, clock, committed):
    lesson.report(0, 15)
    clock.shift(15)
    with committed():
        added = Topic.objects.create(
            chapter=lesson.topics[0].chapter,
            title="Added",
            position=9,
            content_type=ContentType.ARTICLE,
            duration_seconds=60,
        )

    progress = lesson.report(topicId=str(added.pk))

    assert progress["lastTopicId"] == str(added.pk)
    assert len(progress["topics"]) == 4
