"""Months of complaints are frozen once, the published tables read them, and corrections are explicit."""

import json
from datetime import UTC, date, datetime
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from apps.accounts.models import User
from apps.core.testing.fixtures import Person
from apps.support.models import Complaint, ComplaintCorrection, FrozenMonth
from apps.support.selectors import complaints as tables
from apps.support.services import demo_complaints

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
CHANGED = {
    "source": "direct",
    "reference": "SEP",
    "received_date": "2026-09-04",
    "resolved_date": "2026-10-03",
}


@pytest.fixture
def register() -> list[Complaint]:
    """Received in September and resolved in October; received in October and pending; of November."""
    rows = [
        Complaint(source="direct", reference="SEP", received_date=date(2026, 9, 4)),
        Complaint(source="scores", received_date=date(2026, 10, 5)),
        Complaint(source="direct", received_date=date(2026, 11, 3)),
    ]
    rows[0].resolved_date = date(2026, 10, 2)
    for row in rows:
        row.save()
    return rows


def freeze(*options: str) -> Any:
    out = StringIO()
    call_command("freeze_complaints", *options, stdout=out)
    return out.getvalue()


def monthly(*labels: str) -> list[tuple[int, ...]]:
    """Carried forward, received, resolved, pending."""
    rows = {row["period"]: row for row in tables.figures(today=date(2026, 11, 20))["monthly"]["rows"]}
    return [tuple(value for key, value in rows[label].items() if key != "period") for label in labels]  # type: ignore[misc]


def correct(client: Client, row: Complaint, **changes: str) -> Any:
    return client.post(reverse("admin:support_complaint_change", args=[row.pk]), {**CHANGED, **changes})


def test_each_final_month_is_frozen_once(register: list[Complaint]) -> None:
    said = freeze("--dry-run")
    assert said == (
        "Sep 2026 would be frozen: 1 received, 0 resolved, 1 pending.\n"
        "Oct 2026 would be frozen: 1 received, 1 resolved, 1 pending.\n"
    )
    assert not FrozenMonth.objects.exists()
    printed = json.loads(freeze("--json"))
    assert printed["dryRun"] is False
    assert [(month["month"], month["total"]["received"]) for month in printed["months"]] == [
        ("2026-09", 1),
        ("2026-10", 1),
    ]
    assert [str(row) for row in FrozenMonth.objects.all()] == ["Oct 2026", "Sep 2026"]
    assert freeze() == "Nothing to freeze.\n"
    assert json.loads(freeze("--json")) == {"dryRun": False, "months": []}


@pytest.mark.parametrize(("now", "count"), [("2026-11-07T18:29:59Z", 1), ("2026-11-07T18:30:00Z", 2)])
def test_a_month_is_frozen_from_the_eighth_in_india(
    register: list[Complaint], clock: Any, now: str, count: int
) -> None:
    clock.move_to(datetime.fromisoformat(now))
    freeze()
    assert FrozenMonth.objects.count() == count


def test_months_without_complaints_are_frozen_as_well_and_an_empty_register_freezes_none() -> None:
    assert freeze() == "Nothing to freeze.\n"
    Complaint.objects.create(source="direct", received_date=date(2026, 7, 31))
    freeze()
    received = FrozenMonth.objects.order_by("first_day").values_list("figures__total__received", flat=True)
    assert list(received) == [1, 0, 0, 0]


def test_tables_read_frozen_months_and_count_the_others(register: list[Complaint], committed: Any) -> None:
    live = tables.figures(today=date(2026, 11, 20))
    with committed():
        freeze()
    assert tables.figures(today=date(2026, 11, 20)) == live
    with committed():
        Complaint.objects.update(received_date=date(2026, 8, 1))
    # August was never frozen, so it is counted; what was published stays.
    assert monthly("Aug 2026", "Sep 2026", "Oct 2026") == [(0, 3, 0, 3), (0, 1, 0, 1), (1, 1, 1, 1)]
    annual = tables.figures(today=date(2026, 11, 20))["annual"]["rows"]
    assert [tuple(row.values()) for row in annual] == [("2026-27", 0, 5, 1, 1)]


def test_correction_of_a_frozen_month_needs_a_reason_and_is_kept(
    register: list[Complaint], admin_client: Client, staff: Person
) -> None:
    freeze()
    row = register[0]
    assert correct(admin_client, row).status_code == 200
    row.refresh_from_db()
    assert row.resolved_date == date(2026, 10, 2)

    assert correct(admin_client, row, correction_reason="Entered on the wrong day").status_code == 302
    row.refresh_from_db()
    assert row.resolved_date == date(2026, 10, 3)
    correction = ComplaintCorrection.objects.get()
    assert (str(correction.month), correction.reason) == ("Oct 2026", "Entered on the wrong day")
    assert (correction.by, correction.at) == (staff.user, NOW)
    days = [each["total"]["averageResolutionDays"] for each in (correction.before, correction.after)]
    assert days == [28.0, 29.0]
    october = FrozenMonth.objects.get(first_day=date(2026, 10, 1))
    assert october.figures == correction.after
    page = admin_client.get(reverse("admin:support_frozenmonth_change", args=[october.pk]))
    assert "Entered on the wrong day" in page.content.decode()


def test_correction_that_changes_no_figure_is_no_correction(
    register: list[Complaint], admin_client: Client
) -> None:
    freeze()
    correct(admin_client, register[0], resolved_date="2026-10-02", correction_reason="Only a note", note="x")
    assert not ComplaintCorrection.objects.exists()


def test_without_the_permission_no_reason_corrects_anything(register: list[Complaint]) -> None:
    freeze()
    person = User.objects.create_user(mobile="9844444444", is_staff=True)
    names = ("change_complaint", "view_complaint")
    person.user_permissions.set(Permission.objects.filter(codename__in=names))
    client = Client()
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    answer = correct(client, register[0], correction_reason="Please")
    assert answer.status_code == 200
    assert "correction_reason" not in answer.content.decode()
    register[0].refresh_from_db()
    assert register[0].resolved_date == date(2026, 10, 2)


def test_list_of_frozen_months_has_the_same_query_count_for_two_and_for_many(
    admin_client: Client, register: list[Complaint], django_assert_num_queries: Any
) -> None:
    url = reverse("admin:support_frozenmonth_changelist")
    freeze()
    admin_client.get(url)
    with django_assert_num_queries(6):
        admin_client.get(url)
    figures = FrozenMonth.objects.latest("first_day").figures
    FrozenMonth.objects.bulk_create(
        FrozenMonth(first_day=date(2025, month, 1), figures=figures, frozen_at=NOW) for month in range(1, 13)
    )
    with django_assert_num_queries(6):
        admin_client.get(url)


def test_demo_leaves_a_register_alone_that_was_frozen(register: list[Complaint]) -> None:
    freeze()
    assert demo_complaints.seed(NOW) == "3 in the register"
    assert Complaint.objects.count() == 3


def test_beat_schedules_the_task() -> None:
    assert "apps.support.tasks.freeze_complaints" in {
        entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()
    }
