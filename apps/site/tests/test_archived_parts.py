"""Server-rendered pages without what staff archived."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import pytest
from django.test import Client

from apps.catalog.models import Topic, TopicProgress
from apps.catalog.services import curriculum
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory, TopicFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def topics(member: Person) -> list[Topic]:
    """The topics of a course that the member owns, of which they began the second."""
    first = TopicFactory(
        title="Anvil", duration_seconds=60, chapter__course=CourseFactory(title="Forge", duration_seconds=180)
    )
    second = TopicFactory(title="Bellows", duration_seconds=120, chapter=first.chapter)
    course = first.chapter.course
    give_access(member.user, course, at=NOW)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=second, watched_seconds=60, updated_at=NOW
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


def test_the_course_page_leaves_it_out(
    client: Client, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    path = f"/courses/{topics[0].chapter.course.weburlname}"
    page = get_page(client, path)
    assert "Bellows" in page.main.text
    assert "1 chapter, 2 topics," in page.main.text
    archive(topics[1])

    page = get_page(client, path)
    assert "Anvil" in page.main.text
    assert "Bellows" not in page.html
    assert str(topics[1].pk) not in page.html
    assert "1 chapter, 1 topic," in page.main.text
    assert page.structured[0]["hasCourseInstance"]["courseWorkload"] == "PT1M"


def test_a_member_continues_with_a_topic_that_is_left(
    client: Client, member: Person, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    client.force_login(member.user)
    path = f"/courses/{topics[0].chapter.course.weburlname}"
    assert (player(topics[1]), "Continue learning") in get_page(client, path).main.links
    archive(topics[1])
    page = get_page(client, path)
    assert (player(topics[0]), "Start learning") in page.main.links
    assert player(topics[1]) not in page.html


def test_its_player_page_is_not_found(
    client: Client, member: Person, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    client.force_login(member.user)
    get_page(client, player(topics[1]))
    archive(topics[1])
    get_page(client, player(topics[1]), status=404)
    assert "Bellows" not in get_page(client, player(topics[0])).html


def test_the_members_own_pages_leave_it_out(
    client: Client, member: Person, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    client.force_login(member.user)
    for path in ("/my-learnings", "/dashboard"):
        assert f"/topic/{topics[1].pk}" in get_page(client, path).shown
    archive(topics[1])
    for path in ("/my-learnings", "/dashboard"):
        assert str(topics[1].pk) not in get_page(client, path).html
    assert f"/topic/{topics[0].pk}" in get_page(client, "/my-learnings").shown


def test_neither_the_sitemap_nor_the_search_name_it(
    client: Client, topics: list[Topic], archive: Callable[[Topic], None]
) -> None:
    archive(topics[1])
    assert str(topics[1].pk) not in client.get("/sitemap.xml").content.decode()
    assert client.get("/api/search?q=bellows").json()["totalCount"] == 0
