"""Learners and visitors do not see archived topics and the topics of archived chapters."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.services import demo_people
from apps.catalog.models import Chapter, Course, Review, SearchDocument, Topic, TopicProgress
from apps.catalog.selectors import enrolments, learning_minutes, purchased_course
from apps.catalog.selectors.enrolments import CourseReader
from apps.catalog.selectors.progress import read_progress
from apps.catalog.services import curriculum, demo_assets, demo_courses, demo_curriculum, demo_progress
from apps.catalog.states import EnrolmentStatus
from apps.catalog.tests.access_helpers import get_topic, give_access, topic_path
from apps.catalog.tests.factories import (
    ChapterFactory,
    CourseFactory,
    QuestionFactory,
    TopicFactory,
    VideoFactory,
)
from apps.content.services import demo_instructors
from apps.core.api.pagination import Slice

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
UPDATE, RESTART = "/api/course/progress/update", "/api/course/progress/restart"


@pytest.fixture
def topics(member):
    """Topics A and B in one chapter, C in another, of a course that the member owns."""
    course = CourseFactory(title="Candles", taught_by=[], duration_seconds=600)
    first, second = (ChapterFactory(course=course, title=title) for title in ("Wick", "Wax"))
    made = [
        VideoFactory(chapter=first, title="Anvil", duration_seconds=100, is_free_preview=True),
        TopicFactory(chapter=first, title="Bellows", duration_seconds=200),
        TopicFactory(chapter=second, title="Chisel", duration_seconds=300),
    ]
    give_access(member.user, course, at=NOW)
    return made


@pytest.fixture
def archive(committed):
    """Archive a topic by its service, or a chapter like the curriculum page."""

    def do(part, *, is_published=False):
        with committed():
            if isinstance(part, Chapter):
                part.is_published = is_published
                plans = [
                    curriculum.ChapterPlan(
                        part if chapter == part else chapter, list(chapter.topics.in_order())
                    )
                    for chapter in Chapter.objects.filter(course=part.course_id).in_order()
                ]
                edited = {part.pk: {"is_published"}}
                curriculum.save_curriculum(course_id=part.course_id, plans=plans, edited=edited)
            elif is_published:
                curriculum.restore(topic=part)
            else:
                curriculum.archive(topic=part)

    return do


@pytest.fixture(params=["topic", "chapter"])
def hidden(request, topics, archive):
    """C, archived itself or with its chapter, after everything was cached."""
    topic = topics[2]
    return topic, topic if request.param == "topic" else topic.chapter


def detail(api, topic):
    return api.get(f"/api/course/users/{topic.chapter.course_id}").json()["data"]


def outline(api, topic):
    chapters = detail(api, topic)["chapters"]
    return {chapter["title"]: [line["title"] for line in chapter["topics"]] for chapter in chapters}


def report(member, topic, seconds, *, is_completed=True):
    return member.api.post(
        UPDATE,
        {
            "userId": str(member.user.pk),
            "courseId": str(topic.chapter.course_id),
            "topicId": str(topic.pk),
            "watchedDuration": seconds,
            "isCompleted": is_completed,
            "watchedRanges": [[0, seconds]],
        },
    )


def progress(member, topic):
    return member.api.get(f"/api/course/progress/{topic.chapter.course_id}").json()["progress"]


def own(member, *, now=NOW):
    listed = enrolments.list_enrolments(CourseReader(member.user, now=now), status=None, part=Slice(0, 10))
    [course] = listed["data"]
    return course


# --- curriculum --------------------------------------------------------------------


def test_archived_content_is_hidden_until_restored(api, member, hidden, archive):
    topic, part = hidden
    whole = {"Wick": ["Anvil", "Bellows"], "Wax": ["Chisel"]}
    assert outline(api, topic) == whole
    before = detail(api, topic)
    archive(part)

    assert outline(api, topic) == outline(member.api, topic) == {"Wick": ["Anvil", "Bellows"]}
    assert detail(api, topic)["CoursetotalDuration"] == 300
    listed = api.post("/api/course/mobile", {}).json()["courses"]
    assert [card["CoursetotalDuration"] for card in listed] == [300]
    assert detail(api, topic).keys() == before.keys()

    archive(part, is_published=True)
    assert outline(api, topic) == whole
    assert detail(api, topic)["CoursetotalDuration"] == 600


def test_fully_archived_course_has_no_duration(api, topics, archive):
    for topic in topics:
        archive(topic)
    assert detail(api, topics[0])["chapters"] == []
    assert detail(api, topics[0])["CoursetotalDuration"] == 0


@pytest.mark.usefixtures("known_rates")
def test_archiving_adds_no_queries(api, topics, archive):
    def queries():
        with CaptureQueriesContext(connection) as found:
            detail(api, topics[0])
        return len(found)

    archive(topics[1])
    before = queries()
    archive(topics[0])
    archive(topics[2].chapter)
    assert queries() == before


def test_purchase_starts_with_the_first_published_topic(topics, archive):
    course_id = topics[0].chapter.course_id
    archive(topics[0])
    archive(topics[2])
    found = purchased_course.get_purchased_course(course_id=course_id)
    assert found["chapters"] == [{"topics": [{"_id": str(topics[1].pk)}]}]
    archive(topics[1])
    assert purchased_course.get_purchased_course(course_id=course_id)["chapters"] == []


# --- the topic itself -------------------------------------------------------------------------------


def test_archived_topic_is_not_found(api, member, staff, hidden, archive):
    topic, part = hidden
    give_access(staff.user, topic.chapter.course, at=NOW)
    get_topic(member.api, topic)
    archive(part)
    for client in (api, member.api, staff.api):
        answer = client.get(topic_path(topic))
        assert (answer.status_code, answer.json()["code"]) == (404, "topic_unknown")
    archive(part, is_published=True)
    assert get_topic(member.api, topic)["title"] == "Chisel"


def test_a_free_preview_that_is_archived_is_no_preview(api, topics, archive):
    topic = topics[0]
    url = get_topic(api, topic)["media"]["url"]
    assert api.get(url).status_code == 200
    archive(topic)

    assert api.get(topic_path(topic)).status_code == 404
    assert api.get(url).status_code == 404
    assert not [
        line
        for chapter in detail(api, topic)["chapters"]
        for line in chapter["topics"]
        if line["isFreePreview"]
    ]


def test_the_files_of_an_archived_topic_are_closed(member, topics, archive):
    topic = topics[0]
    url = get_topic(member.api, topic)["media"]["url"]
    archive(topic.chapter)
    assert member.api.get(url).status_code == 404
    archive(topic.chapter, is_published=True)
    assert member.api.get(url).status_code == 200


def test_an_archived_quiz_is_not_marked(api, member, archive):
    quiz = QuestionFactory().topic
    give_access(member.user, quiz.chapter.course, at=NOW)
    path = topic_path(quiz, "/answers")
    assert member.api.post(path, {"answers": {}}).status_code == 200
    assert api.post(path, {"answers": {}}).status_code == 401
    archive(quiz)
    assert member.api.post(path, {"answers": {}}).status_code == 404
    assert api.post(path, {"answers": {}}).status_code == 404


def test_previous_and_next_skip_archived_topics(member, topics, archive):
    first, second, third = topics
    assert get_topic(member.api, first)["nextTopicId"] == str(second.pk)
    archive(second)
    assert get_topic(member.api, first)["nextTopicId"] == str(third.pk)
    assert get_topic(member.api, third)["previousTopicId"] == str(first.pk)
    archive(third.chapter)
    assert get_topic(member.api, first)["nextTopicId"] is None


# --- progress ---------------------------------------------------------------------------------------


def test_percent_is_at_most_100_with_archived_completed_topics(member, topics, archive):
    for topic in topics:
        report(member, topic, topic.duration_seconds)
    archive(topics[2])
    assert (progress(member, topics[0])["percent"], progress(member, topics[0])["isCompleted"]) == (100, True)
    assert [row["topicId"] for row in progress(member, topics[0])["topics"]] == [
        str(topic.pk) for topic in topics[:2]
    ]
    assert own(member)["progressPercent"] == 100


def test_percent_counts_published_topics_only(member, topics, archive):
    report(member, topics[0], 100)
    report(member, topics[2], 300)
    assert progress(member, topics[0])["percent"] == 66
    archive(topics[2].chapter)
    assert progress(member, topics[0])["percent"] == own(member)["progressPercent"] == 50
    archive(topics[1])
    assert (progress(member, topics[0])["percent"], progress(member, topics[0])["isCompleted"]) == (100, True)
    archive(topics[1], is_published=True)
    assert (progress(member, topics[0])["percent"], progress(member, topics[0])["isCompleted"]) == (50, False)
    archive(topics[2].chapter, is_published=True)
    assert progress(member, topics[0])["percent"] == 66


def test_report_response_omits_archived_topics(member, topics, archive):
    report(member, topics[2], 300)
    archive(topics[2])
    answer = report(member, topics[0], 100).json()["progress"]
    assert answer == progress(member, topics[0])
    assert answer["percent"] == 50
    assert len(answer["topics"]) == 2


def test_last_topic_is_the_last_published_one(member, topics, archive, clock):
    report(member, topics[1], 50, is_completed=False)
    clock.shift(timedelta(minutes=1))
    report(member, topics[2], 70, is_completed=False)
    now = NOW + timedelta(minutes=1)
    assert (own(member, now=now)["lastTopicId"], own(member, now=now)["resumeAt"]) == (str(topics[2].pk), 70)
    archive(topics[2])
    assert progress(member, topics[0])["lastTopicId"] == str(topics[1].pk)
    assert (own(member, now=now)["lastTopicId"], own(member, now=now)["resumeAt"]) == (str(topics[1].pk), 50)
    archive(topics[2], is_published=True)
    assert (own(member, now=now)["lastTopicId"], own(member, now=now)["resumeAt"]) == (str(topics[2].pk), 70)


def test_progress_in_archived_topics_only_is_not_started(member, topics, archive):
    report(member, topics[0], 50, is_completed=False)
    archive(topics[0])
    course = own(member)
    assert (course["firstTopicId"], course["lastTopicId"], course["resumeAt"]) == (str(topics[1].pk), None, 0)
    listed = enrolments.list_enrolments(
        CourseReader(member.user, now=NOW), status=EnrolmentStatus.NOT_STARTED, part=Slice(0, 10)
    )
    assert listed["totalCount"] == 1
    (listed_first,) = enrolments.courses_to_continue(CourseReader(member.user, now=NOW), limit=3)
    assert listed_first["status"] == "notStarted"


def test_fully_archived_course_is_not_completed(member, topics, archive):
    for topic in topics:
        report(member, topic, topic.duration_seconds)
    for topic in topics:
        archive(topic)
    found = progress(member, topics[0])
    assert (found["percent"], found["isCompleted"], found["topics"]) == (0, False, [])
    assert own(member)["firstTopicId"] is None


def test_report_for_an_archived_topic_is_not_found(member, topics, archive):
    report(member, topics[0], 30, is_completed=False)
    archive(topics[0])
    answer = report(member, topics[0], 60)
    assert (answer.status_code, answer.json()["code"]) == (404, "topic_unknown")
    assert TopicProgress.objects.get().watched_seconds == 30


def test_restart_resets_archived_topics_too(member, topics, archive):
    report(member, topics[0], 100)
    archive(topics[0])
    course_id = str(topics[0].chapter.course_id)
    assert member.api.post(RESTART, {"userId": str(member.user.pk), "courseId": course_id}).status_code == 200
    archive(topics[0], is_published=True)
    assert progress(member, topics[0])["percent"] == 0


def test_minutes_and_data_export_include_archived_topics(member, topics, archive):
    report(member, topics[1], 200)
    archive(topics[1])
    weeks = learning_minutes.learned_weeks(read_progress(person_id=member.user.pk), now=NOW)
    assert weeks["minutesPerWeek"][-1]["minutes"] == 3
    exported = member.api.get("/api/user/data").json()["progress"]
    assert exported == [
        {
            "course": "Candles",
            "topic": "Bellows",
            "watchedSeconds": 200,
            "completed": True,
            "learnedSecondsByDay": {"2026-11-21": 200},
            "at": "2026-11-21T09:30:00Z",
        }
    ]


def test_half_of_the_published_topics_allows_a_review(member, topics, archive):
    review = {"courseId": str(topics[0].chapter.course_id), "rating": 4, "text": "Calm."}
    report(member, topics[0], 100)
    refused = member.api.post("/api/course/review", review)
    assert refused.json()["message"].endswith("finished half of it: 1 more topic to go.")
    archive(topics[2])
    assert member.api.post("/api/course/review", review).status_code == 201
    assert Review.objects.count() == 1


def test_an_archived_topic_does_not_count_towards_a_review(member, topics, archive):
    report(member, topics[2], 300)
    archive(topics[2])
    review = {"courseId": str(topics[0].chapter.course_id), "rating": 4, "text": "Calm."}
    assert member.api.post("/api/course/review", review).status_code == 409


# --- search and the demo ----------------------------------------------------------------------------


def test_search_ignores_archived_topics(api, hidden, archive, committed):
    topic, part = hidden
    with committed():
        topic.save()

    def count(text):
        return api.post("/api/course/mobile", {"search": text}).json()["totalCount"]

    assert (count("chisel"), count("anvil")) == (1, 1)
    archive(part)
    assert (count("chisel"), count("anvil")) == (0, 1)
    assert (count("wax"), count("wick")) == ((0, 1) if part == topic.chapter else (1, 1))
    archive(part, is_published=True)
    assert count("chisel") == 1
    with committed():
        Topic.objects.filter(pk=topic.pk).update(is_published=False)
    assert "chisel" not in SearchDocument.objects.get().topics


def test_seeding_keeps_archived_topics_archived(archive):
    demo_instructors.seed(NOW)
    demo_courses.seed(NOW)
    demo_curriculum.seed(NOW)
    demo_people.seed(NOW)
    archive(Topic.objects.in_order().first())
    for chapter in Course.objects.first().chapters.in_order():
        archive(chapter)
    topics = list(Topic.objects.order_by("pk").values())
    chapters = list(Chapter.objects.order_by("pk").values())

    assert demo_curriculum.seed(NOW) == "0 files and the contents of 0 courses added"
    # The first course is one of the demo member's two, and has no published topics left.
    assert demo_progress.seed(NOW) == "2 courses booked and 1 started"
    assert demo_progress.seed(NOW) == "0 courses booked and 0 started"
    assert list(Topic.objects.order_by("pk").values()) == topics
    assert list(Chapter.objects.order_by("pk").values()) == chapters
    assert demo_assets.seed() == 0
