"""A certificate waits until half the length of the course's videos has passed since it was first opened."""

from datetime import timedelta

import pytest

from apps.accounts import personal_data
from apps.catalog.models import Certificate, CourseStart, Topic, TopicProgress
from apps.catalog.tests.certificate_helpers import NOW, clock, issue, refusal, url
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.core.testing.schema_checks import assert_matches_schema
from apps.media.tests.factories import AssetFactory

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

FROM, WHOLE_MINUTE = "2026-11-21T20:37:30Z", "2026-11-21T20:38:00Z"
HALF = timedelta(minutes=7, seconds=30)


@pytest.fixture
def films(member):
    """A course with two videos of 15 minutes together, and an article, which counts for nothing."""
    course, topics = create_course(600, 300, 6000, weburlname="candles", title="Candlesticks")
    Topic.objects.filter(pk__in=[topic.pk for topic in topics[:2]]).update(
        content_type="video", asset=AssetFactory()
    )
    give_course(member.user, course)
    return course, topics


def start(member, course):
    ids = {"userId": str(member.user.pk), "courseId": str(course.pk)}
    return member.api.post("/api/course/progress/start", ids)


def complete(member, films):
    course, topics = films
    for topic in topics:
        report = {
            "userId": str(member.user.pk),
            "courseId": str(course.pk),
            "topicId": str(topic.pk),
            "watchedDuration": 1,
            "isCompleted": True,
            "topicrestart": False,
            "ContentType": topic.content_type,
        }
        answer = member.api.post("/api/course/progress/update", report)
    return answer.json()["progress"]


def own_course(member):
    [course] = member.api.get("/api/course/booked/V1/course").json()["data"]
    return course["status"], course["hasCertificate"], course["certificateFrom"]


def test_all_that_offers_it_says_from_when(member, films, clock):
    course, _ = films
    assert "certificateFrom" not in start(member, course).json()["progress"]
    clock.shift(timedelta(seconds=1))

    progress = complete(member, films)

    assert (progress["isCompleted"], progress["certificateFrom"]) == (True, WHOLE_MINUTE)
    again = member.api.get(f"/api/course/progress/{course.pk}").json()
    assert again["progress"] == progress
    assert_matches_schema(again, path="course/progress/{key}")
    assert own_course(member) == ("completed", False, WHOLE_MINUTE)
    answer = member.api.get(url(course))
    assert (answer.status_code, answer.json()) == (
        409,
        {
            "message": "Your certificate is issued from Sun 22 Nov 2026, 2:08 AM, when half the length of "
            "the course's videos has passed since you started it.",
            "code": "not_completed",
            "data": {"availableAt": FROM},
        },
    )
    assert refusal(member.api.post(url(course))) == (409, "not_completed")
    assert not Certificate.objects.exists()


def test_the_refusal_is_in_the_language_of_the_page(member, films, settings):
    complete(member, films)
    member.api.cookies[settings.LANGUAGE_COOKIE_NAME] = "hi"
    message = member.api.get(url(films[0])).json()["message"]
    assert message.startswith("आपका प्रमाणपत्र Sun 22 Nov 2026, 2:08 AM से मिलेगा")


def test_it_is_issued_from_then_on(member, films, clock, committed):
    course, _ = films
    start(member, course)
    complete(member, films)
    clock.shift(HALF - timedelta(milliseconds=1))
    assert refusal(member.api.get(url(course))) == (409, "not_completed")
    clock.shift(timedelta(milliseconds=1))

    assert own_course(member) == ("completed", False, None)
    assert "certificateFrom" not in member.api.get(f"/api/course/progress/{course.pk}").json()["progress"]
    assert issue(member, course)["issuedAt"] == FROM
    # What was certified waits for nothing, also with longer videos.
    with committed():
        Topic.objects.filter(content_type="video").update(duration_seconds=9000)
    assert own_course(member) == ("completed", True, None)
    assert member.api.delete(url(course)).status_code == 200
    assert member.api.post(url(course)).status_code == 201


def test_the_first_opening_counts_also_after_a_restart(member, films, clock):
    course, _ = films
    start(member, course)
    clock.shift(HALF)
    start(member, course)
    ids = {"userId": str(member.user.pk), "courseId": str(course.pk)}
    member.api.post("/api/course/progress/restart", ids)
    complete(member, films)

    assert CourseStart.objects.get().started_at == NOW
    issue(member, course)


def test_without_a_recorded_start_the_first_report_counts(member, films, clock):
    course, _ = films
    complete(member, films)
    assert member.api.get(url(course)).json()["data"] == {"availableAt": FROM}

    clock.shift(HALF)

    # The start that is recorded now is the one that was known by then.
    start(member, course)
    assert CourseStart.objects.get().started_at == NOW
    issue(member, course)


def test_a_course_without_videos_waits_for_nothing(member, films, clock):
    course, _ = films
    Topic.objects.update(content_type="article", asset=None)
    start(member, course)
    complete(member, films)
    issue(member, course)


def test_a_start_by_a_clock_that_ran_ahead_holds_nobody_up(member, films, clock):
    course, _ = films
    CourseStart.objects.create(person=member.user, course=course, started_at=NOW + timedelta(days=8))
    complete(member, films)
    issue(member, course)


def test_it_is_downloaded_and_erased(member, films, clock):
    start(member, films[0])
    exported = personal_data.export(person=member.user)["coursesStarted"]
    assert exported == [{"course": "Candlesticks", "at": "2026-11-21T20:30:00Z"}]

    personal_data.erase(person=member.user, at=NOW)

    assert (CourseStart.objects.count(), TopicProgress.objects.count()) == (0, 0)
