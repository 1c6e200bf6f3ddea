"""What players report, and how far somebody is with a course."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from apps.accounts.models import Entitlement
from apps.accounts.states import Source
from apps.catalog.api import progress_views
from apps.catalog.models import Course, Topic, TopicProgress
from apps.catalog.selectors import learned
from apps.catalog.states import ContentType
from apps.catalog.tests.lessons import course_of, give, give_pro
from apps.core.ids import new_id
from apps.core.testing.described import assert_described

pytestmark = pytest.mark.django_db

UPDATE, START, RESTART = (f"/api/course/progress/{name}" for name in ("update", "start", "restart"))
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
TOO_MUCH = b'{"userId": "' + b"x" * 256 * 1024 + b'"}'


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def lesson(member, clock):
    """A course of three topics, ten minutes, five minutes and none, that opens for the member."""
    course, topics = course_of(600, 300, 0, weburlname="candles")
    give(member.user, course)
    return Lesson(member, course, topics)


class Lesson:
    def __init__(self, member, course, topics):
        self.member, self.course, self.topics = member, course, topics

    def body(self, place=0, seconds=60, **more):
        return {
            "userId": str(self.member.user.pk),
            "courseId": str(self.course.pk),
            "topicId": str(self.topics[place].pk),
            "watchedDuration": seconds,
            **more,
        }

    def send(self, place=0, seconds=60, **more):
        return self.member.api.post(UPDATE, self.body(place, seconds, **more))

    def report(self, place=0, seconds=60, **more):
        answer = self.send(place, seconds, **more)
        assert answer.status_code == 200, answer.content
        return answer.json()["progress"]

    def now(self):
        return self.member.api.get(f"/api/course/progress/{self.course.pk}").json()["progress"]

    def watched(self):
        return [(topic["watchedDuration"], topic["isCompleted"]) for topic in self.now()["topics"]]


def nothing_written():
    return not TopicProgress.objects.exists()


# --- the answer ---


def test_an_untouched_course_lists_every_topic_at_zero(lesson):
    answer = lesson.member.api.get("/api/course/progress/candles")

    assert answer.status_code == 200
    assert answer.json() == {
        "progress": {
            "courseId": str(lesson.course.pk),
            "percent": 0,
            "isCompleted": False,
            "lastTopicId": None,
            "topics": [
                {"topicId": str(topic.pk), "watchedDuration": 0, "isCompleted": False, "updatedAt": None}
                for topic in lesson.topics
            ],
        }
    }
    assert answer["Cache-Control"] == "private, no-store"
    assert_described(answer.json(), path="course/progress/{key}")


def test_a_report_answers_with_the_whole_course(lesson, clock):
    lesson.report(1, 150)
    clock.shift(timedelta(seconds=15, microseconds=250))

    answer = lesson.send(0, 60.9, isCompleted=True, topicrestart=False, ContentType="video")

    assert answer.status_code == 200
    first, second, third = (str(topic.pk) for topic in lesson.topics)
    assert answer.json() == {
        "message": "Progress saved.",
        "progress": {
            "courseId": str(lesson.course.pk),
            "percent": 50,
            "isCompleted": False,
            "lastTopicId": first,
            "topics": [
                {
                    "topicId": first,
                    "watchedDuration": 60,
                    "isCompleted": True,
                    "updatedAt": "2026-11-21T09:30:15Z",
                },
                {
                    "topicId": second,
                    "watchedDuration": 150,
                    "isCompleted": False,
                    "updatedAt": "2026-11-21T09:30:00Z",
                },
                {"topicId": third, "watchedDuration": 0, "isCompleted": False, "updatedAt": None},
            ],
        },
    }
    assert lesson.now() == answer.json()["progress"]
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Content-Type"] == "application/json"
    assert_described(answer.json(), path="course/progress/update", method="post")


def test_starting_writes_nothing(lesson):
    lesson_ids = {"userId": str(lesson.member.user.pk), "courseId": str(lesson.course.pk)}
    before = lesson.now()

    answer = lesson.member.api.post(START, lesson_ids)

    assert answer.status_code == 200
    assert answer.json() == {"progress": before, "message": "Ready to learn."}
    assert nothing_written()
    assert_described(answer.json(), path="course/progress/start", method="post")


# --- what is kept ---


def test_watched_time_never_goes_back(lesson):
    for seconds, expected in ((60, 60), (30, 60), (0, 60), (61, 61), (61, 61)):
        assert lesson.report(0, seconds)["topics"][0]["watchedDuration"] == expected


def test_completion_stays(lesson):
    lesson.report(0, 60, isCompleted=True)
    lesson.report(0, 90, isCompleted=False)

    assert lesson.watched() == [(90, True), (0, False), (0, False)]


@pytest.mark.parametrize("is_completed", [True, False])
def test_a_restarted_topic_is_as_sent(lesson, is_completed):
    lesson.report(0, 500, isCompleted=True)
    lesson.report(1, 200, isCompleted=True)

    lesson.report(0, 5, topicrestart=True, isCompleted=is_completed)

    assert lesson.watched() == [(5, is_completed), (200, True), (0, False)]


def test_a_topic_that_is_new_may_be_restarted(lesson):
    assert lesson.report(0, 7, topicrestart=True)["topics"][0]["watchedDuration"] == 7


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(599.99, 599), (600, 600), (601, 600), (10**30, 600), (1e308, 600), (0, 0), (0.9, 0), (-0.0, 0)],
)
def test_watched_time_is_cut_to_whole_seconds_of_the_topic(lesson, seconds, expected):
    assert lesson.report(0, seconds)["topics"][0]["watchedDuration"] == expected


def test_a_number_beyond_all_floats_is_huge_like_any_other(lesson):
    body = json.dumps(lesson.body(0, "@")).replace('"@"', "1e400")

    answer = lesson.member.api.post(UPDATE, body, content_type="application/json")

    assert answer.json()["progress"]["topics"][0]["watchedDuration"] == 600


def test_a_topic_without_length_counts_by_completion(lesson):
    assert lesson.report(2, 50)["topics"][2]["watchedDuration"] == 0
    assert lesson.report(2, 50, isCompleted=True)["percent"] == 33


def test_a_shorter_film_put_in_its_place_cuts_what_is_shown(lesson, committed):
    lesson.report(0, 600)
    with committed():
        Topic.objects.filter(pk=lesson.topics[0].pk).update(duration_seconds=100)

    assert lesson.now()["topics"][0]["watchedDuration"] == 100
    assert lesson.now()["percent"] == 33
    assert lesson.report(0, 5)["topics"][0]["watchedDuration"] == 100


def test_a_late_report_keeps_the_later_moment(lesson, clock):
    lesson.report(0, 60)
    clock.shift(-30)
    lesson.report(0, 30)

    row = TopicProgress.objects.get()
    assert (row.watched_seconds, row.updated_at) == (60, NOW)


# --- percent and the last topic ---


@pytest.mark.parametrize(
    ("lengths", "reports", "percent", "is_completed"),
    [
        ((100,), [(0, 29, False)], 29, False),
        ((100,), [(0, 100, False)], 99, False),
        ((100,), [(0, 0, True)], 100, True),
        ((600, 300), [(0, 600, True)], 50, False),
        ((600, 300), [(0, 600, True), (1, 299, False)], 99, False),
        ((600, 300), [(0, 1, True), (1, 1, True)], 100, True),
        ((3, 3, 3), [(0, 1, False), (1, 1, False), (2, 1, False)], 33, False),
        ((7, 7, 7), [(0, 7, False), (1, 7, False), (2, 6, True)], 99, False),
        ((0, 0), [(0, 0, True)], 50, False),
        ((0, 0), [(0, 5, False)], 0, False),
    ],
)
def test_percent_is_the_share_watched(member, clock, lengths, reports, percent, is_completed):
    course, topics = course_of(*lengths)
    give(member.user, course)
    lesson = Lesson(member, course, topics)

    for place, seconds, completed in reports:
        found = lesson.report(place, seconds, isCompleted=completed)

    assert (found["percent"], found["isCompleted"]) == (percent, is_completed)


def test_a_course_without_topics_is_not_complete(member, clock):
    course, _ = course_of()
    give(member.user, course)

    progress = Lesson(member, course, []).now()

    assert (progress["percent"], progress["isCompleted"], progress["topics"]) == (0, False, [])


def test_the_last_topic_is_the_one_updated_last(lesson, clock):
    for place in (0, 2, 1):
        clock.shift(15)
        assert lesson.report(place, 10)["lastTopicId"] == str(lesson.topics[place].pk)
    clock.shift(15)
    assert lesson.report(0, 5)["lastTopicId"] == str(lesson.topics[0].pk)


def test_while_nothing_was_watched_there_is_no_last_topic(lesson, clock):
    assert lesson.report(0, 0)["lastTopicId"] is None
    clock.shift(15)
    assert lesson.report(1, 5)["lastTopicId"] == str(lesson.topics[1].pk)
    clock.shift(15)
    assert lesson.report(0, 0)["lastTopicId"] == str(lesson.topics[0].pk)


# --- restart ---


def test_a_restart_sets_all_to_zero_and_keeps_what_was_learned(lesson, other_member, clock):
    give(other_member.user, lesson.course)
    theirs = Lesson(other_member, lesson.course, lesson.topics)
    theirs.report(0, 99)
    lesson.report(0, 600, isCompleted=True, watchedRanges=[[0, 600]])
    lesson.report(1, 30)
    clock.shift(60)

    answer = lesson.member.api.post(RESTART, lesson.body())

    assert answer.status_code == 200
    assert answer.json()["message"] == "You start this course anew."
    progress = answer.json()["progress"]
    assert (progress["percent"], progress["isCompleted"], progress["lastTopicId"]) == (0, False, None)
    assert lesson.watched() == [(0, False)] * 3
    assert theirs.watched()[0] == (99, False)
    assert learned.per_week(person=lesson.member.user, now=NOW)[-1]["minutes"] == 10
    assert_described(answer.json(), path="course/progress/restart", method="post")


def test_after_a_restart_reports_count_anew(lesson, clock):
    lesson.report(0, 600, isCompleted=True)
    lesson.member.api.post(RESTART, lesson.body())
    clock.shift(15)

    progress = lesson.report(1, 15)

    assert progress["lastTopicId"] == str(lesson.topics[1].pk)
    assert lesson.watched() == [(0, False), (15, False), (0, False)]


def test_a_restart_leaves_other_courses_alone(lesson):
    course, topics = course_of(600)
    give(lesson.member.user, course)
    other = Lesson(lesson.member, course, topics)
    other.report(0, 44)

    lesson.member.api.post(RESTART, lesson.body())

    assert other.watched() == [(44, False)]


def test_restarting_what_was_not_begun_is_fine(lesson):
    assert lesson.member.api.post(RESTART, lesson.body()).status_code == 200
    assert nothing_written()


# --- minutes learned ---


def test_ranges_feed_the_days_minutes_each_second_once(lesson, clock):
    lesson.report(0, 60, watchedRanges=[[0, 60.4], [30, 90.9]])
    lesson.report(0, 60, watchedRanges=[[0, 60.4], [30, 90.9]])
    lesson.report(0, 95, watchedRanges=[[90.9, 95]])
    lesson.report(0, 400, watchedRanges=[[300, 310], [320, 10**30]])
    lesson.report(0, 400)
    # Past midnight in India, before it in Europe.
    clock.move_to(datetime(2026, 11, 21, 18, 30, tzinfo=UTC))
    lesson.report(0, 400, watchedRanges=[[0, 7]])

    row = TopicProgress.objects.get()
    assert row.learned == {
        "2026-11-21": [[0, 95], [300, 310], [320, 600]],
        "2026-11-22": [[0, 7]],
    }


def test_parts_join_whatever_their_order(lesson):
    for ranges in ([[50, 60]], [[10, 20], [30, 40]], [[20, 30]], [[0, 5]], [[45, 47]], [[38, 46]], [[5, 5]]):
        lesson.report(0, 60, watchedRanges=ranges)

    assert TopicProgress.objects.get().learned == {"2026-11-21": [[0, 5], [10, 47], [50, 60]]}


def test_ranges_change_nothing_but_minutes(lesson):
    assert lesson.report(0, 10, watchedRanges=[[0, 600]])["topics"][0]["watchedDuration"] == 10
    assert lesson.report(0, 20, watchedRanges=[])["topics"][0]["watchedDuration"] == 20


def test_minutes_stand_in_their_indian_weeks(lesson, other_member):
    person, course = lesson.member.user, lesson.course
    # 16 November 2026 is a Monday.
    days = {
        "2026-11-21": [[0, 100], [200, 300]],
        "2026-11-16": [[0, 160]],
        "2026-11-15": [[0, 119]],
        "2026-09-28": [[0, 60]],
        "2026-09-27": [[0, 600]],
    }
    for topic, someone in (
        (lesson.topics[0], person),
        (lesson.topics[1], person),
        (lesson.topics[0], other_member.user),
    ):
        TopicProgress.objects.create(person=someone, course=course, topic=topic, updated_at=NOW, learned=days)

    rows = learned.per_week(person=person, now=NOW)

    assert [row["weekStart"] for row in rows] == [
        "2026-09-28",
        "2026-10-05",
        "2026-10-12",
        "2026-10-19",
        "2026-10-26",
        "2026-11-02",
        "2026-11-09",
        "2026-11-16",
    ]
    assert [row["minutes"] for row in rows] == [2, 0, 0, 0, 0, 0, 3, 12]


def test_the_week_begins_at_midnight_in_india(lesson):
    sunday_evening = datetime(2026, 11, 15, 18, 29, tzinfo=UTC)
    starts = [
        learned.per_week(person=lesson.member.user, now=sunday_evening + timedelta(minutes=more), weeks=1)
        for more in (0, 1)
    ]

    assert starts == [
        [{"weekStart": "2026-11-09", "minutes": 0}],
        [{"weekStart": "2026-11-16", "minutes": 0}],
    ]


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
    assert nothing_written()


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
    assert nothing_written()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "01", "1_000", "+5", "0x10", "1" * 5000])
def test_what_is_no_number_of_json_is_refused(lesson, number):
    body = json.dumps(lesson.body(0, "@")).replace('"@"', number)

    answer = lesson.member.api.post(UPDATE, body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert nothing_written()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"text"', b"null", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_refused(lesson, body):
    answer = lesson.member.api.post(UPDATE, body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_two_hundred_ranges_are_fine(lesson):
    lesson.report(0, 600, watchedRanges=[[place, place + 0.5] for place in range(200)])
    lesson.report(0, 600, watchedRanges=[[place * 2, place * 2 + 1] for place in range(200)])

    assert len(TopicProgress.objects.get().learned["2026-11-21"]) == 200


def test_unknown_fields_are_ignored(lesson):
    assert lesson.report(0, 60, unknown={"a": [1]})["topics"][0]["watchedDuration"] == 60


@pytest.mark.parametrize("kind", ContentType.values)
def test_every_listed_kind_is_taken(lesson, kind):
    assert lesson.report(0, 60, ContentType=kind)["topics"][0]["watchedDuration"] == 60


def test_ids_are_read_however_they_are_spelled(lesson):
    body = lesson.body()
    for name in ("userId", "courseId", "topicId"):
        body[name] = body[name].upper()

    answer = lesson.member.api.post(UPDATE, body)

    assert answer.status_code == 200
    assert answer.json()["progress"]["topics"][0]["watchedDuration"] == 60
    assert lesson.send(courseId="candles").status_code == 200
    assert TopicProgress.objects.count() == 1


# --- whose, and what ---

CALLS = pytest.mark.parametrize("call", [UPDATE, START, RESTART])
STRANGE_IDS = ("none", "", "x" * 500, "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "हिंदी", "' or 1=1 --")


@CALLS
@pytest.mark.parametrize("user_id", [*STRANGE_IDS, "another's"])
def test_another_users_id_or_none_at_all_is_forbidden(lesson, other_member, call, user_id):
    give(other_member.user, lesson.course)
    sent = str(other_member.user.pk) if user_id == "another's" else user_id

    answer = lesson.member.api.post(call, lesson.body() | {"userId": sent})

    assert answer.status_code == 403
    assert answer.json() == {"message": "You can only change your own progress.", "code": "not_yours"}
    assert nothing_written()


@CALLS
@pytest.mark.parametrize("course_id", STRANGE_IDS)
def test_an_unknown_course_is_not_found(lesson, call, course_id):
    answer = lesson.member.api.post(call, lesson.body() | {"courseId": course_id})

    assert (answer.status_code, answer.json()["code"]) == (404, "course_unknown")


@pytest.mark.parametrize("topic_id", STRANGE_IDS)
def test_an_unknown_topic_is_not_found(lesson, topic_id):
    answer = lesson.send(topicId=topic_id)

    assert (answer.status_code, answer.json()["code"]) == (404, "topic_unknown")
    assert nothing_written()


def test_a_topic_of_another_course_is_not_found(lesson):
    course, topics = course_of(600)
    give(lesson.member.user, course)

    answer = lesson.send(topicId=str(topics[0].pk))

    assert (answer.status_code, answer.json()["code"]) == (404, "topic_unknown")
    assert nothing_written()


def refused(person, course, topic):
    lesson = Lesson(person, course, [topic])
    answers = [person.api.post(call, lesson.body()) for call in (UPDATE, START, RESTART)]
    answers.append(person.api.get(f"/api/course/progress/{course.pk}"))
    return {(answer.status_code, answer.json()["code"]) for answer in answers}


@pytest.mark.parametrize("ends_at", [None, NOW, NOW - timedelta(days=1)])
def test_without_access_progress_is_forbidden(member, clock, ends_at):
    course, topics = course_of(600)
    if ends_at:
        give(member.user, course, ends_at=ends_at)

    assert refused(member, course, topics[0]) == {(403, "no_access")}
    assert nothing_written()


def test_without_access_an_unpublished_course_is_unknown(member, clock):
    course, topics = course_of(600, is_published=False)

    assert refused(member, course, topics[0]) == {(404, "course_unknown")}


def test_who_watches_goes_on_when_the_course_is_unpublished(lesson, committed):
    lesson.report(0, 60)
    with committed():
        Course.objects.filter(pk=lesson.course.pk).update(is_published=False)

    assert lesson.report(0, 75)["topics"][0]["watchedDuration"] == 75
    assert lesson.now()["topics"][0]["watchedDuration"] == 75


def test_access_that_ends_while_watching_ends_at_once(member, clock):
    course, topics = course_of(600)
    give(member.user, course, ends_at=NOW + timedelta(seconds=20))
    lesson = Lesson(member, course, topics)
    lesson.report(0, 15)

    clock.shift(19)
    assert lesson.report(0, 30)["topics"][0]["watchedDuration"] == 30
    clock.shift(1)
    assert (lesson.send(0, 45).status_code, lesson.send(0, 45).json()["code"]) == (403, "no_access")
    assert TopicProgress.objects.get().watched_seconds == 30


def test_access_that_is_taken_away_ends_at_once(lesson, committed):
    lesson.report(0, 15)
    with committed():
        Entitlement.objects.get().delete()

    assert lesson.send(0, 30).status_code == 403


def test_access_that_is_given_opens_at_once(member, clock, committed):
    course, topics = course_of(600)
    lesson = Lesson(member, course, topics)
    assert lesson.send(0, 15).status_code == 403
    with committed():
        give(member.user, course)

    assert lesson.report(0, 30)["topics"][0]["watchedDuration"] == 30


def test_a_second_purchase_carries_on_where_the_first_one_ends(member, clock):
    course, topics = course_of(600)
    lesson = Lesson(member, course, topics)
    give(member.user, course, ends_at=NOW + timedelta(seconds=20))
    give(member.user, course, starts_at=NOW + timedelta(seconds=20))

    lesson.report(0, 15)
    clock.shift(20)
    assert lesson.report(0, 30)["topics"][0]["watchedDuration"] == 30


@pytest.mark.parametrize("source", [Source.PAID, Source.TRIAL])
def test_pro_opens_a_pro_course_unbooked(member, clock, source):
    course, topics = course_of(600, is_pro=True)
    give_pro(member.user, source=source)

    assert Lesson(member, course, topics).report(0, 15)["topics"][0]["watchedDuration"] == 15


def test_a_topic_that_staff_add_is_known_at_once(lesson, clock, committed):
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


# --- the frame, which the quick way goes past ---


@pytest.mark.parametrize("method", ["PUT", "POST"])
def test_too_large_comes_first(method):
    stranger = APIClient(enforce_csrf_checks=True)

    answer = stranger.generic(method, UPDATE, TOO_MUCH, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"])
def test_a_wrong_method_comes_before_the_token(method):
    answer = APIClient(enforce_csrf_checks=True).generic(method, UPDATE)

    assert (answer.status_code, answer["Allow"]) == (405, "POST")


@pytest.mark.parametrize("headers", [{"X-CSRFToken": ""}, {"Origin": "https://evil.example"}])
def test_the_token_comes_before_all_that_is_asked(lesson, headers):
    answer = lesson.member.api.post(UPDATE, b"{", content_type="application/json", headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert lesson.member.api.post(UPDATE, lesson.body(), headers=headers).json()["code"] == "csrf"
    assert nothing_written()


@pytest.mark.parametrize("body", [b"{", b"{}", None])
def test_who_is_asking_comes_before_what_they_ask(api, lesson, body):
    sent = json.dumps(lesson.body()).encode() if body is None else body

    answer = api.post(UPDATE, sent, content_type="application/json")

    assert answer.status_code == 401
    assert answer.json() == {"message": "Failed to authenticate", "code": "not_authenticated"}
    assert answer["WWW-Authenticate"] == "Session"
    assert nothing_written()


def test_what_is_asked_comes_before_the_thing_itself(lesson):
    answer = lesson.send(courseId="none", userId="none", watchedDuration=-1)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["watchedDuration"])
    assert lesson.send(courseId="none", userId="none", topicId="none").json()["code"] == "course_unknown"
    assert lesson.send(userId="none", topicId="none").json()["code"] == "topic_unknown"


def test_a_body_in_another_charset_is_understood(lesson):
    body = json.dumps(lesson.body(unknown="é"), ensure_ascii=False).encode("latin-1")

    answer = lesson.member.api.post(UPDATE, body, content_type="application/json; charset=latin-1")

    assert answer.json()["progress"]["topics"][0]["watchedDuration"] == 60


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"watchedRanges": [[0, 30.5]]},
        {"isCompleted": True},
        {"courseId": "candles"},
        {"courseId": "none"},
        {"topicId": "none"},
        {"userId": "none"},
        {"watchedDuration": "60"},
        {"ContentType": "film"},
    ],
)
def test_the_quick_way_answers_as_the_framework_would(lesson, changed, monkeypatch):
    lesson.report(1, 30, isCompleted=True)
    quick = lesson.send(**changed)
    monkeypatch.setattr(progress_views, "plainly_right", lambda _body: None)
    slow = lesson.send(**changed)

    assert (slow.status_code, slow.json()) == (quick.status_code, quick.json())
    assert slow["Content-Type"] == quick["Content-Type"]
    assert slow["Cache-Control"] == quick["Cache-Control"]


def test_a_session_that_ended_elsewhere_is_not_let_in(lesson, committed):
    lesson.report(0, 15)
    with committed():
        lesson.member.user.sessions_epoch += 1
        lesson.member.user.save()

    assert lesson.send(0, 30).status_code == 401
    assert TopicProgress.objects.get().watched_seconds == 15


def test_a_person_who_was_switched_off_is_not_let_in(lesson, committed):
    lesson.report(0, 15)
    with committed():
        lesson.member.user.is_active = False
        lesson.member.user.save()

    assert lesson.send(0, 30).status_code == 401


def test_a_session_with_a_wrong_proof_is_not_let_in(lesson):
    lesson.report(0, 15)
    session = lesson.member.api.session
    session["_auth_user_hash"] = "x" * 64
    session.save()

    assert lesson.send(0, 30).status_code == 401


def test_another_member_finds_nothing_that_was_kept_for_the_first(lesson, other_member):
    lesson.report(0, 15)

    answer = other_member.api.post(UPDATE, lesson.body())

    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")


# --- what it costs ---


def test_a_report_takes_four_queries_from_nothing_and_one_when_warm(lesson):
    lesson.member.api.csrf_token()
    cache.clear()

    with CaptureQueriesContext(
        connection,
    ) as cold:
        lesson.report(0, 15)
    with CaptureQueriesContext(connection) as warm:
        lesson.report(0, 30)

    writes = [[not query["sql"].startswith("SELECT") for query in found] for found in (cold, warm)]
    assert writes == [[False, False, False, True], [True]]


@pytest.mark.parametrize("count", [1, 3, 40])
def test_a_report_takes_one_query_however_long_the_course(member, clock, django_assert_num_queries, count):
    course, topics = course_of(*[60] * count)
    give(member.user, course)
    lesson = Lesson(member, course, topics)
    for place in range(count):
        lesson.report(place, 10)

    with django_assert_num_queries(1):
        lesson.report(0, 20)


@pytest.mark.parametrize("count", [1, 3])
def test_progress_takes_two_queries_when_warm(member, clock, django_assert_num_queries, count):
    course, topics = course_of(*[60] * count)
    give(member.user, course)
    lesson = Lesson(member, course, topics)
    lesson.report(0, 10)
    lesson.now()

    with django_assert_num_queries(1):
        lesson.now()


def test_ids_that_nobody_has_fill_no_cache(lesson, django_assert_num_queries):
    unknown = str(new_id())
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            lesson.send(courseId=unknown)
    assert len(asked) == 1
