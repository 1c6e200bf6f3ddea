"""Holidays, nights and clashes of a host: staff are told before they save, and may save anyway."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.content.tests.factories import InstructorFactory
from apps.core.indian_time import INDIA
from apps.live.models import ExchangeHoliday, Mentorship, ProgramSession, SessionSeries, Webinar
from apps.live.selectors import host_times
from apps.live.selectors.host_times import HostTime
from apps.live.services import meetings, rescheduling
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)
from tests.staff.admin_pages import load_form

pytestmark = pytest.mark.django_db

DAY = date(2026, 12, 22)
TUESDAY = "Tue 22 Dec 2026"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        ExchangeHoliday.objects.get_or_create(date=date(2026, 12, 25), defaults={"name": "Christmas"})
        yield


@pytest.fixture
def host() -> Any:
    return InstructorFactory()


def at(clock: str, day: date = DAY) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=INDIA)


def planned(host: Any, starts: str, ends: str, day: date = DAY) -> HostTime:
    return HostTime(host.pk, "Gaps", at(starts, day), at(ends, day))


@pytest.mark.parametrize(
    ("starts", "ends", "day", "warning"),
    [
        ("06:00", "22:00", DAY, ""),
        ("05:59", "07:00", DAY, "at night"),
        ("21:00", "22:01", DAY, "at night"),
        ("22:00", "22:30", DAY, "at night"),
        ("19:00", "20:00", date(2026, 12, 25), "an exchange holiday, Christmas"),
        ("19:00", "20:00", date(2026, 12, 26), ""),
    ],
)
def test_nights_and_holidays(host: Any, starts: str, ends: str, day: date, warning: str) -> None:
    found = host_times.warnings([planned(host, starts, ends, day)])
    assert (len(found), warning in "".join(found)) == (1 if warning else 0, True)


def test_the_host_has_something_else(host: Any) -> None:
    times = {"starts_at": at("18:00"), "ends_at": at("19:30")}
    others = (
        WebinarFactory(title="Breadth", host=host, **times),
        MentorshipFactory(host=host).meetings.get(),
        SessionFactory(name="Volume", program__host=host, **times),
    )
    type(others[1]).objects.filter(pk=others[1].pk).update(title="Clinic", **times)
    WebinarFactory(host=host, cancelled_at=NOW, cancellation_reason="Ill", **times)
    WebinarFactory(**times)
    WebinarFactory(host=host, starts_at=at("19:30"), ends_at=at("20:00"))

    def found(starts: str, ends: str, **more: Any) -> list[str]:
        return host_times.warnings([planned(host, starts, ends)], **more)

    assert sorted(found("19:00", "19:30")) == [
        f"'Gaps', {TUESDAY}, 7 to 7:30 PM: the host also has '{title}', {TUESDAY}, 6 to 7:30 PM."
        for title in ("Breadth", "Clinic", "Volume")
    ]
    assert found("17:00", "18:00") == [], "one may begin when another ends"
    assert len(found("19:00", "19:30", instead_of=[others[0].pk])) == 2, "what moves is no clash of itself"


def test_the_queries_are_the_same_for_many(host: Any) -> None:
    counts = []
    for number in (1, 40):
        plan = [planned(host, "19:00", "20:00", DAY + timedelta(days=7 * week)) for week in range(number)]
        with CaptureQueriesContext(connection) as queries:
            host_times.warnings(plan)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 5


def box(response: Any) -> str:
    """The value of the box 'Save anyway'."""
    found = re.search(r'name="save_anyway" value="(\w+)"', response.content.decode())
    assert found, "no warning"
    return found[1]


def times(prefix: str, starts: str, ends: str, day: date = DAY) -> dict[str, str]:
    return {
        f"{prefix}starts_at_0": str(day),
        f"{prefix}starts_at_1": starts,
        f"{prefix}ends_at_0": str(day),
        f"{prefix}ends_at_1": ends,
    }


def test_a_new_webinar_over_another_of_its_host_is_saved_only_anyway(admin_client: Client, host: Any) -> None:
    WebinarFactory(title="Breadth", host=host, starts_at=at("18:00"), ends_at=at("19:30"))
    url = reverse("admin:live_webinar_add")
    form = load_form(admin_client, url) | {
        "title": ["Gaps"],
        "weburlname": ["gaps"],
        "host": [str(host.pk)],
        "price_paise": ["0"],
        **{name: [value] for name, value in times("", "19:00", "20:00").items()},
    }
    asked = admin_client.post(url, form)
    assert "the host also has &#x27;Breadth&#x27;" in asked.content.decode()
    assert not Webinar.objects.filter(title="Gaps").exists()
    read = box(asked)

    other = {name: [value] for name, value in times("", "23:00", "23:30").items()}
    asked = admin_client.post(url, {**form, **other, "save_anyway": [read]})
    assert "at night" in asked.content.decode(), "another warning is asked again"
    assert not Webinar.objects.filter(title="Gaps").exists()

    admin_client.post(url, {**form, "save_anyway": [read]})
    assert Webinar.objects.filter(title="Gaps").exists()


def test_a_webinar_is_warned_of_when_its_host_changes_and_not_otherwise(
    admin_client: Client, host: Any
) -> None:
    WebinarFactory(host=host, starts_at=at("18:00"), ends_at=at("19:30"))
    webinar = WebinarFactory(starts_at=at("18:00"), ends_at=at("19:30"))
    url = reverse("admin:live_webinar_change", args=[webinar.pk])
    form = load_form(admin_client, url)
    assert admin_client.post(url, {**form, "title": ["Other"]}).status_code == 302
    assert box(admin_client.post(url, {**form, "title": ["Other"], "host": [str(host.pk)]}))


def test_new_sessions_and_meetings_are_warned_of(admin_client: Client) -> None:
    program = LiveTradingFactory()
    url = reverse("admin:live_programsession_add")
    form = load_form(admin_client, url) | {
        "program": [str(program.pk)],
        "name": ["Late"],
        "base_price_paise": ["499"],
        "price_confirmed": ["on"],
        **{name: [value] for name, value in times("", "22:30", "23:00").items()},
    }
    read = box(admin_client.post(url, form))
    assert not ProgramSession.objects.exists()
    admin_client.post(url, {**form, "save_anyway": [read]})
    assert ProgramSession.objects.count() == 1

    for owner, prefix, more in (
        (program, "sessions", {"name": "Late again", "base_price_paise": "499"}),
        (MentorshipFactory(), "meetings", {"title": "Late"}),
    ):
        url = reverse(f"admin:live_{owner._meta.model_name}_change", args=[owner.pk])
        form = load_form(admin_client, url)
        total = int(form[f"{prefix}-TOTAL_FORMS"][0])
        row = f"{prefix}-{total}-"
        form |= {
            f"{prefix}-TOTAL_FORMS": [str(total + 1)],
            **{f"{row}{name}": [value] for name, value in more.items()},
            **{name: [value] for name, value in times(row, "04:00", "05:00").items()},
        }
        rows, before = getattr(owner, prefix), getattr(owner, prefix).count()
        read = box(admin_client.post(url, form))
        assert rows.count() == before
        admin_client.post(url, {**form, "save_anyway": [read]})
        assert rows.count() == before + 1, prefix
    assert Mentorship.objects.count() == 1


def test_a_series_at_night_is_warned_of(admin_client: Client) -> None:
    url = reverse("admin:live_sessionseries_add")
    form = {
        "program": str(LiveTradingFactory().pk),
        "name": "Opening range",
        "weekdays": ["0"],
        "starts_time": "23:00",
        "minutes": "60",
        "first_date": "2026-11-23",
        "last_date": "2026-12-20",
        "base_price_paise": "499",
        "price_confirmed": "on",
        "is_on": "on",
    }
    asked = admin_client.post(url, form)
    assert "at night" in asked.content.decode()
    assert not SessionSeries.objects.exists()
    admin_client.post(url, {**form, "save_anyway": box(asked)})
    assert SessionSeries.objects.count() == 1


def test_a_move_to_a_holiday_at_night_onto_another_event_says_so_first(
    admin_client: Client, host: Any
) -> None:
    christmas = date(2026, 12, 25)
    WebinarFactory(
        title="Breadth", host=host, starts_at=at("03:00", christmas), ends_at=at("04:00", christmas)
    )
    webinar = WebinarFactory(title="Gaps", host=host, starts_at=at("18:00"), ends_at=at("19:00"))
    url = reverse("admin:live_webinar_reschedule", args=[webinar.pk])
    move = times("", "03:30", "04:30", christmas)
    for name in ("starts_at", "ends_at"):
        move[f"{name}_0"] = str(christmas)
    page = admin_client.post(url, move).content.decode()
    for warning in ("at night", "an exchange holiday, Christmas", "the host also has &#x27;Breadth&#x27;"):
        assert warning in page
    assert 'value="Save anyway"' in page
    read = re.search(r'name="save_anyway" value="(\w+)"', page)
    assert read

    assert admin_client.post(url, {**move, "confirmed": "1"}).status_code == 200
    Webinar.objects.filter(title="Breadth").update(title="Volume")
    unread = admin_client.post(url, {**move, "confirmed": "1", "save_anyway": read[1]})
    assert "Volume" in unread.content.decode(), "what it says has changed since it was read"
    webinar.refresh_from_db()
    assert webinar.starts_at == at("18:00")
    admin_client.post(url, {**move, "confirmed": "1", "save_anyway": box(unread)})
    webinar.refresh_from_db()
    assert webinar.starts_at == at("03:30", christmas)


@pytest.mark.parametrize("model", ["webinar", "meeting"])
def test_what_the_host_got_while_the_page_was_open_stops_a_move(
    admin_client: Client, host: Any, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    """The warnings are asked under the lock: here the other event is saved just before it is taken."""
    owner = (WebinarFactory if model == "webinar" else MentorshipFactory)(host=host)
    row = owner if model == "webinar" else owner.meetings.get()
    module, lock = (rescheduling.seats, "lock_items") if model == "webinar" else (meetings, "_locked")
    take = getattr(module, lock)

    def saved_first(*args: Any, **kwargs: Any) -> Any:
        WebinarFactory(title="Breadth", host=host, starts_at=at("18:00"), ends_at=at("19:30"))
        return take(*args, **kwargs)

    monkeypatch.setattr(module, lock, saved_first)
    form = {**times("", "19:00", "20:00"), "confirmed": "1"}
    answer = admin_client.post(reverse(f"admin:live_{model}_reschedule", args=[row.pk]), form, follow=True)
    assert "Nothing was rescheduled." in answer.content.decode()
    before = row.starts_at
    row.refresh_from_db()
    assert row.starts_at == before
