"""The fast path of reports: it responds like the framework that it bypasses, in fewer queries."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from apps.catalog.api import progress_views
from apps.catalog.models import TopicProgress
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.catalog.tests.progress_helpers import UPDATE, Lesson, clock, lesson, no_progress_saved
from apps.core.ids import new_id

__all__ = ["clock", "lesson"]

pytestmark = pytest.mark.django_db

TOO_MUCH = b'{"userId": "' + b"x" * 256 * 1024 + b'"}'

# --- what the framework checks ---


@pytest.mark.parametrize("method", ["PUT", "POST"])
def test_413_comes_first(method):
    stranger = APIClient(enforce_csrf_checks=True)

    answer = stranger.generic(method, UPDATE, TOO_MUCH, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"])
def test_405_comes_before_csrf(method):
    answer = APIClient(enforce_csrf_checks=True).generic(method, UPDATE)

    assert (answer.status_code, answer["Allow"]) == (405, "POST")


@pytest.mark.parametrize("headers", [{"X-CSRFToken": ""}, {"Origin": "https://evil.example"}])
def test_csrf_comes_before_validation(lesson, headers):
    answer = lesson.member.api.post(UPDATE, b"{", content_type="application/json", headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert lesson.member.api.post(UPDATE, lesson.body(), headers=headers).json()["code"] == "csrf"
    assert no_progress_saved()


@pytest.mark.parametrize("body", [b"{", b"{}", None])
def test_401_comes_before_validation(api, lesson, body):
    sent = json.dumps(lesson.body()).encode() if body is None else body

    answer = api.post(UPDATE, sent, content_type="application/json")

    assert answer.status_code == 401
    assert answer.json() == {"message": "Failed to authenticate", "code": "not_authenticated"}
    assert answer["WWW-Authenticate"] == "Session"
    assert no_progress_saved()


def test_validation_comes_before_404(lesson):
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
def test_fast_path_responds_like_the_framework(lesson, changed, monkeypatch):
    lesson.report(1, 30, isCompleted=True)
    quick = lesson.send(**changed)
    monkeypatch.setattr(progress_views, "parse_valid_report", lambda _body: None)
    slow = lesson.send(**changed)

    assert (slow.status_code, slow.json()) == (quick.status_code, quick.json())
    assert slow["Content-Type"] == quick["Content-Type"]
    assert slow["Cache-Control"] == quick["Cache-Control"]


def test_ended_session_is_refused(lesson, committed):
    lesson.report(0, 15)
    with committed():
        lesson.member.user.sessions_epoch += 1
        lesson.member.user.save()

    assert lesson.send(0, 30).status_code == 401
    assert TopicProgress.objects.get().watched_seconds == 15


def test_deactivated_person_is_refused(lesson, committed):
    lesson.report(0, 15)
    with committed():
        lesson.member.user.is_active = False
        lesson.member.user.save()

    assert lesson.send(0, 30).status_code == 401


def test_session_with_a_wrong_hash_is_refused(lesson):
    lesson.report(0, 15)
    session = lesson.member.api.session
    session["_auth_user_hash"] = "x" * 64
    session.save()

    assert lesson.send(0, 30).status_code == 401


def test_cached_context_is_not_shared_between_members(lesson, other_member):
    lesson.report(0, 15)

    answer = other_member.api.post(UPDATE, lesson.body())

    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")


# --- queries ---


def test_report_takes_four_queries_cold_and_one_warm(lesson):
    lesson.member.api.get("/api/user")
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
    course, topics = create_course(*[60] * count)
    give_course(member.user, course)
    lesson = Lesson(member, course, topics)
    for place in range(count):
        lesson.report(place, 10)

    with django_assert_num_queries(1):
        lesson.report(0, 20)


@pytest.mark.parametrize("count", [1, 3])
def test_progress_takes_two_queries_when_warm(member, clock, django_assert_num_queries, count):
    course, topics = create_course(*[60] * count)
    give_course(member.user, course)
    lesson = Lesson(member, course, topics)
    lesson.report(0, 10)
    lesson.now()

    with django_assert_num_queries(1):
        lesson.now()


def test_unknown_ids_are_not_cached(lesson, django_assert_num_queries):
    unknown = str(new_id())
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            lesson.send(courseId=unknown)
    assert len(asked) == 1
