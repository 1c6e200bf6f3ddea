"""What is archived stays with its owners alone, until it is restored."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.catalog.tests.factories import TopicFactory
from apps.catalog.tests.learners import give, topic_path
from apps.core.testing.fixtures import Person
from apps.pro.tests.factories import ProSectionFactory
from tests.staff.kept import told
from tests.staff.owned import a_course, a_pro_section, owned
from tests.staff.pages import address

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

PAGES = {
    "course": ("/api/course/users/{0.pk}", "/api/course/booked/V1/course"),
    "webinar": ("/api/learning/webwebinarV1/{0.weburlname}", "/api/learning/bookedwebinarV1"),
    "mentorship": ("/api/mentorship/users/{0.pk}", "/api/mentorship/booked/mentorshipV1"),
    "program": ("/api/learning/user/liveotp/web/{0.pk}", "/api/learning/session-user"),
}


@pytest.mark.parametrize("kind", PAGES)
def test_what_is_archived_stays_with_its_owners_alone(
    admin_client: Client, member: Person, other_member: Person, api: Any, kind: str
) -> None:
    row, _ = owned(kind, member)
    page, mine = (path.format(row) for path in PAGES[kind])
    archive = address(row).replace("/change/", "/archive/")
    answer = admin_client.post(archive, {"to": "archived"}, follow=True)

    assert told(answer) == ["Archived: it is not listed or sold."]
    assert "Restore" in answer.content.decode()
    assert api.get(page).status_code == other_member.api.get(page).status_code == 404
    assert member.api.get(page).status_code == 200
    assert member.api.get(mine).json()["totalCount"] == 1
    assert row.weburlname not in api.get("/sitemap.xml").content.decode()

    answer = admin_client.post(archive, {"to": "restored"}, follow=True)
    assert told(answer) == ["Restored: it is listed and sold again."]
    assert api.get(page).status_code == 200


def test_an_archived_course_still_plays_for_its_owner(admin_client: Client, member: Person, api: Any) -> None:
    topic = TopicFactory()
    course = topic.chapter.course
    give(member.user, course, at=timezone.now())
    admin_client.post(address(course).replace("/change/", "/archive/"), {"to": "archived"})
    assert member.api.get(topic_path(topic)).status_code == 200
    assert api.post("/api/course/mobile", {}).json()["totalCount"] == 0
    assert course.weburlname not in api.get(f"/api/search?q={course.title}").content.decode()
    refused = member.api.post("/api/course/cartCourseV1", {"id": str(course.pk)})
    assert refused.status_code == 404


def test_a_section_is_not_restored_beside_another(admin_client: Client, member: Person) -> None:
    section = a_pro_section(member.user)
    archive = address(section).replace("/change/", "/archive/")
    admin_client.post(archive, {"to": "archived"}, follow=True)
    ProSectionFactory()
    answer = admin_client.post(archive, {"to": "restored"}, follow=True)
    assert told(answer) == [f"{section}: Another one is published. Archive that one first."]


def test_whoever_may_not_change_a_course_may_not_archive_it(client: Client, member: Person) -> None:
    course = a_course(member.user)
    archive = address(course).replace("/change/", "/archive/")
    assert client.post(archive, {"to": "archived"}).status_code == 302
    course.refresh_from_db()
    assert course.is_published


def test_archiving_is_not_done_by_a_link(admin_client: Client, member: Person) -> None:
    archive = address(a_course(member.user)).replace("/change/", "/archive/")
    assert admin_client.get(archive).status_code == 405
