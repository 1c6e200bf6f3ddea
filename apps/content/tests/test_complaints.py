"""The regulator's tables, counted from the register; and what is published for good."""

from datetime import date
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.content import complaint_figures
from apps.content.complaint_figures import Entry
from apps.content.models import Complaint, ComplianceAudit
from apps.content.services import demo_complaints
from apps.core.testing.described import assert_described
from apps.core.testing.fixtures import Person

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


def shown(row: Any) -> tuple[Any, ...]:
    return tuple(row.values())


def test_the_month_that_is_over_is_counted_by_source() -> None:
    figures = complaint_figures.figures(REGISTER, today=TODAY)
    assert figures["monthEnding"] == "2026-10-31"
    assert [shown(row) for row in [*figures["sources"], figures["total"]]] == [
        ("Directly from Investors", 2, 2, 2, 2, 1, 30.5),
        ("SEBI (SCORES)", 1, 0, 1, 0, 0, 31.0),
        ("Other Sources", 0, 0, 0, 0, 0, None),
        ("Grand Total", 3, 2, 3, 2, 1, 30.7),
    ]
    assert figures["impersonation"] == 1


def test_the_trends_hang_together() -> None:
    figures = complaint_figures.figures(REGISTER, today=TODAY)
    months = figures["monthly"]["rows"]
    assert [row["period"] for row in (months[0], months[-1])] == ["Nov 2025", "Oct 2026"]
    assert len(months) == 12
    for before, after in pairwise(months):
        assert after["carriedForward"] == before["pending"]
    for row in [*months, *figures["annual"]["rows"], figures["monthly"]["total"], figures["annual"]["total"]]:
        assert row["carriedForward"] + row["received"] - row["resolved"] == row["pending"]
    assert [shown(row) for row in figures["annual"]["rows"]] == [
        ("2024-25", 0, 1, 0, 1),
        ("2025-26", 1, 0, 1, 0),
        ("2026-27", 0, 5, 3, 2),
    ]
    assert shown(figures["annual"]["total"]) == ("Grand Total", 0, 6, 4, 2)


def test_an_empty_register_gives_zeros() -> None:
    figures = complaint_figures.figures([], today=date(2026, 4, 1))
    assert figures["monthEnding"] == "2026-03-31"
    assert shown(figures["total"]) == ("Grand Total", 0, 0, 0, 0, 0, None)
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
    assert complaint_figures.figures([], today=day)["isFinal"] is is_final
    assert complaint_figures.earliest_open_day(today=day) == date.fromisoformat(first_open)


@pytest.mark.parametrize(
    ("received", "is_old"), [("2026-07-31", True), ("2026-08-01", False), ("2026-07-01", True)]
)
def test_three_months_are_counted_by_the_calendar(received: str, is_old: bool) -> None:
    total = complaint_figures.figures([entry(received)], today=TODAY)["total"]
    assert total["pendingOverThreeMonths"] == is_old


@pytest.mark.django_db
class TestOnTheSite:
    @pytest.fixture
    def admin_user(self, staff: Person) -> Any:
        return staff.user

    @pytest.fixture
    def desk(self, admin_client: Client) -> Client:
        return admin_client

    def line(self, **changes: Any) -> Complaint:
        told = {"source": "direct", "received_date": date(2026, 11, 3), **changes}
        return Complaint.objects.create(**told)

    def form(self, **changes: str) -> dict[str, str]:
        return {"source": "direct", "received_date": "2026-11-03", **changes}

    def add(self, desk: Client, **changes: str) -> Any:
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            return desk.post(reverse("admin:content_complaint_add"), self.form(**changes))

    def change(self, desk: Client, row: Complaint, **changes: str) -> Any:
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            return desk.post(reverse("admin:content_complaint_change", args=[row.pk]), self.form(**changes))

    def test_the_call_counts_with_one_query_however_long_the_register(
        self, api: Any, django_assert_num_queries: Any
    ) -> None:
        with time_machine.travel("2026-12-20T09:30:00Z", tick=False):
            for place in range(50):
                self.line(reference=str(place))
            with django_assert_num_queries(1):
                answer = api.get("/api/complaints")
        assert_described(answer.json(), path="complaints")
        assert answer.json()["data"]["total"]["received"] == 50

    def test_the_month_is_that_of_india(self, api: Any) -> None:
        with time_machine.travel("2026-10-31T18:30:00Z", tick=False):
            assert api.get("/api/complaints").json()["data"]["monthEnding"] == "2026-10-31"

    def test_saving_drops_what_was_kept(self, api: Any, committed: Any) -> None:
        with time_machine.travel("2026-12-20T09:30:00Z", tick=False):
            assert api.get("/api/complaints").json()["data"]["total"]["received"] == 0
            with committed():
                self.line()
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
    def test_a_line_cannot_be_dated_where_it_cannot_be(self, desk: Client, changes: dict[str, str]) -> None:
        assert self.add(desk, **changes).status_code == 200
        assert not Complaint.objects.exists()

    def test_an_old_line_can_still_be_resolved_now(self, desk: Client) -> None:
        row = self.line(received_date=date(2026, 9, 4))
        assert (
            self.change(desk, row, received_date="2026-09-04", resolved_date="2026-11-10").status_code == 302
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
    def test_what_is_published_for_good_stays(self, desk: Client, changes: dict[str, str]) -> None:
        row = self.line(received_date=date(2026, 9, 4), resolved_date=date(2026, 10, 2))
        assert self.change(desk, row, **changes).status_code == 200
        row.refresh_from_db()
        was = (row.source, row.received_date, row.resolved_date, row.is_impersonation)
        assert was == ("direct", date(2026, 9, 4), date(2026, 10, 2), False)

    @pytest.mark.parametrize(("received", "status"), [("2026-10-31", 403), ("2026-11-01", 302)])
    def test_only_lines_of_an_open_month_can_be_deleted(
        self, desk: Client, received: str, status: int
    ) -> None:
        row = self.line(received_date=date.fromisoformat(received))
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            answer = desk.post(reverse("admin:content_complaint_delete", args=[row.pk]), {"post": "yes"})
        assert answer.status_code == status

    def test_the_demo_has_six_months_and_planting_again_changes_nothing(self, api: Any) -> None:
        with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
            demo_complaints.seed(timezone.now())
            demo_complaints.seed(timezone.now())
            figures = api.get("/api/complaints").json()["data"]
            audits = api.get("/api/audit")
        assert sum(row["received"] > 0 for row in figures["monthly"]["rows"]) == 6
        assert_described(audits.json(), path="audit")
        told = [(row["financialYear"], row["isConducted"]) for row in audits.json()["data"]]
        assert told == [("2026-27", False), ("2025-26", True), ("2024-25", True)]

    def test_an_audit_that_was_conducted_has_its_report(self, desk: Client) -> None:
        answer = desk.post(
            reverse("admin:content_complianceaudit_add"), {"year": "2025", "status": "conducted"}
        )
        assert answer.status_code == 200
        assert not ComplianceAudit.objects.exists()
