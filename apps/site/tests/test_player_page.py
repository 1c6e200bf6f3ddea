"""What the player's page holds before the browser's application takes it over."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.catalog.models import Topic
from apps.catalog.states import ContentType
from apps.catalog.tests.access_helpers import give_access, topic_path
from apps.catalog.tests.factories import TopicFactory, VideoFactory
from apps.core.testing.fixtures import Person
from apps.site.tests.test_shell import page_data, title

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


def page(client: Client, topic: Topic, *, key: str | None = None) -> Any:
    return client.get(f"/course/{key or topic.chapter.course_id}/topic/{topic.pk}")


def answers(html: str) -> dict[tuple[str, ...], Any]:
    return {tuple(key): answer for key, answer in page_data(html)["answers"]}


def body(html: str) -> str:
    return html.split('id="page-data"')[0]


@pytest.fixture
def learner(member: Person, client: Client) -> Person:
    client.force_login(member.user)
    return member


def test_a_member_finds_the_topic_written_and_its_answers_in_the_page(
    learner: Person, client: Client
) -> None:
    topic = TopicFactory(
        title="Four prices",
        text="<p>Open, high, low, close.</p>",
        duration_seconds=150,
        market_data_date=date(2026, 9, 30),
    )
    course = topic.chapter.course
    give_access(learner.user, course, at=NOW)

    answer = page(client, topic)

    html = answer.content.decode()
    assert answer.status_code == 200
    assert title(html).startswith(f"Four prices · {course.title}")
    assert '<h1 class="TopicPage__title">Four prices</h1>' in body(html)
    assert f'href="/courses/{course.weburlname}"' in body(html)
    assert "<p>Open, high, low, close.</p>" in body(html)
    assert "Article · 3 min" in body(html)
    assert "Latest market data: Wed, 30 Sep 2026" in body(html)
    key = str(course.pk)
    assert answers(html) == {
        ("catalog", "course", key): learner.api.get(f"/api/course/users/{key}").json(),
        ("learning", "topic", key, str(topic.pk)): learner.api.get(topic_path(topic)).json(),
        ("learning", "progress", key): learner.api.get(f"/api/course/progress/{key}").json(),
    }


def test_the_keys_are_those_of_the_address(learner: Person, client: Client) -> None:
    topic = TopicFactory()
    name = topic.chapter.course.weburlname
    give_access(learner.user, topic.chapter.course, at=NOW)
    found = answers(page(client, topic, key=name).content.decode())
    assert ("learning", "topic", name, str(topic.pk)) in found


def test_a_film_has_its_place_and_its_picture(learner: Person, client: Client) -> None:
    topic = VideoFactory(duration_seconds=3723)
    give_access(learner.user, topic.chapter.course, at=NOW)
    html = page(client, topic).content.decode()
    media = answers(html)["learning", "topic", str(topic.chapter.course_id), str(topic.pk)]["data"]["media"]
    assert "Video · 1:02:03" in body(html)
    assert 'class="VideoBox__poster"' in body(html)
    assert media["url"] not in body(html)


def test_without_access_the_title_is_there_and_nothing_else_of_it(learner: Person, client: Client) -> None:
    topic = TopicFactory(title="Four prices", text="<p>Open, high, low, close.</p>")
    html = page(client, topic).content.decode()
    assert '<h1 class="TopicPage__title">Four prices</h1>' in html
    assert "Open, high, low" not in html
    assert list(answers(html)) == [("catalog", "course", str(topic.chapter.course_id))]


def test_a_free_preview_is_there_without_progress(learner: Person, client: Client) -> None:
    topic = TopicFactory(is_free_preview=True, text="<p>Open, high, low, close.</p>")
    html = page(client, topic).content.decode()
    assert "<p>Open, high, low, close.</p>" in body(html)
    assert {key[1] for key in answers(html)} == {"course", "topic"}


def test_what_is_held_back_stays_back(learner: Person, client: Client) -> None:
    topic = TopicFactory(text="<p>Yesterday's prices.</p>", market_data_date=date(2026, 11, 20))
    give_access(learner.user, topic.chapter.course, at=NOW)
    html = page(client, topic).content.decode()
    assert "Yesterday" not in html
    assert {key[1] for key in answers(html)} == {"course", "progress"}


@pytest.mark.parametrize("path", ["/course/none/topic/none", "/course/{course}/topic/none"])
def test_an_unknown_topic_is_a_404_for_members(learner: Person, client: Client, path: str) -> None:
    topic = TopicFactory()
    answer = client.get(path.format(course=topic.chapter.course_id))
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()


def test_a_topic_of_another_course_is_a_404(learner: Person, client: Client) -> None:
    topic, other = TopicFactory(), TopicFactory()
    give_access(learner.user, topic.chapter.course, at=NOW)
    assert page(client, topic, key=str(other.chapter.course_id)).status_code == 404


def test_a_visitor_gets_the_frame_alone(client: Client) -> None:
    topic = TopicFactory(title="Four prices", is_free_preview=True)
    answer = page(client, topic)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert title(html).startswith("Course player")
    assert "Four prices" not in html
    assert page_data(html)["answers"] == []


def test_hostile_titles_stay_text(learner: Person, client: Client) -> None:
    topic = TopicFactory(title='</h1><script>alert("1")</script>', content_type=ContentType.ARTICLE)
    give_access(learner.user, topic.chapter.course, at=NOW)
    assert "<script>alert" not in page(client, topic).content.decode()
