"""What staff see, do and download in the office is in the audit trail."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from apps.audit.models import AuditEntry
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.fixtures import Person
from apps.live.tests.factories import WebinarFactory

pytestmark = pytest.mark.django_db(transaction=True)


def trail() -> list[tuple[str, str, str]]:
    return list(AuditEntry.objects.order_by("at", "pk").values_list("kind", "object_id", "note"))


def changes_of_newest() -> list[tuple[str, str | None, str | None]]:
    entry = AuditEntry.objects.latest("at", "pk")
    return [(change["field"], change["from"], change["to"]) for change in entry.changes]


def test_a_learners_page_and_what_is_done_there(clerk: Callable[..., Client], member: Person) -> None:
    staff, person = clerk("view_user", "block_user"), str(member.user.pk)
    staff.get(reverse("office:learner", args=[person]))
    body = {"key": str(uuid4()), "reason": "Lost the phone", "confirmed": "1"}
    staff.post(reverse("office:learner_action", args=[person, "block"]), body)

    assert trail() == [
        ("viewed", person, "Overview"),
        ("action", person, "Blocked. Reason: Lost the phone"),
    ]
    assert ("is_active", "Yes", "No") in changes_of_newest()


def test_a_corrected_name_has_the_old_and_the_new_one(clerk: Callable[..., Client], member: Person) -> None:
    staff = clerk("view_user", "change_user")
    body = {"key": str(uuid4()), "reason": "Typo", "confirmed": "1", "name": "Asha Rao", "company": ""}
    old = member.user.name
    staff.post(reverse("office:learner_action", args=[str(member.user.pk), "correct-name"]), body)
    assert changes_of_newest() == [("name", old or None, "Asha Rao")]


def test_who_was_found(clerk: Callable[..., Client], member: Person) -> None:
    staff = clerk("view_user", "view_course")
    course = CourseFactory(title="Candles")
    for text in ("nobody at all", course.title, member.user.mobile):
        assert staff.get(reverse("office:find"), {"q": text}).status_code == 200
    assert trail() == [("viewed", "", "Find anything: People")]


def test_who_waits_for_a_seat(clerk: Callable[..., Client]) -> None:
    webinar = WebinarFactory()
    clerk("change_webinar").get(reverse("admin:live_webinar_seats", args=[webinar.pk]))
    assert trail() == [("viewed", str(webinar.pk), "Waiting list")]


def test_a_file(clerk: Callable[..., Client]) -> None:
    staff = clerk("office.export_learners")
    body = {"first": "2026-10-01", "last": "2026-10-31", "format": "csv"}
    assert staff.post(reverse("office:export", args=["learners"]), body).status_code == 200
    assert staff.post(reverse("office:export", args=["sales"]), body).status_code == 403

    assert trail() == [("exported", "", "Learners, 2026-10-01 to 2026-10-31, CSV")]
