"""Server-rendered pages without what staff archived."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.catalog.models import Topic, TopicProgress
from apps.catalog.services import curriculum
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory, TopicFactory
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _clock() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def topics(member: Person) -> list[Topic]:
    """Of a course that the member owns and whose second topic they finished."""
    first = TopicFactory(
        title="Anvil", duration_seconds=60, chapter__course=CourseFactory(title="Forge", duration_seconds=180)
    )
    second = TopicFactory(title="Bellows", duration_seconds=120, chapter=first.chapter)
    course = first.chapter.course
    give_access(member.user, course, at=NOW)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=second, is_completed=True, updated_at=NOW
    )
    return [first, second]


@pytest.fixture
def archive(committed: Callable[[], AbstractContextManager[None]]) -> Callable[[Topic], None]:
    def do(topic: Topic) -> None:
        with committed():
            curriculum.archive(topic=topic)

    return do


def player(topic: Topic) -> str:
    return f"/course/{topic.chapter.course_id}/topic/{topic.pk}"


def test_the_courses_page_leaves_it_out(
    client: Client, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    page = f"/courses/{topics[0].chapter.course.weburlname}"
    html = client.get(page).content.decode()
    assert "Bellows" in html
    assert "1 chapter, 2 topics" in html
    assert '<span class="Curriculum__total">3:00</span>' in html
    archive(topics[1])

    html = client.get(page).content.decode()
    assert "Anvil" in html
    assert "Bellows" not in html
    assert str(topics[1].pk) not in html
    assert "1 chapter, 1 topic" in html
    assert '<span class="Curriculum__total">1:00</span>' in html
    assert '"courseWorkload":"PT1M"' in html


def test_a_member_goes_on_with_a_topic_that_is_left(
    client: Client, member: Person, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    client.force_login(member.user)
    page = f"/courses/{topics[0].chapter.course.weburlname}"
    assert f'href="{player(topics[1])}"' in client.get(page).content.decode()
    archive(topics[1])
    html = client.get(page).content.decode()
    assert f'href="{player(topics[0])}"' in html
    assert player(topics[1]) not in html


def test_its_player_page_is_not_found(
    client: Client, member: Person, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    client.force_login(member.user)
    assert client.get(player(topics[1])).status_code == 200
    archive(topics[1])
    assert client.get(player(topics[1])).status_code == 404
    answer = client.get(player(topics[0]))
    assert answer.status_code == 200
    assert "Bellows" not in answer.content.decode()


def test_the_members_own_pages_leave_it_out(
    client: Client, member: Person, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    client.force_login(member.user)
    for page in ("/my-learnings", "/dashboard"):
        assert f"/topic/{topics[1].pk}" in client.get(page).content.decode()
    archive(topics[1])
    for page in ("/my-learnings", "/dashboard"):
        assert str(topics[1].pk) not in client.get(page).content.decode()
    assert f"/topic/{topics[0].pk}" in client.get("/my-learnings").content.decode()


def test_neither_the_sitemap_nor_the_search_name_it(
    client: Client, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    archive(topics[1])
    assert str(topics[1].pk) not in client.get("/sitemap.xml").content.decode()
    assert client.get("/api/search?q=bellows").json()["totalCount"] == 0
