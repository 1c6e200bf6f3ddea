"""Meetings of a mentorship that staff plan by weekdays."""

from datetime import date, datetime, time, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import Permission

from apps.accounts.models import User
from apps.core.errors import Invalid
from apps.core.indian_time import INDIA
from apps.live.models import ExchangeHoliday, Meeting, Mentorship
from apps.live.services import cancellation, meetings, weekly_meetings
from apps.live.services.weekly_meetings import WeeklyPlan
from apps.live.tests.factories import NOW, MentorshipFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

TUESDAY, FRIDAY = 1, 4
FORM: dict[str, Any] = {
    "subject": "Position size",
    "weekdays": [str(TUESDAY), str(FRIDAY)],
    "first_date": "2026-12-02",
    "starts_time": "19:00",
    "minutes": "90",
    "count": "4",
    "join_url": "https://meet.example/room",
}
DAYS = [date(2026, 12, 4), date(2026, 12, 8), date(2026, 12, 11), date(2026, 12, 15)]
PLAN_PAGE = "/admin/live/mentorship/plan/"


def at_seven(day: date) -> datetime:
    return datetime.combine(day, time(19), tzinfo=INDIA)


def plan(**changes: Any) -> WeeklyPlan:
    values = {
        "subject": "Size",
        "weekdays": [TUESDAY, FRIDAY],
        "first_date": date(2026, 12, 2),
        "starts_time": time(19),
        "minutes": 90,
        "count": 8,
    }
    return WeeklyPlan(**{**values, **changes})


def page_of(mentorship: Mentorship) -> str:
    return f"/admin/live/mentorship/{mentorship.pk}/weekly/"


def test_the_first_days_of_the_plan_without_exchange_holidays() -> None:
    for day, name in ((9, "A Wednesday"), (11, "Election"), (25, "Christmas")):
        ExchangeHoliday.objects.create(date=date(2026, 12, day), name=name)
    found = weekly_meetings.planned(plan=plan(), first_number=3)
    assert [(one.title, one.starts_at) for one in found.meetings] == [
        (f"Size {number}", at_seven(date(2026, 12, day)))
        for number, day in zip(range(3, 10), (4, 8, 15, 18, 22, 29), strict=False)
    ] + [("Size 9", at_seven(date(2027, 1, 1))), ("Size 10", at_seven(date(2027, 1, 5)))]
    assert all(one.ends_at - one.starts_at == timedelta(minutes=90) for one in found.meetings)
    assert found.skipped == [
        {"date": "2026-12-11", "name": "Election"},
        {"date": "2026-12-25", "name": "Christmas"},
    ]


def test_a_plan_without_enough_days_is_refused() -> None:
    for week in range(106):
        day = date(2026, 12, 4) + timedelta(weeks=week)
        ExchangeHoliday.objects.create(date=day, name="Closed")
    with pytest.raises(Invalid, match="Only 0 of these days are within two years"):
        weekly_meetings.planned(plan=plan(weekdays=[FRIDAY], count=1))


def test_staff_add_them_to_a_mentorship_after_a_preview(admin_client: Any) -> None:
    mentorship: Mentorship = MentorshipFactory()
    before = mentorship.meetings.count()
    page = page_of(mentorship)
    assert page in admin_client.get(f"/admin/live/mentorship/{mentorship.pk}/change/").content.decode()
    assert 'type="date"' in admin_client.get(page).content.decode()

    preview = admin_client.post(page, FORM).content.decode()
    for day in ("Fri 4 Dec 2026, 7 to 8:30 PM", "Tue 8 Dec 2026, 7 to 8:30 PM", "Tue 15 Dec 2026"):
        assert day in preview
    assert f"Position size {before + 1}" in preview
    assert mentorship.meetings.count() == before

    edited = admin_client.post(page, {**FORM, "change": "Edit"}).content.decode()
    assert 'value="2026-12-02"' in edited
    assert 'value="19:00"' in edited

    answer = admin_client.post(page, {**FORM, "confirmed": "1"}, follow=True)
    assert "4 meetings added." in answer.content.decode()
    added = mentorship.meetings.filter(title__startswith="Position size")
    assert [row.starts_at for row in added] == [at_seven(day) for day in DAYS]
    assert {row.join_url for row in added} == {FORM["join_url"]}
    mentorship.refresh_from_db()
    assert mentorship.ends_at == at_seven(DAYS[-1]) + timedelta(minutes=90)


def test_what_overlaps_a_meeting_is_refused_and_nothing_is_added(admin_client: Any) -> None:
    start = at_seven(DAYS[1]) + timedelta(hours=1)
    mentorship: Mentorship = MentorshipFactory(meetings=[(start, start + timedelta(hours=1))])
    [taken] = mentorship.meetings.all()
    for extra in ({}, {"confirmed": "1"}):
        refused = admin_client.post(page_of(mentorship), {**FORM, **extra}).content.decode()
        assert f"It overlaps with “{taken.title}”, Tue 8 Dec 2026, 8 to 9 PM." in refused
    assert list(mentorship.meetings.all()) == [taken]


def test_adding_them_twice_adds_them_once(admin_client: Any) -> None:
    mentorship: Mentorship = MentorshipFactory()
    for _ in range(2):
        admin_client.post(page_of(mentorship), {**FORM, "confirmed": "1"})
    assert mentorship.meetings.filter(title__startswith="Position size").count() == 4


def test_a_cancelled_mentorship_gets_none(admin_client: Any) -> None:
    mentorship: Mentorship = MentorshipFactory()
    cancellation.cancel_for_everyone(of=Mentorship, item_id=mentorship.pk, reason="Ill", at=NOW)
    refused = admin_client.post(page_of(mentorship), {**FORM, "confirmed": "1"}).content.decode()
    assert meetings.MentorshipCancelled.message in refused


def test_a_new_mentorship_starts_with_what_was_planned(admin_client: Any) -> None:
    assert PLAN_PAGE in admin_client.get("/admin/live/mentorship/").content.decode()
    assert "Fri 4 Dec 2026, 7 to 8:30 PM" in admin_client.post(PLAN_PAGE, FORM).content.decode()
    answer = admin_client.post(PLAN_PAGE, {**FORM, "confirmed": "Continue"})
    assert answer.status_code == 302
    assert parse_qs(urlsplit(answer["Location"]).query)["weekdays"] == ["1", "4"]

    page = admin_client.get(answer["Location"])
    rows = page.context["inline_admin_formsets"][0].formset.extra_forms
    assert [row.initial["starts_at"] for row in rows] == [at_seven(day) for day in DAYS]
    html = page.content.decode()
    assert 'value="Position size 4"' in html
    form = {
        "title": "Risk rules",
        "weburlname": "risk-rules",
        "host": str(MentorshipFactory().host.pk),
        "language": "English",
        "hue": 255,
        "price_paise": "4999",
        "long_description": "",
        "agenda": "",
        "meetings-TOTAL_FORMS": 4,
        "meetings-INITIAL_FORMS": 0,
    }
    for number, row in enumerate(rows):
        for name in ("title", "starts_at_0", "starts_at_1", "ends_at_0", "ends_at_1", "join_url"):
            key, _, part = name.partition("_at_")
            field = row[f"{key}_at" if part else name]
            value = field.field.widget.decompress(field.value())[int(part)] if part else field.value()
            form[f"meetings-{number}-{name}"] = str(value)
    saved = admin_client.post(answer["Location"], form)
    assert saved.status_code == 302, saved.content.decode()
    made = Mentorship.objects.get(weburlname="risk-rules")
    assert [row.starts_at for row in made.meetings.all()] == [at_seven(day) for day in DAYS]
    assert made.starts_at == at_seven(DAYS[0])


@pytest.mark.parametrize(
    "changes",
    [
        {"weekdays": []},
        {"weekdays": ["7"]},
        {"first_date": "9999-12-31"},
        {"first_date": "2026-11-20"},
        {"first_date": "2029-01-01"},
        {"first_date": "\0"},
        {"first_date": NOW.date().isoformat(), "weekdays": [str(NOW.weekday())], "starts_time": "00:00"},
        {"starts_time": "25:00"},
        {"minutes": "4"},
        {"minutes": "721"},
        {"count": "0"},
        {"count": "61"},
        {"subject": " "},
        {"subject": "x" * 111},
        {"join_url": "javascript:alert(1)"},
    ],
)
def test_a_wrong_plan_is_refused(admin_client: Any, changes: dict[str, Any]) -> None:
    count = Meeting.objects.count()
    mentorship: Mentorship = MentorshipFactory()
    for page in (page_of(mentorship), PLAN_PAGE):
        answer = admin_client.post(page, {**FORM, **changes, "confirmed": "1"})
        assert answer.status_code in (200, 400)
        if answer.status_code == 200:
            assert "Please correct the errors below." in answer.content.decode()
    assert Meeting.objects.count() == count + mentorship.meetings.count()
    assert Meeting.objects.filter(title__startswith="Position size").count() == 0


def test_a_subject_that_needs_an_approval_is_refused(admin_client: Any) -> None:
    mentorship: Mentorship = MentorshipFactory()
    answer = admin_client.post(
        page_of(mentorship), {**FORM, "subject": "Guaranteed returns", "confirmed": "1"}
    )
    assert list(answer.context["form"].errors["subject"]) == [
        f"'{mentorship}' is public. Change these texts, or archive it until Compliance has approved the "
        "new ones.",
        "Promise of return in a meeting: “Guaranteed returns”",
    ]
    assert mentorship.meetings.count() == 1


def test_an_unknown_mentorship_has_no_page(admin_client: Any) -> None:
    assert admin_client.get("/admin/live/mentorship/none/weekly/").status_code == 404


def test_who_may_only_look_plans_nothing(client: Any) -> None:
    clerk = User.objects.create_user(mobile="9844444444", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_mentorship"))
    client.force_login(clerk, backend="apps.accounts.backends.ByPassword")
    mentorship: Mentorship = MentorshipFactory()
    for page in (page_of(mentorship), PLAN_PAGE):
        assert client.post(page, {**FORM, "confirmed": "1"}).status_code == 403
        assert page not in client.get(f"/admin/live/mentorship/{mentorship.pk}/change/").content.decode()
        assert page not in client.get("/admin/live/mentorship/").content.decode()
    assert not Meeting.objects.filter(title__startswith="Position size").exists()


def test_a_wrong_plan_in_the_url_of_a_new_mentorship_plans_nothing(admin_client: Any) -> None:
    page = admin_client.get("/admin/live/mentorship/add/?first_date=9999-12-31&count=10000")
    assert page.status_code == 200
    assert page.context["inline_admin_formsets"][0].formset.extra_forms == []
