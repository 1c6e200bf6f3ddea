"""Compliance approves restricted texts on a page of its own: what it read, and never its own words."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.catalog.models import Course
from apps.catalog.tests import publishable
from apps.catalog.tests.factories import CourseFactory
from apps.content.models import AdvertFinding, FaqArticle, Testimonial
from apps.content.selectors.testimonials import TEXTS
from apps.content.services import advert_findings
from apps.content.tests.factories import FaqArticleFactory
from apps.core import indian_time, publishing
from apps.core.advertised_texts import field_texts
from apps.live.models import ExchangeHoliday, LiveTrading
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory
from apps.office.roles import ROLES
from apps.office.tests.staff import client_with
from tests.staff.admin_pages import admin_url, load_form
from tests.staff.approved import approve, digest_of
from tests.staff.undeletable_rows import messages_of

pytestmark = pytest.mark.django_db

PROMISE = "Guaranteed returns for all"
TOMORROW = indian_time.day_of(timezone.now()) + timedelta(days=1)


@pytest.fixture
def compliance() -> Client:
    return client_with(*ROLES["compliance"].codenames())


def write(client: Client, row: Any, **values: str) -> Any:
    form = load_form(client, admin_url(row))
    return client.post(admin_url(row), {**form, **{name: [value] for name, value in values.items()}})


def approve_by(client: Client, row: Any, *, digest: str = "", **values: str) -> Any:
    form = {"approval_number": "BASL-7", "approval_last_day": str(TOMORROW), **values}
    return client.post(admin_url(row, "approval"), {**form, "digest": digest or digest_of(row)}, follow=True)


def numbers_of(row: Any) -> tuple[str, bool]:
    row.refresh_from_db()
    return row.approval_number, row.approved_digest == digest_of(row)


def test_compliance_approves_what_another_wrote(admin_client: Client, compliance: Client) -> None:
    course = publishable.draft()
    write(admin_client, course, long_description=PROMISE)
    course.refresh_from_db()
    page = compliance.get(admin_url(course, "approval")).content.decode()
    assert f"<q>{PROMISE}</q>" in page
    assert admin_url(course, "approval") in compliance.get(admin_url(course)).content.decode()
    assert messages_of(approve_by(compliance, course)) == ["Saved."]
    assert numbers_of(course) == ("BASL-7", True)
    write(admin_client, course, is_published="on")
    course.refresh_from_db()
    assert course.is_published

    approve_by(compliance, course, approval_number="", approval_last_day="")
    assert numbers_of(course) == ("", False)
    assert AdvertFinding.objects.open().count() == 1, "it is public, and restricted again"


def test_nobody_approves_their_own_words_not_even_a_superuser(admin_client: Client) -> None:
    """Also not those of a part, which is a row with a page of its own."""
    course = publishable.draft()
    program = SessionFactory(program__is_published=False).program
    write(admin_client, course, long_description=PROMISE)
    write(admin_client, program.sessions.get(), name=PROMISE)
    for row in (course, program):
        row.refresh_from_db()
        assert "another person must approve" in admin_client.get(admin_url(row, "approval")).content.decode()
        (message,) = messages_of(approve_by(admin_client, row))
        assert "yourself" in message
        assert numbers_of(row) == ("", False)


def test_a_comma_of_another_makes_nobody_free_to_approve_their_own_words(
    admin_client: Client, compliance: Client
) -> None:
    """Only an approval clears what was written before it; one that is taken back clears nothing."""
    course = publishable.draft()
    write(admin_client, course, long_description=PROMISE)
    other = client_with(*ROLES["content"].codenames(), mobile="9844444445")
    write(other, course, long_description=f"{PROMISE}.")
    course.refresh_from_db()
    assert "yourself" in messages_of(approve_by(admin_client, course))[-1]

    assert messages_of(approve_by(compliance, course)) == ["Saved."]
    write(other, course, long_description=f"{PROMISE}!")
    course.refresh_from_db()
    assert messages_of(approve_by(admin_client, course))[-1] == "Saved."
    write(admin_client, course, long_description=PROMISE)
    course.refresh_from_db()
    approve_by(compliance, course, approval_number="", approval_last_day="")
    assert "yourself" in messages_of(approve_by(admin_client, course))[-1]


def test_names_by_a_plan_or_a_file_have_their_author_too(admin_client: Client) -> None:
    mentorship, program = MentorshipFactory(is_published=False), LiveTradingFactory(is_published=False)
    weekly = {
        "subject": PROMISE,
        "weekdays": ["2"],
        "first_date": str(TOMORROW),
        "starts_time": "19:00",
        "minutes": "60",
        "count": "2",
        "confirmed": "1",
    }
    admin_client.post(admin_url(mentorship, "weekly"), weekly)
    day = TOMORROW + timedelta(days=30)
    row = f"{program.weburlname},{PROMISE},{day},19:30,90,499"
    text = f"program,name,date,start,minutes,price\n{row}\n"
    url = reverse("admin:live_programsession_import")
    admin_client.post(url, {"text": text, "confirmed": "1"})
    assert (mentorship.meetings.count(), program.sessions.count()) == (3, 1)
    for owner in (mentorship, program):
        (message,) = messages_of(approve_by(admin_client, owner))[-1:]
        assert "yourself" in message, owner
        assert numbers_of(owner) == ("", False)


def test_without_the_permission_the_page_is_refused(client: Client) -> None:
    content = client_with(*ROLES["content"].codenames(), mobile="9844444445")
    course = publishable.draft()
    assert approve_by(content, course).status_code == 403
    assert "Approve the texts" not in content.get(admin_url(course)).content.decode()
    assert numbers_of(course) == ("", False)


def test_a_text_that_is_saved_meanwhile_is_not_approved(admin_client: Client, compliance: Client) -> None:
    course = publishable.draft()
    write(admin_client, course, long_description=PROMISE)
    course.refresh_from_db()
    read = digest_of(course)
    write(admin_client, course, long_description=f"{PROMISE}, twice")
    (message,) = messages_of(approve_by(compliance, course, digest=read))
    assert message.startswith("These texts were changed")
    assert numbers_of(course) == ("", False)


def test_a_part_that_says_nothing_restricted_ends_no_approval() -> None:
    program = LiveTradingFactory(long_description=PROMISE)
    approve(program)
    session = SessionFactory(program=program, name="Gap and range")
    assert numbers_of(program) == ("A-1", True)
    type(session).objects.update(name=PROMISE)
    assert numbers_of(program) == ("A-1", False)


def test_earnings_are_verified_by_compliance_and_for_what_was_written(
    admin_client: Client, compliance: Client
) -> None:
    row = Testimonial.objects.create(username="Asha", location="Pune", rating=5, is_published=False)
    write(admin_client, row, review="I earned ₹50,000 with it", earnings="₹50,000")
    row.refresh_from_db()
    url, form = admin_url(row, "approval"), {"earnings_verified": "on"}

    def verified_by(client: Client, digest: str) -> bool:
        client.post(url, {**form, "digest": digest})
        row.refresh_from_db()
        return row.earnings_verified

    digest = publishing.digest(field_texts(row, (*TEXTS, "earnings")))
    assert not verified_by(admin_client, digest), "the author"
    assert not verified_by(compliance, "of another text")
    assert verified_by(compliance, digest)
    write(admin_client, row, review="I earned ₹90,000 with it")
    row.refresh_from_db()
    assert not row.earnings_verified
    assert not verified_by(compliance, digest), "the page is older than the text"


# --- what is public and restricted ----------------------------------------------------------------


def test_a_finding_waits_for_compliance_until_the_text_is_changed(
    admin_client: Client, compliance: Client
) -> None:
    row = FaqArticleFactory(is_published=True)
    write(admin_client, row, html="<p>Yes, guaranteed 30% returns each month.</p>")
    finding = AdvertFinding.objects.get()
    assert finding.object_text == str(row)
    assert "guaranteed 30% returns each month" in finding.found[0]
    checks = {check.name: check.count for check in compliance.get("/admin/").context["checks"]}
    assert checks["Advertisement findings"] == 1
    assert "guaranteed 30% returns" in compliance.get(admin_url(finding)).content.decode()

    write(admin_client, row, html="<p>No.</p>")
    assert not AdvertFinding.objects.exists()


def test_compliance_lets_a_text_stay_until_it_is_changed(admin_client: Client, compliance: Client) -> None:
    row = FaqArticleFactory(is_published=True)
    write(admin_client, row, html="<p>Our <b>best</b> course.</p>")
    finding = AdvertFinding.objects.get()
    accept, form = admin_url(finding, "accept"), {"note": "A ranking with its source."}
    for client, digest in ((admin_client, finding.digest), (compliance, "of another text")):
        client.post(accept, {**form, "digest": digest})
        assert AdvertFinding.objects.open().count() == 1
    compliance.post(accept, {**form, "digest": finding.digest})
    advert_findings.scan_all()
    finding.refresh_from_db()
    assert (finding.accepted_by is None, finding.note) == (False, form["note"])

    other = client_with(*ROLES["content"].codenames(), mobile="9844444445")
    write(other, row, html="<p>Our very <b>best</b> course.</p>")
    finding.refresh_from_db()
    assert AdvertFinding.objects.open().get().note == ""
    admin_client.post(accept, {**form, "digest": finding.digest})
    assert not AdvertFinding.objects.open().exists(), "what the superuser wrote was let stay by another"


def test_a_course_needs_an_approval_and_is_not_merely_let_stay(compliance: Client) -> None:
    course = CourseFactory(title=PROMISE)
    advert_findings.scan_all()
    finding = AdvertFinding.objects.get()
    assert "It may stay" not in compliance.get(admin_url(finding)).content.decode()
    compliance.post(admin_url(finding, "accept"), {"digest": finding.digest, "note": "Why not"})
    assert AdvertFinding.objects.open().exists()
    approve(course)
    advert_findings.scan_all()
    assert not AdvertFinding.objects.exists()


def test_the_sweep_finds_what_no_form_saved_and_forgets_what_is_not_public() -> None:
    program, article = LiveTradingFactory(title=PROMISE), FaqArticleFactory(title=PROMISE, is_published=True)
    CourseFactory(title=PROMISE, is_published=False)
    advert_findings.scan_all()
    found = set(AdvertFinding.objects.values_list("object_type", "object_id"))
    assert found == {("live.livetrading", str(program.pk)), ("content.faqarticle", str(article.pk))}
    LiveTrading.objects.update(is_published=False)
    FaqArticle.objects.all().delete()
    advert_findings.scan_all()
    assert not AdvertFinding.objects.exists()


def test_the_sweep_costs_the_same_queries_for_more_rows(django_assert_max_num_queries: Any) -> None:
    counts = []
    for number in (1, 4):
        Course.objects.all().delete()
        for _ in range(number):
            CourseFactory()
        with django_assert_max_num_queries(200) as queries:
            advert_findings.scan_all()
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("start", "is_restricted"),
    [
        ("2026-12-24T09:15", False),
        ("2026-12-24T14:00", False),
        ("2026-12-24T14:30", True),
        ("2026-12-24T09:14", True),
        ("2026-12-25T10:00", True),
        ("2026-12-26T10:00", True),
    ],
    ids=["from the bell", "until the bell", "past it", "before it", "a holiday", "a Saturday"],
)
def test_market_hours_stand_where_a_session_lies_in_them(start: str, is_restricted: bool) -> None:
    ExchangeHoliday.objects.get_or_create(date=date(2026, 12, 25), defaults={"name": "Christmas"})
    starts_at = datetime.fromisoformat(start).replace(tzinfo=indian_time.INDIA)
    session = SessionFactory(
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=90),
        program__long_description="Watch a mentor in market hours.",
    )
    advert_findings.scan_all()
    found = [one.found for one in AdvertFinding.objects.filter(object_id=session.program_id)]
    quote = (
        "Market hours, in which nothing takes place in 'long description': “Watch a mentor in market hours.”"
    )
    assert found == ([[quote]] if is_restricted else [])
