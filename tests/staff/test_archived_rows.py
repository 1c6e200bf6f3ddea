"""Archived items are visible to their owners only, until they are restored."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.catalog.tests import publishable
from apps.catalog.tests.access_helpers import give_access, topic_path
from apps.catalog.tests.factories import TopicFactory
from apps.core.testing.fixtures import Person
from apps.live.tests import publishable as live_publishable
from apps.pro.tests.factories import ProSectionFactory
from tests.staff.admin_pages import admin_url
from tests.staff.owned_rows import bought_pro_section, owned, owned_course
from tests.staff.undeletable_rows import messages_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

PAGES = {
    "course": ("/api/course/users/{0.pk}", "/api/course/booked/V1/course"),
    "webinar": ("/api/learning/webwebinarV1/{0.weburlname}", "/api/learning/bookedwebinarV1"),
    "mentorship": ("/api/mentorship/users/{0.pk}", "/api/mentorship/booked/mentorshipV1"),
    "program": ("/api/learning/user/liveotp/web/{0.pk}", "/api/learning/session-user"),
}


@pytest.mark.parametrize("kind", PAGES)
def test_an_archived_item_is_visible_to_its_owners_only(
    admin_client: Client, member: Person, other_member: Person, api: Any, kind: str
) -> None:
    row, _ = owned(kind, member)
    page, list_url = (path.format(row) for path in PAGES[kind])
    archive = admin_url(row).replace("/change/", "/archive/")
    response = admin_client.post(archive, {"to": "archived"}, follow=True)

    assert messages_of(response) == ["Archived. It is no longer listed or sold."]
    assert "Restore" in response.content.decode()
    assert api.get(page).status_code == other_member.api.get(page).status_code == 404
    assert member.api.get(page).status_code == 200
    assert member.api.get(list_url).json()["totalCount"] == 1
    assert row.weburlname not in api.get("/sitemap.xml").content.decode()

    response = admin_client.post(archive, {"to": "restored"}, follow=True)
    assert "Not restored. Missing: " in messages_of(response)[0]
    assert api.get(page).status_code == 404
    publishable.complete(row) if kind == "course" else live_publishable.complete(row)
    response = admin_client.post(archive, {"to": "restored"}, follow=True)
    assert messages_of(response) == ["Restored. It is listed and sold again."]
    assert api.get(page).status_code == 200


def test_an_archived_course_still_plays_for_its_owner(admin_client: Client, member: Person, api: Any) -> None:
    topic = TopicFactory()
    course = topic.chapter.course
    give_access(member.user, course, at=timezone.now())
    admin_client.post(admin_url(course).replace("/change/", "/archive/"), {"to": "archived"})
    assert member.api.get(topic_path(topic)).status_code == 200
    assert api.post("/api/course/mobile", {}).json()["totalCount"] == 0
    assert course.weburlname not in api.get(f"/api/search?q={course.title}").content.decode()
    refused = member.api.post("/api/course/cartCourseV1", {"id": str(course.pk)})
    assert refused.status_code == 404


def test_a_section_cannot_be_restored_while_another_is_published(
    admin_client: Client, member: Person
) -> None:
    section = bought_pro_section(member.user)
    archive = admin_url(section).replace("/change/", "/archive/")
    admin_client.post(archive, {"to": "archived"}, follow=True)
    ProSectionFactory()
    response = admin_client.post(archive, {"to": "restored"}, follow=True)
    assert messages_of(response) == [f"{section}: Another one is published. Archive it first."]


def test_archiving_needs_permission_to_change(client: Client, member: Person) -> None:
    course = owned_course(member.user)
    archive = admin_url(course).replace("/change/", "/archive/")
    assert client.post(archive, {"to": "archived"}).status_code == 302
    course.refresh_from_db()
    assert course.is_published


def test_archiving_needs_a_post(admin_client: Client, member: Person) -> None:
    archive = admin_url(owned_course(member.user)).replace("/change/", "/archive/")
    assert admin_client.get(archive).status_code == 405
