"""Certificates of completion: issuing, withdrawing, issuing again, checking, and what they outlive."""

import re
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
import time_machine
from django.db import IntegrityError, transaction
from pypdf import PdfReader

from apps.accounts import personal_data
from apps.accounts.models import Entitlement, ThrottleEvent, User
from apps.catalog import certificate_codes
from apps.catalog.models import Certificate, Course, Topic, TopicProgress
from apps.catalog.selectors import exported
from apps.catalog.services import certificate_checks, certificates
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.core.errors import NotLoggedIn
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
CODE = re.compile(r"[2-9A-HJKMNP-TV-Z]{5}(-[2-9A-HJKMNP-TV-Z]{5}){3}")


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def course(member):
    """A course of the member's, completed."""
    course, topics = create_course(600, 300, weburlname="candles", title="Candlesticks")
    give_course(member.user, course)
    complete(member.user, course, topics)
    return course


def complete(person, course, topics):
    TopicProgress.objects.bulk_create(
        TopicProgress(person=person, course=course, topic=topic, is_completed=True, updated_at=NOW)
        for topic in topics
    )


def url(course, more=""):
    return f"/api/course/certificate/{course.pk}{more}"


def issue(member, course):
    answer = member.api.get(url(course))
    assert answer.status_code == 200, answer.content
    return answer.json()


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def check(api, code):
    return api.get(f"/api/certificate/{code}")


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
        assert member.api.post(url(course), body).status_code == 200
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


def add_topic(course):
    chapter = course.chapters.first()
    Topic.objects.create(
        chapter=chapter, title="New", position=9, content_type="article", duration_seconds=60
    )


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


# --- withdrawing ---


def test_a_withdrawn_one_is_unknown_and_nameless(api, member, course, clock):
    code = issue(member, course)["code"]
    clock.shift(timedelta(hours=1))

    answer = member.api.delete(url(course))

    assert answer.status_code == 200
    assert answer.json() == {"message": "Certificate withdrawn. Its link no longer works."}
    assert_matches_schema(answer.json(), path="course/certificate/{key}", method="delete")
    row = Certificate.objects.get()
    assert (row.code, row.learner_name, row.course_title) == (None, "", "")
    assert row.withdrawn_at == NOW + timedelta(hours=1)
    assert refusal(check(api, code)) == (404, "certificate_unknown")
    assert refusal(member.api.get(url(course, "/certificate.pdf"))) == (404, "certificate_unknown")


def test_only_a_post_issues_it_again_with_a_new_code(api, member, course, clock):
    old = issue(member, course)["code"]
    member.api.delete(url(course))
    User.objects.filter(pk=member.user.pk).update(name="Meera Menon")
    add_topic(course)
    clock.shift(timedelta(days=1))

    assert member.api.get(url(course)).json() == {
        "code": "withdrawn",
        "message": "You withdrew this certificate. You can have a new one issued.",
    }
    answer = member.api.post(url(course))

    assert answer.status_code == 200
    again = answer.json()
    assert again.pop("message") == "Your certificate is ready."
    assert again == issue(member, course)
    assert again["code"] != old
    assert again["issuedAt"] == "2026-11-22T20:30:00Z"
    assert check(api, again["code"]).json()["data"]["learnerName"] == "Meera Menon"
    assert check(api, old).status_code == 404


def test_a_post_leaves_a_valid_one_as_it_is(member, course):
    first = issue(member, course)
    again = member.api.post(url(course)).json()
    assert {**first, "message": "Your certificate is ready."} == again


def test_withdrawing_twice_is_fine(member, course, clock):
    issue(member, course)
    member.api.delete(url(course))
    clock.shift(timedelta(hours=1))

    assert member.api.delete(url(course)).status_code == 200
    assert Certificate.objects.get().withdrawn_at == NOW


def test_what_was_never_issued_cannot_be_withdrawn(member, course):
    assert refusal(member.api.delete(url(course))) == (404, "certificate_unknown")


def test_another_member_withdraws_nothing(member, other_member, course):
    first = issue(member, course)

    assert refusal(other_member.api.delete(url(course))) == (404, "certificate_unknown")
    assert refusal(other_member.api.get(url(course, "/certificate.pdf"))) == (404, "certificate_unknown")
    assert issue(member, course) == first


def test_the_database_refuses_a_half_withdrawn_row(member, course):
    issue(member, course)
    for half in ({"code": None}, {"withdrawn_at": NOW}, {"learner_name": ""}, {"course_title": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Certificate.objects.update(**half)


# --- checking ---


def test_everybody_reads_what_is_certified_and_nothing_else(api, member, other_member, course):
    code = issue(member, course)["code"]

    answer = check(api, code)

    assert answer.status_code == 200
    assert answer.json() == {
        "data": {
            "code": code,
            "learnerName": "Meera Nair",
            "courseTitle": "Candlesticks",
            "weburlname": "candles",
            "issuedAt": "2026-11-21T20:30:00Z",
            "withdrawnAt": None,
        }
    }
    assert_matches_schema(answer.json(), path="certificate/{code}")
    assert check(other_member.api, code).json() == answer.json()


def test_small_letters_are_the_same_code(api, member, course):
    code = issue(member, course)["code"]
    assert check(api, code.lower()).json()["data"]["code"] == code


def test_an_altered_code_is_unknown(api, member, course):
    code = issue(member, course)["code"]
    other = "2" if code[-1] != "2" else "3"

    for altered in (code[:-1] + other, code[:-1], code + "2", code.replace("-", ""), code.replace("-", " ")):
        assert refusal(check(api, altered)) == (404, "certificate_unknown")


@pytest.mark.parametrize(
    "code", ["0", "%00", "x" * 500, "%F0%9F%93%88", "AAAAA-AAAAA-AAAAA-AAAA0", "ſſſſſ-AAAAA-AAAAA-AAAAA"]
)
def test_what_is_no_code_is_unknown_and_not_counted(api, code, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert refusal(check(api, code)) == (404, "certificate_unknown")


def test_the_refusal_is_in_the_language_of_the_page(api, settings):
    api.cookies[settings.LANGUAGE_COOKIE_NAME] = "hi"
    assert check(api, "none").json()["message"] == "यहाँ कोई मान्य प्रमाणपत्र नहीं है।"


def test_too_many_guesses_are_refused_for_right_codes_too(api, member, course, clock):
    code = issue(member, course)["code"]
    for _ in range(60):
        assert check(api, certificate_codes.new_code()).status_code == 404

    for tried in (certificate_codes.new_code(), code):
        answer = check(api, tried)
        assert refusal(answer) == (429, "throttled")
        assert answer["Retry-After"] == "3600"
    assert ThrottleEvent.objects.count() == 60

    clock.shift(timedelta(hours=1))
    assert check(api, code).status_code == 200


def test_right_codes_are_not_counted(api, member, course):
    code = issue(member, course)["code"]
    for _ in range(3):
        check(api, code)
    assert not ThrottleEvent.objects.exists()


def test_other_networks_are_not_held_back():
    for _ in range(60):
        with pytest.raises(certificates.UnknownCertificate):
            certificate_checks.check(code=certificate_codes.new_code(), address="203.0.113.9", now=NOW)
    with pytest.raises(certificates.UnknownCertificate):
        certificate_checks.check(code=certificate_codes.new_code(), address="203.0.113.10", now=NOW)


def test_codes_are_unguessable():
    codes = {certificate_codes.new_code() for _ in range(1_000)}
    assert len(codes) == 1_000
    assert all(CODE.fullmatch(code) for code in codes)
    alphabet = set("".join(codes)) - {"-"}
    assert len(alphabet) ** 20 > 2**80
    assert not alphabet & set("01ILOU")


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
