"""Reports of players, and the progress computed from them."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from apps.catalog.models import Topic, TopicProgress
from apps.catalog.selectors import learning_minutes
from apps.catalog.selectors.progress import read_progress
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.catalog.tests.factories import CourseFactory, TopicFactory
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

# --- the response ---


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
    assert_matches_schema(answer.json(), path="course/progress/{key}")


def test_report_returns_progress_of_the_whole_course(lesson, clock):
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
    assert_matches_schema(answer.json(), path="course/progress/update", method="post")


def test_starting_writes_nothing(lesson):
    lesson_ids = {"userId": str(lesson.member.user.pk), "courseId": str(lesson.course.pk)}
    before = lesson.now()

    answer = lesson.member.api.post(START, lesson_ids)

    assert answer.status_code == 200
    assert answer.json() == {"progress": before, "message": "Ready to learn."}
    assert no_progress_saved()
    assert_matches_schema(answer.json(), path="course/progress/start", method="post")


# --- what is saved ---


def test_watched_time_never_goes_back(lesson):
    for seconds, expected in ((60, 60), (30, 60), (0, 60), (61, 61), (61, 61)):
        assert lesson.report(0, seconds)["topics"][0]["watchedDuration"] == expected


def test_completion_stays(lesson):
    lesson.report(0, 60, isCompleted=True)
    lesson.report(0, 90, isCompleted=False)

    assert lesson.watched() == [(90, True), (0, False), (0, False)]


@pytest.mark.parametrize("is_completed", [True, False])
def test_topic_restart_stores_values_as_sent(lesson, is_completed):
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
def test_watched_time_is_capped_and_rounded_down(lesson, seconds, expected):
    assert lesson.report(0, seconds)["topics"][0]["watchedDuration"] == expected


def test_a_number_beyond_all_floats_is_huge_like_any_other(lesson):
    body = json.dumps(lesson.body(0, "@")).replace('"@"', "1e400")

    answer = lesson.member.api.post(UPDATE, body, content_type="application/json")

    assert answer.json()["progress"]["topics"][0]["watchedDuration"] == 600


def test_a_topic_without_length_counts_by_completion(lesson):
    assert lesson.report(2, 50)["topics"][2]["watchedDuration"] == 0
    assert lesson.report(2, 50, isCompleted=True)["percent"] == 33


def test_shorter_replacement_video_caps_the_position(lesson, committed):
    lesson.report(0, 600)
    with committed():
        Topic.objects.filter(pk=lesson.topics[0].pk).update(duration_seconds=100)

    assert lesson.now()["topics"][0]["watchedDuration"] == 100
    assert lesson.now()["percent"] == 33
    assert lesson.report(0, 5)["topics"][0]["watchedDuration"] == 100


def test_late_report_keeps_the_later_updated_at(lesson, clock):
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
    course, topics = create_course(*lengths)
    give_course(member.user, course)
    lesson = Lesson(member, course, topics)

    for place, seconds, completed in reports:
        found = lesson.report(place, seconds, isCompleted=completed)

    assert (found["percent"], found["isCompleted"]) == (percent, is_completed)


def test_a_course_without_topics_is_not_complete(member, clock):
    course, _ = create_course()
    give_course(member.user, course)

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
    give_course(other_member.user, lesson.course)
    theirs = Lesson(other_member, lesson.course, lesson.topics)
    theirs.report(0, 99)
    lesson.report(0, 600, isCompleted=True, watchedRanges=[[0, 600]])
    lesson.report(1, 30)
    clock.shift(60)

    answer = lesson.member.api.post(RESTART, lesson.body())

    assert answer.status_code == 200
    assert answer.json()["message"] == "Course restarted."
    progress = answer.json()["progress"]
    assert (progress["percent"], progress["isCompleted"], progress["lastTopicId"]) == (0, False, None)
    assert lesson.watched() == [(0, False)] * 3
    assert theirs.watched()[0] == (99, False)
    assert learned(lesson.member.user)[-1] == 10
    assert_matches_schema(answer.json(), path="course/progress/restart", method="post")


def test_reports_count_again_after_a_restart(lesson, clock):
    lesson.report(0, 600, isCompleted=True)
    lesson.member.api.post(RESTART, lesson.body())
    clock.shift(15)

    progress = lesson.report(1, 15)

    assert progress["lastTopicId"] == str(lesson.topics[1].pk)
    assert lesson.watched() == [(0, False), (15, False), (0, False)]


def test_a_restart_leaves_other_courses_alone(lesson):
    course, topics = create_course(600)
    give_course(lesson.member.user, course)
    other = Lesson(lesson.member, course, topics)
    other.report(0, 44)

    lesson.member.api.post(RESTART, lesson.body())

    assert other.watched() == [(44, False)]


def test_restarting_an_unstarted_course_is_accepted(lesson):
    assert lesson.member.api.post(RESTART, lesson.body()).status_code == 200
    assert no_progress_saved()


# --- minutes learned ---


def test_ranges_count_each_second_once_a_day(lesson, clock):
    lesson.report(0, 60, watchedRanges=[[0, 60.4], [30, 90.9]])
    lesson.report(0, 60, watchedRanges=[[0, 60.4], [30, 90.9]])
    lesson.report(0, 95, watchedRanges=[[90.9, 95]])
    lesson.report(0, 400, watchedRanges=[[300, 310], [320, 10**30]])
    lesson.report(0, 400)
    # Past midnight in India, before it in Europe.
    clock.move_to(datetime(2026, 11, 21, 18, 30, tzinfo=UTC))
    lesson.report(0, 400, watchedRanges=[[0, 7]])

    row = TopicProgress.objects.get()
    assert row.ranges_by_day == {
        "2026-11-21": [[0, 95], [300, 310], [320, 600]],
        "2026-11-22": [[0, 7]],
    }


def test_ranges_merge_in_any_order(lesson):
    for ranges in ([[50, 60]], [[10, 20], [30, 40]], [[20, 30]], [[0, 5]], [[45, 47]], [[38, 46]], [[5, 5]]):
        lesson.report(0, 60, watchedRanges=ranges)

    assert TopicProgress.objects.get().ranges_by_day == {"2026-11-21": [[0, 5], [10, 47], [50, 60]]}


def test_reading_counts_as_minutes_up_to_its_length(member, clock):
    course = CourseFactory()
    article = TopicFactory(chapter__course=course, duration_seconds=120)
    give_access(member.user, course, at=NOW)
    for ranges in ([[0, 90]], [[90, 900]]):
        answer = member.api.post(
            "/api/course/progress/update",
            {
                "userId": str(member.user.pk),
                "courseId": str(course.pk),
                "topicId": str(article.pk),
                "watchedDuration": 0,
                "isCompleted": False,
                "watchedRanges": ranges,
            },
        )
        assert answer.status_code == 200

    assert learned(member.user)[-1] == 2


def test_ranges_change_nothing_but_minutes(lesson):
    assert lesson.report(0, 10, watchedRanges=[[0, 600]])["topics"][0]["watchedDuration"] == 10
    assert lesson.report(0, 20, watchedRanges=[])["topics"][0]["watchedDuration"] == 20


def test_minutes_are_grouped_by_indian_weeks(lesson, other_member):
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
        TopicProgress.objects.create(
            person=someone, course=course, topic=topic, updated_at=NOW, ranges_by_day=days
        )

    rows = learned_weeks(person)["minutesPerWeek"]

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
    starts = []
    for minute in (0, 1):
        at = sunday_evening + timedelta(minutes=minute)
        starts.append(learned_weeks(lesson.member.user, at=at)["minutesPerWeek"][-1]["weekStart"])

    assert starts == ["2026-11-09", "2026-11-16"]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], 0),
        (["2026-11-21"], 1),
        (["2026-11-15"], 1),
        (["2026-11-21", "2026-11-15", "2026-11-02"], 3),
        (["2026-11-15", "2026-11-02"], 2),
        (["2026-11-21", "2026-11-02"], 1),
        (["2026-11-08", "2026-11-01"], 0),
    ],
)
def test_weeks_in_a_row(lesson, days, expected):
    """Weeks begin on 16, 9 and 2 November; a week that has only begun does not end the row."""
    ranges = {day: [[0, 60]] for day in days}
    # Less than a minute is not a week of learning.
    ranges["2026-10-30"] = [[0, 59]]
    TopicProgress.objects.create(
        person=lesson.member.user,
        course=lesson.course,
        topic=lesson.topics[0],
        updated_at=NOW,
        ranges_by_day=ranges,
    )

    assert learned_weeks(lesson.member.user)["weeksInARow"] == expected


@pytest.mark.parametrize("newest", [0, 1])
def test_a_row_of_weeks_is_counted_for_a_year(lesson, newest):
    """Also on a Monday, when the present week has nothing yet."""
    monday = date(2026, 11, 16)
    days = [(monday - timedelta(weeks=ago)).isoformat() for ago in range(newest, 60)]
    TopicProgress.objects.create(
        person=lesson.member.user,
        course=lesson.course,
        topic=lesson.topics[0],
        updated_at=NOW,
        ranges_by_day={day: [[0, 60]] for day in days},
    )

    assert learned_weeks(lesson.member.user)["weeksInARow"] == 52


def learned(person):
    return [week["minutes"] for week in learned_weeks(person)["minutesPerWeek"]]


def learned_weeks(person, *, at=NOW):
    return learning_minutes.learned_weeks(read_progress(person_id=person.pk), now=at)
