"""The regulator's tables, computed from the complaints register, and when they are final."""

from datetime import date
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.support import complaint_figures
from apps.support.complaint_figures import Entry
from apps.support.models import Complaint
from apps.support.services import demo_complaints

TODAY = date(2026, 11, 20)


def entry(
    received: str, resolved: str | None = None, source: str = "direct", *, other: bool = False
) -> Entry:
    return Entry(source, date.fromisoformat(received), resolved and date.fromisoformat(resolved), other)  # type: ignore[arg-type]


REGISTER = [
    entry("2026-06-30"),
    entry("2026-08-01", "2026-10-01"),
    entry("2026-09-30", "2026-10-31", "scores"),
    entry("2026-10-01", "2026-10-01"),
    entry("2026-10-31", "2026-11-02"),
    entry("2026-10-15", "2026-10-16", other=True),
    entry("2026-11-01"),
    entry("2025-03-31", "2025-04-01", "other"),
]


def values(row: Any) -> tuple[Any, ...]:
    return tuple(row.values())


def test_last_month_is_counted_by_source() -> None:
    figures = complaint_figures.figures(REGISTER, today=TODAY, frozen={})
    assert figures["monthEnding"] == "2026-10-31"
    assert [values(row) for row in [*figures["sources"], figures["total"]]] == [
        ("Directly from Investors", 2, 2, 2, 2, 1, 30.5),
        ("SEBI (SCORES)", 1, 0, 1, 0, 0, 31.0),
        ("Other Sources", 0, 0, 0, 0, 0, None),
        ("Grand Total", 3, 2, 3, 2, 1, 30.7),
    ]
    assert figures["impersonation"] == 1


def test_trends_are_consistent() -> None:
    figures = complaint_figures.figures(REGISTER, today=TODAY, frozen={})
    months = figures["monthly"]["rows"]
    assert [row["period"] for row in (months[0], months[-1])] == ["Nov 2025", "Oct 2026"]
    assert len(months) == 12
    for before, after in pairwise(months):
        assert after["carriedForward"] == before["pending"]
    for row in [*months, *figures["annual"]["rows"], figures["monthly"]["total"], figures["annual"]["total"]]:
        assert row["carriedForward"] + row["received"] - row["resolved"] == row["pending"]
    assert [values(row) for row in figures["annual"]["rows"]] == [
        ("2024-25", 0, 1, 0, 1),
        ("2025-26", 1, 0, 1, 0),
        ("2026-27", 0, 5, 3, 2),
    ]
    assert values(figures["annual"]["total"]) == ("Grand Total", 0, 6, 4, 2)


def test_empty_register_gives_zeros() -> None:
    figures = complaint_figures.figures([], today=date(2026, 4, 1), frozen={})
    assert figures["monthEnding"] == "2026-03-31"
    assert values(figures["total"]) == ("Grand Total", 0, 0, 0, 0, 0, None)
    assert [row["period"] for row in figures["annual"]["rows"]] == ["2025-26"]


@pytest.mark.parametrize(
    ("today", "is_final", "first_open"),
    [
        ("2026-11-01", False, "2026-10-01"),
        ("2026-11-07", False, "2026-10-01"),
        ("2026-11-08", True, "2026-11-01"),
    ],
)
def test_a_month_is_final_from_the_eighth(today: str, is_final: bool, first_open: str) -> None:
    day = date.fromisoformat(today)
    assert complaint_figures.figures([], today=day, frozen={})["isFinal"] is is_final
    assert complaint_figures.earliest_open_day(today=day) == date.fromisoformat(first_open)


@pytest.mark.parametrize(
    ("received", "is_old"), [("2026-07-31", True), ("2026-08-01", False), ("2026-07-01", True)]
)
def test_three_months_are_counted_by_the_calendar(received: str, is_old: bool) -> None:
    total = complaint_figures.figures([entry(received)], today=TODAY, frozen={})["total"]
    assert total["pendingOverThreeMonths"] == is_old


@pytest.mark.django_db
class TestEndpointAndAdmin:
    @pytest.fixture
    def admin_user(self, staff: Person) -> Any:
        return staff.user

    def create(self, **changes: Any) -> Complaint:
        fields = {"source": "direct", "received_date": date(2026, 11, 3), **changes}
        return Complaint.objects.create(**fields)

    def form(self, **changes: str) -> dict[str, str]:
        return {"source": "direct", "received_date": "2026-11-03", **changes}

    def add(self, admin_client: Client, **changes: str) -> Any:
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            return admin_client.post(reverse("admin:support_complaint_add"), self.form(**changes))

    def change(self, admin_client: Client, row: Complaint, **changes: str) -> Any:
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            return admin_client.post(
                reverse("admin:support_complaint_change", args=[row.pk]), self.form(**changes)
            )

    def test_endpoint_uses_two_queries_for_any_length(self, api: Any, django_assert_num_queries: Any) -> None:
        with time_machine.travel("2026-12-20T09:30:00Z", tick=False):
            for place in range(50):
                self.create(reference=str(place))
            with django_assert_num_queries(2):
                answer = api.get("/api/complaints")
        assert_matches_schema(answer.json(), path="complaints")
        assert answer.json()["data"]["total"]["received"] == 50

    def test_month_is_that_of_india(self, api: Any) -> None:
        with time_machine.travel("2026-10-31T18:30:00Z", tick=False):
            assert api.get("/api/complaints").json()["data"]["monthEnding"] == "2026-10-31"

    def test_saving_invalidates_the_cached_response(self, api: Any, committed: Any) -> None:
        with time_machine.travel("2026-12-20T09:30:00Z", tick=False):
            assert api.get("/api/complaints").json()["data"]["total"]["received"] == 0
            with committed():
                self.create()
            assert api.get("/api/complaints").json()["data"]["total"]["received"] == 1

    @pytest.mark.parametrize(
        "changes",
        [
            {"received_date": "2026-10-31"},
            {"received_date": "2026-11-21"},
            {"resolved_date": "2026-11-02"},
            {"resolved_date": "2026-11-21"},
        ],
    )
    def test_invalid_dates_are_rejected(self, admin_client: Client, changes: dict[str, str]) -> None:
        assert self.add(admin_client, **changes).status_code == 200
        assert not Complaint.objects.exists()

    def test_an_entry_has_a_deadline_and_whoever_typed_it(self, admin_client: Client, staff: Person) -> None:
        assert self.add(admin_client, source="scores").status_code == 302
        row = Complaint.objects.get()
        assert (row.due_date, row.assignee) == (date(2026, 11, 24), staff.user)

    def test_a_deadline_before_the_receipt_and_a_person_who_may_not_answer_are_refused(
        self, admin_client: Client, member: Person
    ) -> None:
        for field, value in (("due_date", "2026-11-02"), ("assignee", str(member.user.pk))):
            response = self.add(admin_client, **{field: value})
            assert set(response.context["adminform"].form.errors) == {field}
        assert not Complaint.objects.exists()

    def test_the_list_shows_age_and_deadline_and_filters_what_is_overdue(self, admin_client: Client) -> None:
        self.create(reference="OLD", received_date=date(2026, 10, 15))
        self.create(reference="NEW")
        self.create(reference="DONE", received_date=date(2026, 10, 1), resolved_date=date(2026, 11, 19))
        url = reverse("admin:support_complaint_changelist")
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            page = admin_client.get(url).content.decode()
            overdue = admin_client.get(url, {"reply": "overdue"}).context["cl"].result_list
            unassigned = admin_client.get(url, {"assigned": "nobody"}).context["cl"].result_list
        assert '36 days old; <strong class="overdue">Overdue by 15 days</strong>' in page
        assert "17 days old; 4 days left, until 24 Nov 2026" in page
        assert [row.reference for row in overdue] == ["OLD"]
        assert {row.reference for row in unassigned} == {"OLD", "NEW", "DONE"}

    def test_old_entry_can_be_resolved_in_an_open_month(self, admin_client: Client) -> None:
        row = self.create(received_date=date(2026, 9, 4))
        assert (
            self.change(admin_client, row, received_date="2026-09-04", resolved_date="2026-11-10").status_code
            == 302
        )
        row.refresh_from_db()
        assert row.resolved_date == date(2026, 11, 10)

    @pytest.mark.parametrize(
        "changes",
        [
            {"received_date": "2026-09-05", "resolved_date": "2026-10-02"},
            {"received_date": "2026-09-04", "resolved_date": "2026-10-03"},
            {"received_date": "2026-09-04", "resolved_date": ""},
            {"received_date": "2026-09-04", "resolved_date": "2026-10-02", "source": "scores"},
            {"received_date": "2026-09-04", "resolved_date": "2026-10-02", "is_impersonation": "on"},
        ],
    )
    def test_entry_of_a_final_month_cannot_be_changed(
        self, admin_client: Client, changes: dict[str, str]
    ) -> None:
        row = self.create(received_date=date(2026, 9, 4), resolved_date=date(2026, 10, 2))
        assert self.change(admin_client, row, **changes).status_code == 200
        row.refresh_from_db()
        was = (row.source, row.received_date, row.resolved_date, row.is_impersonation)
        assert was == ("direct", date(2026, 9, 4), date(2026, 10, 2), False)

    @pytest.mark.parametrize(("received", "status"), [("2026-10-31", 403), ("2026-11-01", 302)])
    def test_only_entries_of_an_open_month_can_be_deleted(
        self, admin_client: Client, received: str, status: int
    ) -> None:
        row = self.create(received_date=date.fromisoformat(received))
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            answer = admin_client.post(
                reverse("admin:support_complaint_delete", args=[row.pk]), {"post": "yes"}
            )
        assert answer.status_code == status

    def test_the_demo_has_six_months_and_seeding_again_changes_nothing(self, api: Any) -> None:
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            demo_complaints.seed(timezone.now())
            demo_complaints.seed(timezone.now())
            figures = api.get("/api/complaints").json()["data"]
        assert sum(row["received"] > 0 for row in figures["monthly"]["rows"]) == 6
