"""Certificates that are withdrawn and issued again, and what everybody can check."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.catalog import certificate_codes
from apps.catalog.models import Certificate
from apps.catalog.tests.certificate_helpers import (
    CODE,
    NOW,
    add_topic,
    check,
    clock,
    course,
    issue,
    refusal,
    url,
)
from apps.core.testing.schema_checks import assert_matches_schema

__all__ = ["clock", "course"]

pytestmark = pytest.mark.django_db


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

    assert answer.status_code == 201
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
def test_what_is_no_code_is_unknown_without_a_query(api, code, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert refusal(check(api, code)) == (404, "certificate_unknown")


def test_the_refusal_is_in_the_language_of_the_page(api, settings):
    api.cookies[settings.LANGUAGE_COOKIE_NAME] = "hi"
    assert check(api, "none").json()["message"] == "यहाँ कोई मान्य प्रमाणपत्र नहीं है।"


def test_codes_are_unguessable():
    codes = {certificate_codes.new_code() for _ in range(1_000)}
    assert len(codes) == 1_000
    assert all(CODE.fullmatch(code) for code in codes)
    alphabet = set("".join(codes)) - {"-"}
    assert len(alphabet) ** 20 > 2**80
    assert not alphabet & set("01ILOU")
