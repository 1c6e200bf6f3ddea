"""Certificates of completion: issuing, the name, what they outlive, the PDF and personal data."""

from datetime import timedelta
from io import BytesIO

import pytest
from pypdf import PdfReader

from apps.accounts import personal_data
from apps.accounts.models import Entitlement, User
from apps.catalog import certificate_codes
from apps.catalog.models import Certificate, Course, Topic, TopicProgress
from apps.catalog.selectors import exported
from apps.catalog.services import certificates
from apps.catalog.tests.certificate_helpers import (
    CODE,
    NOW,
    add_topic,
    check,
    clock,
    complete,
    course,
    issue,
    refusal,
    url,
)
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.core.errors import NotLoggedIn
from apps.core.testing.schema_checks import assert_matches_schema

__all__ = ["clock", "course"]

pytestmark = pytest.mark.django_db


# --- issuing ---


def test_the_first_request_issues_it(member, course):
    answer = issue(member, course)

    row = Certificate.objects.get()
    fields = {
        "code": row.code,
        "issuedAt": "2026-11-21T20:30:00Z",
        "pdf": f"/api/course/certificate/{course.pk}/certificate.pdf",
        "page": f"/certificates/{row.code}",
        "revoked": None,
    }
    assert answer == {**fields, "data": fields}
    assert CODE.fullmatch(answer["code"])
    assert (row.person, row.course, row.learner_name, row.course_title) == (
        member.user,
        course,
        "Meera Nair",
        "Candlesticks",
    )
    assert_matches_schema(answer, path="course/certificate/{key}")


def test_later_requests_return_the_same(member, course, clock):
    first = issue(member, course)
    clock.shift(timedelta(hours=5))

    assert issue(member, course) == first
    assert member.api.get("/api/course/certificate/candles").json() == first
    assert Certificate.objects.count() == 1


def test_it_is_private(member, course):
    assert member.api.get(url(course))["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(("completed", "of"), [(0, 2), (1, 2), (0, 0)])
def test_without_all_topics_there_is_none(member, completed, of):
    course, topics = create_course(*[60] * of)
    give_course(member.user, course)
    complete(member.user, course, topics[:completed])

    answer = member.api.get(url(course))

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "not_completed",
        "message": "You get the certificate once you have completed all topics of the course.",
    }
    assert not Certificate.objects.exists()


def test_another_members_completion_does_not_count(other_member, course):
    assert refusal(other_member.api.get(url(course))) == (409, "not_completed")


def test_watched_to_the_end_without_being_completed_is_not_enough(member):
    course, (topic,) = create_course(600)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=topic, watched_seconds=600, updated_at=NOW
    )
    assert refusal(member.api.get(url(course))) == (409, "not_completed")


@pytest.mark.parametrize(
    "key",
    [
        "none",
        "00000000-0000-0000-0000-000000000000",
        "x" * 300,
        "%00",
        "%F0%9F%93%88",
        "candles%2F..",
        "1 OR 1=1",
    ],
)
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_unknown_course_is_not_found(member, course, method, key):
    assert getattr(member.api, method)(f"/api/course/certificate/{key}").status_code == 404
    assert not Certificate.objects.exists()


def test_a_draft_that_the_person_never_learned_is_not_found(member):
    course, _ = create_course(60, is_published=False)
    assert refusal(member.api.get(url(course))) == (404, "course_unknown")


def test_visitors_have_to_log_in(api, course):
    for method in ("get", "post", "delete"):
        assert getattr(api, method)(url(course)).status_code == 401
    assert api.get(url(course, "/certificate.pdf")).status_code == 401
    assert not Certificate.objects.exists()


def test_a_body_is_ignored_whatever_it_is(member, course):
    for body in ([], "text", {"learner_name": "Somebody Else", "code": "AAAAA-AAAAA-AAAAA-AAAAA"}):
        assert member.api.post(url(course), body).status_code == 201
    row = Certificate.objects.get()
    assert row.learner_name == "Meera Nair"
    assert row.code != "AAAAA-AAAAA-AAAAA-AAAAA"


# --- the name ---


@pytest.mark.parametrize("name", ["", "   "])
@pytest.mark.parametrize("method", ["get", "post"])
def test_without_a_name_it_is_asked_for(member, course, name, method):
    User.objects.filter(pk=member.user.pk).update(name=name)

    answer = getattr(member.api, method)(url(course))

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "name_needed",
        "message": "Enter your name first: it is printed on the certificate.",
    }
    assert not Certificate.objects.exists()


def test_completion_is_checked_before_the_name(member):
    User.objects.filter(pk=member.user.pk).update(name="")
    course, _ = create_course(60)
    assert refusal(member.api.get(url(course))) == (409, "not_completed")


def test_name_and_title_are_as_of_issue(api, member, course):
    code = issue(member, course)["code"]
    User.objects.filter(pk=member.user.pk).update(name="Meera Menon")
    Course.objects.filter(pk=course.pk).update(title="Candles")

    seen = check(api, code).json()["data"]

    assert (seen["learnerName"], seen["courseTitle"]) == ("Meera Nair", "Candlesticks")


# --- what it outlives ---


def test_new_topics_leave_it_valid(api, member, course):
    first = issue(member, course)
    add_topic(course)

    assert issue(member, course) == first
    assert check(api, first["code"]).status_code == 200


def test_a_restart_leaves_it_valid(member, course):
    first = issue(member, course)
    body = {"userId": str(member.user.pk), "courseId": str(course.pk)}
    assert member.api.post("/api/course/progress/restart", body).status_code == 200

    assert issue(member, course) == first


@pytest.mark.parametrize("is_issued", [True, False])
def test_the_end_of_access_or_a_refund_changes_nothing(member, course, is_issued):
    if is_issued:
        issue(member, course)
    Entitlement.objects.all().delete()

    issue(member, course)
    assert member.api.get(url(course, "/certificate.pdf")).status_code == 200


def test_an_unpublished_course_keeps_it_without_a_link(api, member, course):
    code = issue(member, course)["code"]
    Course.objects.filter(pk=course.pk).update(is_published=False)

    assert issue(member, course)["code"] == code
    assert check(api, code).json()["data"]["weburlname"] is None


def test_a_deleted_course_keeps_the_certificate(api, member):
    # With Pro nobody owns the course, so it can be deleted.
    course, topics = create_course(600, is_pro=True, title="Greeks")
    give_pro(member.user)
    complete(member.user, course, topics)
    code = issue(member, course)["code"]
    course.delete()

    assert check(api, code).json()["data"]["courseTitle"] == "Greeks"


# --- the PDF ---


def test_the_pdf_states_the_same(member, course, settings):
    settings.SITE_URL = "https://rally.example.in"
    code = issue(member, course)["code"]

    answer = member.api.get(url(course, "/certificate.pdf"))

    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'inline; filename="certificate-{code}.pdf"'
    assert answer["Cache-Control"] == "private, no-store"
    reader = PdfReader(BytesIO(answer.content))
    [page] = reader.pages
    text = " ".join(page.extract_text().replace("\u200b", "").split())
    # 8:30 PM in UTC is the next day in India.
    for part in (
        "Meera Nair",
        "Candlesticks",
        "Issued on 22 November 2026",
        code,
        "It is not a qualification, and not a certification by SEBI or NISM.",
    ):
        assert part in text
    assert page["/Annots"][0].get_object()["/A"]["/URI"] == f"https://rally.example.in/certificates/{code}"
    assert member.api.get(url(course, "/certificate.pdf")).content == answer.content


def test_there_is_no_pdf_before_it_is_issued(member, course):
    assert refusal(member.api.get(url(course, "/certificate.pdf"))) == (404, "certificate_unknown")
    assert not Certificate.objects.exists()


# --- personal data ---


def test_the_export_has_valid_and_withdrawn_ones(member, course, clock):
    other, topics = create_course(60, title="Options")
    complete(member.user, other, topics)
    code = issue(member, course)["code"]
    clock.shift(timedelta(hours=1))
    issue(member, other)
    member.api.delete(url(other))

    assert personal_data.export(person=member.user)["certificates"] == [
        {
            "course": "Options",
            "shownName": "",
            "code": None,
            "issuedAt": "2026-11-21T21:30:00Z",
            "withdrawnAt": "2026-11-21T21:30:00Z",
            "revokedAt": None,
            "revocationReason": "",
        },
        {
            "course": "Candlesticks",
            "shownName": "Meera Nair",
            "code": code,
            "issuedAt": "2026-11-21T20:30:00Z",
            "withdrawnAt": None,
            "revokedAt": None,
            "revocationReason": "",
        },
    ]


def test_an_erased_account_has_none(api, member, other_member, course):
    code = issue(member, course)["code"]
    complete(other_member.user, course, Topic.objects.filter(chapter__course=course))
    kept = issue(other_member, course)["code"]

    personal_data.erase(person=member.user, at=NOW)

    assert check(api, code).status_code == 404
    assert check(api, kept).status_code == 200


def test_nothing_is_issued_to_an_erased_account(member, course):
    User.objects.filter(pk=member.user.pk).update(erased_at=NOW)
    with pytest.raises(NotLoggedIn):
        certificates.get_or_issue(person=member.user, course_key="candles", at=NOW)
    assert not Certificate.objects.exists()


# --- queries ---


@pytest.mark.parametrize("others", [0, 49])
def test_queries_do_not_grow(member, course, others, django_assert_num_queries):
    for number in range(others):
        more, topics = create_course(60, weburlname=f"more-{number}")
        complete(member.user, more, topics)
        Certificate.objects.create(
            person=member.user,
            course=more,
            code=certificate_codes.new_code(),
            learner_name="Meera Nair",
            course_title=more.title,
            issued_at=NOW,
        )
    certificates.get_or_issue(person=member.user, course_key="candles", at=NOW)

    with django_assert_num_queries(1):
        certificates.get_or_issue(person=member.user, course_key="candles", at=NOW)
    with django_assert_num_queries(1):
        assert len(exported.certificates(member.user)) == 1 + others
