"""Items that users own cannot be deleted: not in the admin, not with the ORM."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.fixtures import Person
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from apps.pro.tests.factories import PlanFactory
from tests.staff.admin_pages import admin_url, load_form
from tests.staff.owned_rows import create_booking, create_subscription, of_each, owned
from tests.staff.undeletable_rows import exists, messages_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]


@of_each
def test_the_page_says_how_many_own_it_and_has_no_delete(
    admin_client: Client, member: Person, kind: str
) -> None:
    row, reason = owned(kind, member)
    page = admin_client.get(admin_url(row)).content.decode()
    assert reason in page
    assert 'class="deletelink"' not in page
    assert ("archive/" in page) is reason.endswith("Archive it instead.")


@of_each
def test_the_delete_page_refuses(admin_client: Client, member: Person, kind: str) -> None:
    row, reason = owned(kind, member)
    url = admin_url(row, "delete")
    for response in (
        admin_client.get(url, follow=True),
        admin_client.post(url, {"post": "yes"}, follow=True),
    ):
        assert messages_of(response) == [f"{row}: {reason}"]
    assert exists(row)


@of_each
def test_the_delete_action_refuses(admin_client: Client, member: Person, kind: str) -> None:
    row, reason = owned(kind, member)
    meta = row._meta
    action = {"action": "delete_selected", "_selected_action": [str(row.pk)]}
    for post in ({}, {"post": "yes"}):
        response = admin_client.post(f"/admin/{meta.app_label}/{meta.model_name}/", {**action, **post})
        assert reason in response.content.decode()
    assert exists(row)


@pytest.mark.parametrize(("others", "words"), [(0, "this course"), (1, "some of these courses")])
def test_the_delete_action_counts_in_its_sentence(
    admin_client: Client, member: Person, others: int, words: str
) -> None:
    rows = [owned("course", member)[0], *CourseFactory.create_batch(others)]
    action = {"action": "delete_selected", "_selected_action": [str(row.pk) for row in rows]}
    page = admin_client.post("/admin/catalog/course/", action).content.decode()
    assert f"Nothing was deleted, because {words} cannot be deleted:" in page


@pytest.mark.parametrize("make", [CourseFactory, WebinarFactory, MentorshipFactory, LiveTradingFactory])
def test_a_row_without_owners_is_deleted(admin_client: Client, make: Callable[[], Any]) -> None:
    row = make()
    assert admin_client.post(admin_url(row, "delete"), {"post": "yes"}).status_code == 302
    assert not exists(row)


def test_a_course_bought_during_its_deletion_is_kept(
    admin_client: Client, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = CourseFactory(taught_by=[])
    monkeypatch.setattr("apps.catalog.admin.courses.CourseAdmin.protection_reason", lambda *_: None)
    give_access(member.user, course, at=timezone.now())
    response = admin_client.post(admin_url(course, "delete"), {"post": "yes"}, follow=True)
    assert response.status_code == 200
    assert exists(course)


@pytest.mark.parametrize(
    ("form", "prefix"), [("session plan", "plans"), ("Pro plan", "plans")], ids=["session plan", "Pro plan"]
)
def test_a_bought_plan_cannot_be_removed(
    admin_client: Client, member: Person, form: str, prefix: str
) -> None:
    if form == "session plan":
        plan = SessionPlanFactory()
        create_booking(member.user, session=SessionFactory(program=plan.program), by=plan)
        page, reason = admin_url(plan.program), "Sessions were sold with this plan, so it cannot be deleted."
    else:
        plan = PlanFactory()
        create_subscription(member.user, plan)
        page, reason = admin_url(plan.section), "1 person bought this. Unpublish it instead."
    response = admin_client.post(page, {**load_form(admin_client, page), f"{prefix}-0-DELETE": ["on"]})

    assert f"{plan}: {reason}" in response.content.decode().replace("&#x27;", "'")
    assert exists(plan)


@pytest.mark.usefixtures("one_person_decides")
def test_an_unused_plan_is_removed(admin_client: Client) -> None:
    plan = SessionPlanFactory()
    page = admin_url(plan.program)
    response = admin_client.post(page, {**load_form(admin_client, page), "plans-0-DELETE": ["on"]})
    assert response.status_code == 302
    assert not exists(plan)
