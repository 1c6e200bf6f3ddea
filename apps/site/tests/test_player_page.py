"""The player's page as the server renders it."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from apps.catalog.models import Topic, TopicProgress
from apps.catalog.states import ContentType
from apps.catalog.tests.access_helpers import give_access, topic_path
from apps.catalog.tests.factories import TopicFactory, VideoFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def topic_page(client: Client, topic: Topic, *, key: str | None = None, status: int = 200) -> Page:
    return get_page(client, f"/course/{key or topic.chapter.course_id}/topic/{topic.pk}", status=status)


def names(page: Page) -> set[str]:
    """What its data are about."""
    return {key[1] for key, _ in page.answers}


@pytest.fixture
def learner(member: Person, client: Client) -> Person:
    client.force_login(member.user)
    return member


def test_a_member_finds_the_topic_with_the_endpoints_responses(learner: Person, client: Client) -> None:
    topic = TopicFactory(
        title="Four prices",
        text="<p>Open, high, low, close.</p>",
        duration_seconds=150,
        market_data_date=date(2026, 9, 30),
    )
    course = topic.chapter.course
    give_access(learner.user, course, at=NOW)

    page = topic_page(client, topic)

    assert page.title == f"Four prices · {course.title} · Rally"
    assert page.heading == "Four prices"
    assert f"/courses/{course.weburlname}" in page.main.urls
    assert "Open, high, low, close." in page.main.text
    assert "Article 3 min" in page.main.text
    assert "Latest market data: Wed, 30 Sep 2026" in page.main.text
    key = str(course.pk)
    assert page.answers == [
        [["catalog", "course", key], learner.api.get(f"/api/course/users/{key}").json()],
        [["learning", "topic", key, str(topic.pk)], learner.api.get(topic_path(topic)).json()],
        [["learning", "progress", key], learner.api.get(f"/api/course/progress/{key}").json()],
        [["learning", "notes", str(topic.pk)], learner.api.get(f"/api/course/notes/{topic.pk}").json()],
    ]


def test_after_the_access_ended_the_course_of_the_page_offers_the_review_of_the_endpoint(
    learner: Person, client: Client
) -> None:
    topic = TopicFactory(is_free_preview=True)
    course = topic.chapter.course
    give_access(learner.user, course, at=NOW - timedelta(days=60), days=30)
    TopicProgress.objects.create(
        person=learner.user, course=course, topic=topic, is_completed=True, updated_at=NOW
    )

    _, answer = topic_page(client, topic).answers[0]

    assert answer == learner.api.get(f"/api/course/users/{course.pk}").json()
    assert answer["data"]["review"] == {"allowed": True, "topicsLeft": 0}


def test_notes_are_rendered_as_text(learner: Person, client: Client) -> None:
    topic = TopicFactory()
    give_access(learner.user, topic.chapter.course, at=NOW)
    note = {
        "_id": "0193f1a0-0000-7000-8000-000000000001",
        "at": 0,
        "text": "<script>alert(1)</script>",
        "updatedAt": "2026-11-21T09:30:00Z",
    }
    assert learner.api.post(f"/api/course/notes/{topic.pk}", note).status_code == 201
    page = topic_page(client, topic)
    assert "<script>alert(1)</script>" in page.main.text
    assert "<script>alert(1)" not in page.html


def test_the_keys_are_those_of_the_url(learner: Person, client: Client) -> None:
    topic = TopicFactory()
    name = topic.chapter.course.weburlname
    give_access(learner.user, topic.chapter.course, at=NOW)
    assert topic_page(client, topic, key=name).answer("learning", "topic", name, str(topic.pk))


def test_a_video_has_its_length_and_poster_and_the_browser_loads_the_rest(
    learner: Person, client: Client
) -> None:
    topic = VideoFactory(duration_seconds=3723)
    give_access(learner.user, topic.chapter.course, at=NOW)
    page = topic_page(client, topic)
    answer = page.answer("learning", "topic", str(topic.chapter.course_id), str(topic.pk))
    assert "Video 1:02:03" in page.main.text
    [poster] = page.main.all("img")
    assert (poster.attributes["width"], poster.attributes["height"]) == ("1280", "720")
    assert answer["data"]["media"]["url"] not in page.shown


def test_without_access_only_the_title_is_there(learner: Person, client: Client) -> None:
    topic = TopicFactory(title="Four prices", text="<p>Open, high, low, close.</p>")
    page = topic_page(client, topic)
    assert page.heading == "Four prices"
    assert "Open, high, low" not in page.html
    assert names(page) == {"course"}


def test_a_free_preview_is_there_without_progress(learner: Person, client: Client) -> None:
    topic = TopicFactory(is_free_preview=True, text="<p>Open, high, low, close.</p>")
    page = topic_page(client, topic)
    assert "Open, high, low, close." in page.main.text
    assert names(page) == {"course", "topic", "notes"}


def test_a_withheld_topic_is_not_there_and_the_progress_is(learner: Person, client: Client) -> None:
    topic = TopicFactory(text="<p>Yesterday's prices.</p>", market_data_date=date(2026, 11, 20))
    give_access(learner.user, topic.chapter.course, at=NOW)
    page = topic_page(client, topic)
    assert "Yesterday" not in page.html
    assert names(page) == {"course", "progress", "notes"}


@pytest.mark.parametrize("path", ["/course/none/topic/none", "/course/{course}/topic/none"])
def test_an_unknown_topic_is_a_404_for_members(learner: Person, client: Client, path: str) -> None:
    topic = TopicFactory()
    page = get_page(client, path.format(course=topic.chapter.course_id), status=404)
    assert page.heading == "Page not found"


def test_a_topic_of_another_course_is_a_404(learner: Person, client: Client) -> None:
    topic, other = TopicFactory(), TopicFactory()
    give_access(learner.user, topic.chapter.course, at=NOW)
    topic_page(client, topic, key=str(other.chapter.course_id), status=404)


def test_a_visitor_gets_no_data(client: Client) -> None:
    topic = TopicFactory(title="Four prices", is_free_preview=True)
    page = topic_page(client, topic)
    assert page.title == "Course player · Rally"
    assert "Four prices" not in page.html
    assert page.answers == []


def test_hostile_titles_stay_text(learner: Person, client: Client) -> None:
    hostile = '</h1><script>alert("1")</script>'
    topic = TopicFactory(title=hostile, content_type=ContentType.ARTICLE)
    give_access(learner.user, topic.chapter.course, at=NOW)
    page = topic_page(client, topic)
    assert "<script>alert" not in page.html
    assert page.heading == hostile
