"""The lists of sessions and meetings open with those of today and later."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from apps.core.indian_time import INDIA
from apps.live.models import Meeting, ProgramSession
from apps.live.tests.factories import MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 27, 20, 0, tzinfo=INDIA)
MIDNIGHT = NOW.replace(hour=0)
STARTS = {
    "Yesterday": MIDNIGHT - timedelta(minutes=1),
    "This morning": MIDNIGHT,
    "In 6 days": MIDNIGHT + timedelta(days=7, minutes=-1),
    "In 7 days": MIDNIGHT + timedelta(days=7),
}


@pytest.fixture
def sessions() -> None:
    for name, at in STARTS.items():
        SessionFactory(name=name, starts_at=at, ends_at=at + timedelta(hours=1))


def listed(client: Client, query: str = "", model: str = "programsession") -> list[str]:
    changelist = client.get(f"/admin/live/{model}/{query}").context["cl"]
    return [str(getattr(row, "name", "") or row.title) for row in changelist.result_list]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["This morning", "In 6 days", "In 7 days"]),
        ("?days=today", ["This morning"]),
        ("?days=week", ["This morning", "In 6 days"]),
        ("?days=past", ["Yesterday"]),
        ("?days=all", list(STARTS)),
        ("?days=nonsense", ["This morning", "In 6 days", "In 7 days"]),
        ("?q=Yesterday", ["Yesterday"]),
        ("?starts_at__year=2026&starts_at__month=11", ["Yesterday", "This morning"]),
        ("?starts_at__year=2026&starts_at__month=11&days=past", ["Yesterday"]),
    ],
)
@pytest.mark.usefixtures("sessions")
def test_sessions_of_some_days(admin_client: Client, query: str, expected: list[str]) -> None:
    assert listed(admin_client, query) == expected


@pytest.mark.usefixtures("sessions")
def test_the_filter_names_what_is_shown(admin_client: Client) -> None:
    changelist = admin_client.get("/admin/live/programsession/").context["cl"]
    choices = [
        (choice["display"], choice["selected"]) for choice in changelist.filter_specs[0].choices(changelist)
    ]
    assert choices == [
        ("Today and later", True),
        ("Today", False),
        ("Today and 6 days", False),
        ("Before today", False),
        ("All", False),
    ]


@pytest.mark.parametrize(
    ("across", "deleted"), [("0", {"Yesterday"}), ("1", {"This morning", "In 6 days", "In 7 days"})]
)
@pytest.mark.usefixtures("sessions")
def test_chosen_rows_stay_chosen_at_midnight_and_all_rows_are_those_of_the_list(
    admin_client: Client, across: str, deleted: set[str]
) -> None:
    chosen = ProgramSession.objects.get(name="Yesterday").pk
    action = {"action": "delete_selected", "_selected_action": chosen, "select_across": across}
    page = admin_client.post("/admin/live/programsession/", action)
    assert {row.name for row in page.context["queryset"]} == deleted


def test_meetings_too(admin_client: Client) -> None:
    meeting: Meeting = MentorshipFactory().meetings.get()
    Meeting.objects.filter(pk=meeting.pk).update(
        starts_at=NOW - timedelta(days=9), ends_at=NOW - timedelta(days=8)
    )
    assert listed(admin_client, model="meeting") == []
    assert listed(admin_client, "?days=all", model="meeting") == [meeting.title]


def test_webinars_open_with_all_of_them(admin_client: Client) -> None:
    past = WebinarFactory(starts_at=NOW - timedelta(days=9), ends_at=NOW - timedelta(days=8))
    assert listed(admin_client, model="webinar") == [past.title]
    assert listed(admin_client, "?days=later", model="webinar") == []
