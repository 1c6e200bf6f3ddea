"""What somebody bought cannot be deleted, whole or in part: not in the admin, not by the ORM."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.catalog.tests.factories import CourseFactory
from apps.catalog.tests.learners import give
from apps.core.testing.fixtures import Person
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from apps.pro.tests.factories import PlanFactory
from tests.staff.kept import is_there, told
from tests.staff.owned import booked, of_each, owned, subscribed
from tests.staff.pages import address, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]


@of_each
def test_its_page_says_who_owns_it_and_offers_no_delete(
    admin_client: Client, member: Person, kind: str
) -> None:
    row, reason = owned(kind, member)
    page = admin_client.get(address(row)).content.decode()
    assert reason in page
    assert 'class="deletelink"' not in page
    assert ("archive/" in page) is reason.endswith("Archive it instead.")


@of_each
def test_its_delete_page_refuses(admin_client: Client, member: Person, kind: str) -> None:
    row, reason = owned(kind, member)
    url = address(row, "delete")
    for answer in (admin_client.get(url, follow=True), admin_client.post(url, {"post": "yes"}, follow=True)):
        assert told(answer) == [f"{row}: {reason}"]
    assert is_there(row)


@of_each
def test_the_action_on_many_refuses(admin_client: Client, member: Person, kind: str) -> None:
    row, reason = owned(kind, member)
    meta = row._meta
    action = {"action": "delete_selected", "_selected_action": [str(row.pk)]}
    for post in ({}, {"post": "yes"}):
        answer = admin_client.post(f"/admin/{meta.app_label}/{meta.model_name}/", {**action, **post})
        assert reason in answer.content.decode()
    assert is_there(row)


@pytest.mark.parametrize("make", [CourseFactory, WebinarFactory, MentorshipFactory, LiveTradingFactory])
def test_what_nobody_owns_is_deleted(admin_client: Client, make: Callable[[], Any]) -> None:
    row = make()
    assert admin_client.post(address(row, "delete"), {"post": "yes"}).status_code == 302
    assert not is_there(row)


def test_whoever_buys_while_it_is_deleted_keeps_it(
    admin_client: Client, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = CourseFactory(taught_by=[])
    monkeypatch.setattr("apps.catalog.admin.courses.CourseAdmin.kept_because", lambda *_: None)
    give(member.user, course, at=timezone.now())
    answer = admin_client.post(address(course, "delete"), {"post": "yes"}, follow=True)
    assert answer.status_code == 200
    assert is_there(course)


@pytest.mark.parametrize(
    ("form", "prefix"), [("session plan", "plans"), ("Pro plan", "plans")], ids=["session plan", "Pro plan"]
)
def test_a_plan_that_was_bought_is_not_removed(
    admin_client: Client, member: Person, form: str, prefix: str
) -> None:
    if form == "session plan":
        plan = SessionPlanFactory()
        booked(member.user, session=SessionFactory(program=plan.program), by=plan)
        page, reason = address(plan.program), "Sessions were sold by this plan, so it cannot be removed."
    else:
        plan = PlanFactory()
        subscribed(member.user, plan)
        page, reason = address(plan.section), "1 person bought this. Take it off offer instead."
    answer = admin_client.post(page, {**opened(admin_client, page), f"{prefix}-0-DELETE": ["on"]})

    assert f"{plan}: {reason}" in answer.content.decode().replace("&#x27;", "'")
    assert is_there(plan)


def test_a_plan_that_nobody_bought_is_removed(admin_client: Client) -> None:
    plan = SessionPlanFactory()
    page = address(plan.program)
    answer = admin_client.post(page, {**opened(admin_client, page), "plans-0-DELETE": ["on"]})
    assert answer.status_code == 302
    assert not is_there(plan)
