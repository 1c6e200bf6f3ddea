"""What staff see and enter of courses and chapters that are published for later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.catalog.models import Course
from apps.catalog.tests import publishable
from apps.catalog.tests.factories import CourseFactory
from apps.content.models import AcademyChapter
from apps.content.tests.factories import AcademyChapterFactory
from tests.staff.admin_pages import admin_url, errors, load_form

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 27, 4, 30, tzinfo=UTC)
MOMENT = datetime(2026, 12, 5, 4, 30, tzinfo=UTC)
SCHEDULED = "Scheduled: 5 Dec 2026, 10:00 AM"

MODELS = {Course: CourseFactory, AcademyChapter: AcademyChapterFactory}


def public_path(row: Any) -> str:
    if isinstance(row, Course):
        return row.get_absolute_url()
    return f"/academy/{row.module.weburlname}/{row.weburlname}"


def save(client: Client, row: Any, day: str, time: str) -> Any:
    form = load_form(client, admin_url(row))
    return client.post(admin_url(row), {**form, "published_at_0": day, "published_at_1": time})


@pytest.mark.parametrize("model", MODELS)
def test_the_list_says_what_is_public_and_what_will_be(admin_client: Client, model: type[Any]) -> None:
    make = MODELS[model]
    make(title="First"), make(title="Second", published_at=MOMENT), make(title="Third", is_published=False)
    meta = model._meta
    page = admin_client.get(reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist"), {"o": "1"})
    shown = [
        (row.title, page.context["cl"].model_admin.publication(row)) for row in page.context["cl"].result_list
    ]
    assert sorted(shown) == [("First", "Published"), ("Second", SCHEDULED), ("Third", "Not published")]
    assert f'<td class="field-publication">{SCHEDULED}</td>' in page.content.decode()


def test_the_page_of_a_course_says_from_when_on_and_has_its_preview(
    admin_client: Client, client: Client
) -> None:
    course = publishable.complete(CourseFactory(published_at=MOMENT))
    page = admin_client.get(admin_url(course)).content.decode()
    assert f'<h2 id="publishing-title">{SCHEDULED}</h2>' in page
    assert f'href="{course.get_absolute_url()}"' not in page
    assert client.get(course.get_absolute_url()).status_code == 404
    preview = admin_client.get(reverse("admin:catalog_course_preview", args=[course.pk]))
    assert preview.status_code == 200
    assert course.title in preview.content.decode()


def test_the_action_says_from_when_on(admin_client: Client) -> None:
    course = publishable.draft(published_at=MOMENT)
    chosen = {"action": "publish", "_selected_action": [str(course.pk)]}
    page = admin_client.post(reverse("admin:catalog_course_changelist"), chosen).content.decode()
    assert f"<td>{SCHEDULED}</td>" in page


def test_the_search_of_the_office_says_so(admin_client: Client) -> None:
    CourseFactory(title="Gaps", weburlname="gaps", published_at=MOMENT)
    CourseFactory(title="Gaps again", weburlname="gaps-2", is_published=False)
    page = admin_client.get(reverse("office:find"), {"q": "gaps"}).content.decode()
    assert SCHEDULED in page
    assert "Not published" in page


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("day", "time", "moment"),
    [
        ("2026-11-01", "10:00:00", datetime(2026, 11, 1, 4, 30, tzinfo=UTC)),
        ("2026-11-27", "10:00:00", NOW),
        ("2026-12-05", "00:00:00", datetime(2026, 12, 4, 18, 30, tzinfo=UTC)),
    ],
    ids=["past", "now", "midnight"],
)
def test_the_entered_time_is_indian_and_includes_its_moment(
    admin_client: Client,
    client: Client,
    clock: Any,
    model: type[Any],
    day: str,
    time: str,
    moment: datetime,
) -> None:
    row = MODELS[model]()
    assert save(admin_client, row, day, time).status_code == 302
    row.refresh_from_db()
    assert row.published_at == moment
    if moment > NOW:
        clock.move_to(moment - timedelta(microseconds=1))
        assert client.get(public_path(row)).status_code == 404
    clock.move_to(max(NOW, moment) + timedelta(seconds=61))
    assert client.get(public_path(row)).status_code == 200


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("day", "time"), [("", ""), ("2026-12-05", ""), ("soon", "10:00")])
def test_a_moment_that_is_emptied_is_refused(
    admin_client: Client, model: type[Any], day: str, time: str
) -> None:
    row = MODELS[model]()
    refused = save(admin_client, row, day, time)
    assert "published_at" in errors(refused)
    assert model.objects.get(pk=row.pk).published_at == row.published_at


@pytest.mark.parametrize("model", MODELS)
def test_what_was_public_and_is_moved_to_later_is_gone_at_once(
    admin_client: Client, client: Client, committed: Any, model: type[Any]
) -> None:
    row = MODELS[model]()
    assert client.get(public_path(row)).status_code == 200
    with committed():
        assert save(admin_client, row, "2026-12-05", "10:00:00").status_code == 302
    assert client.get(public_path(row)).status_code == 404
