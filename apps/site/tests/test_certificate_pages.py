"""The end of a course, and the public page of a certificate, as the server renders them."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from apps.catalog.models import Certificate, Course, TopicProgress
from apps.catalog.services import certificates
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
PATH = "/course/candles/completed"


@pytest.fixture
def course(member: Person) -> Course:
    """A course of the member's, completed."""
    course, (topic,) = create_course(
        600,
        weburlname="candles",
        title="Candlesticks",
        what_you_will_learn=["Read a candle", "Know what it hides"],
    )
    give_course(member.user, course)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=topic, is_completed=True, updated_at=NOW
    )
    return course


def issue(member: Person, course: Course) -> str:
    row = certificates.issue(person=member.user, course_key=str(course.pk), at=NOW)
    return str(row.code)


# --- the public page ---


def test_everybody_can_check_a_certificate(
    client: Client, member: Person, course: Course, settings: Any
) -> None:
    settings.SITE_URL = "https://rally.example.in"
    code = issue(member, course)

    page = get_page(client, f"/certificates/{code}")

    assert page.title == "Certificate of completion · Candlesticks · Rally"
    assert page.heading == "Certificate of completion"
    for text in (
        "This certificate is valid.",
        "Meera Nair",
        "Candlesticks",
        "Sat, 21 Nov 2026",
        code,
        "It is not a qualification, and not a certification by SEBI or NISM.",
    ):
        assert text in page.main.text
    assert "/courses/candles" in page.main.urls
    assert page.meta("robots") == "noindex"
    assert page.canonical == f"https://rally.example.in/certificates/{code}"
    assert page.answer("certificates", "public", code) == client.get(f"/api/certificate/{code}").json()


def test_it_has_nothing_personal_but_the_name(client: Client, member: Person, course: Course) -> None:
    text = client.get(f"/certificates/{issue(member, course)}").content.decode()

    for fact in (member.user.mobile, member.user.email, str(member.user.pk), "Kerala"):
        assert fact not in text


def test_it_is_in_hindi_for_those_who_chose_it(
    client: Client, member: Person, course: Course, settings: Any
) -> None:
    code = issue(member, course)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "hi"

    page = get_page(client, f"/certificates/{code}")

    assert page.heading == "कोर्स पूरा करने का प्रमाणपत्र"
    assert "यह प्रमाणपत्र मान्य है।" in page.main.text


def test_a_withdrawn_one_is_not_found_at_once(client: Client, member: Person, course: Course) -> None:
    code = issue(member, course)
    assert client.get(f"/certificates/{code}").status_code == 200

    certificates.withdraw(person=member.user, course_key="candles", at=NOW)

    page = get_page(client, f"/certificates/{code}", status=404)
    assert page.heading == "Page not found"
    assert "Meera" not in page.main.text


def test_one_that_staff_withdrew_says_when_and_not_whose_it_was(
    client: Client, member: Person, course: Course
) -> None:
    code = issue(member, course)
    row = Certificate.objects.get()
    certificates.revoke(certificate_id=row.pk, reason="Shared account", at=NOW)

    page = get_page(client, f"/certificates/{code}")

    assert "This certificate was withdrawn on Sat, 21 Nov 2026. It is not valid any more." in page.main.text
    assert "Candlesticks" in page.main.text
    html = client.get(f"/certificates/{code}").content.decode()
    for secret in ("Meera", "Shared account", "This certificate is valid."):
        assert secret not in html


def test_it_is_not_in_the_sitemap(client: Client, member: Person, course: Course) -> None:
    issue(member, course)
    assert "certificates" not in client.get("/sitemap.xml").content.decode()


# --- the end of a course ---


def test_the_end_of_a_course_shows_what_was_learned_and_its_certificate(
    client: Client, member: Person, course: Course
) -> None:
    related, _ = create_course(60, title="Volume", category=course.category)
    code = issue(member, course)
    client.force_login(member.user)

    page = get_page(client, PATH)

    assert page.title == "Course completion · Candlesticks · Rally"
    assert page.heading == "You completed this course"
    for text in ("Read a candle", "Know what it hides", code, "Sat, 21 Nov 2026", "Volume", "Write a review"):
        assert text in page.main.text
    assert f"/api/course/certificate/{course.pk}/certificate.pdf" in page.main.urls
    assert f"/certificates/{code}" in page.main.urls
    assert f"/courses/{related.weburlname}" in page.main.urls
    own = client.get("/api/course/certificate/candles").json()
    assert page.answer("certificates", "own", "candles") == own


def test_a_page_view_issues_nothing(client: Client, member: Person, course: Course) -> None:
    client.force_login(member.user)

    page = get_page(client, PATH)

    assert [key[:2] for key, _ in page.answers] == [["catalog", "course"], ["catalog", "courses"]]
    assert not Certificate.objects.exists()


def test_visitors_get_no_data(client: Client, course: Course) -> None:
    assert get_page(client, PATH).answers == []


def test_an_unknown_course_is_not_found(client: Client, member: Person) -> None:
    client.force_login(member.user)
    assert get_page(client, "/course/none/completed", status=404).heading == "Page not found"
