"""Staff withdraw a certificate with a reason, and undo it; in the code it is revoked."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction

from apps.accounts.models import Entitlement
from apps.catalog.models import Certificate, TopicProgress
from apps.catalog.services import certificates
from apps.catalog.services.certificates import NotRevocable, NotRevoked
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
REASON = "Issued for a shared account."
URL = "/api/course/certificate/candles"


@pytest.fixture
def certificate(member) -> Certificate:
    course, (topic,) = create_course(600, weburlname="candles", title="Candlesticks")
    give_course(member.user, course)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=topic, is_completed=True, updated_at=NOW
    )
    return certificates.issue(person=member.user, course_key="candles", at=NOW)


def admin_url(certificate: Certificate, page: str) -> str:
    return f"/admin/catalog/certificate/{certificate.pk}/{page}/"


def revoke(certificate: Certificate) -> None:
    certificates.revoke(certificate_id=certificate.pk, reason=REASON, at=NOW)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# --- in the admin ---


def test_it_is_withdrawn_with_a_reason_and_logged(admin_client, admin_user, certificate):
    shown = admin_client.get(admin_url(certificate, "change")).content.decode()
    assert "Undo withdrawal" not in shown
    assert f'href="{admin_url(certificate, "withdraw")}"' in shown
    page = admin_client.get(admin_url(certificate, "withdraw")).content.decode()
    assert "Withdraw this certificate?" in page
    assert f"Meera Nair's certificate for Candlesticks ({certificate.code})" in page

    answer = admin_client.post(admin_url(certificate, "withdraw"), {"reason": f"  {REASON} "}, follow=True)

    certificate.refresh_from_db()
    assert (certificate.revoked_at, certificate.revocation_reason) == (NOW, REASON)
    assert "Certificate withdrawn." in answer.content.decode()
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (admin_user, str(certificate.pk))
    assert entry.get_change_message() == f"Withdrawn: {REASON}"


def test_it_is_undone_and_logged(admin_client, api, member, certificate):
    before = member.api.get(URL).json()
    revoke(certificate)
    shown = admin_client.get(admin_url(certificate, "change")).content.decode()
    assert f'href="{admin_url(certificate, "undo")}"' in shown
    assert f'href="{admin_url(certificate, "withdraw")}"' not in shown
    page = admin_client.get(admin_url(certificate, "undo")).content.decode()
    assert f"It was withdrawn on 22 Nov 2026. Reason: {REASON}" in page
    certificate.refresh_from_db()
    assert certificate.revoked_at == NOW

    admin_client.post(admin_url(certificate, "undo"))

    assert member.api.get(URL).json() == before
    assert api.get(f"/api/certificate/{certificate.code}").json()["data"]["learnerName"] == "Meera Nair"
    assert LogEntry.objects.get().get_change_message() == "Withdrawal undone."


@pytest.mark.parametrize("reason", [None, "", "   ", "x" * 301, "a\x00b"])
def test_a_missing_or_bad_reason_changes_nothing(admin_client, certificate, reason):
    answer = admin_client.post(
        admin_url(certificate, "withdraw"), {} if reason is None else {"reason": reason}
    )

    assert answer.status_code == 200
    assert "Nothing has been withdrawn yet." in answer.content.decode()
    certificate.refresh_from_db()
    assert certificate.revoked_at is None
    assert not LogEntry.objects.exists()


def test_a_second_press_says_so_and_logs_nothing(admin_client, certificate):
    for page, body, message in (
        ("withdraw", {"reason": "Again"}, NotRevocable.message),
        ("undo", {}, NotRevoked.message),
    ):
        if page == "withdraw":
            revoke(certificate)
        else:
            certificates.undo_revocation(certificate_id=certificate.pk)

        answer = admin_client.post(admin_url(certificate, page), body, follow=True)

        assert message in answer.content.decode()
    certificate.refresh_from_db()
    assert certificate.revocation_reason == ""
    assert not LogEntry.objects.exists()


def test_what_its_owner_withdrew_cannot_be_revoked(admin_client, member, certificate):
    member.api.delete(URL)

    assert "withdraw/" not in admin_client.get(admin_url(certificate, "change")).content.decode()
    with pytest.raises(NotRevocable):
        revoke(certificate)


@pytest.mark.parametrize(
    ("permissions", "status"),
    [
        ((), 403),
        (("view_certificate",), 403),
        (("withdraw_certificate",), 403),
        (("view_certificate", "withdraw_certificate"), 200),
    ],
)
def test_it_needs_a_permission_of_its_own(client, member, certificate, permissions, status):
    member.user.is_staff = True
    member.user.save()
    member.user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(member.user, backend="apps.accounts.backends.ByPassword")

    for page in ("withdraw", "undo"):
        assert client.get(admin_url(certificate, page)).status_code == status
    if status == 403:
        assert client.post(admin_url(certificate, "withdraw"), {"reason": REASON}).status_code == 403
        certificate.refresh_from_db()
        assert certificate.revoked_at is None


# --- for its owner and for everybody ---


def test_its_owner_reads_the_reason(member, certificate):
    revoke(certificate)

    answer = member.api.get(URL).json()

    assert answer["data"] == {
        "code": certificate.code,
        "issuedAt": "2026-11-21T20:30:00Z",
        "pdf": None,
        "page": f"/certificates/{certificate.code}",
        "revoked": {"at": "2026-11-21T20:30:00Z", "reason": REASON},
    }
    assert_matches_schema(answer, path="course/certificate/{key}")
    assert refusal(member.api.get(f"{URL}/certificate.pdf")) == (404, "certificate_unknown")


def test_everybody_reads_the_date_alone(api, certificate):
    revoke(certificate)

    answer = api.get(f"/api/certificate/{certificate.code}").json()

    assert answer == {
        "data": {
            "code": certificate.code,
            "learnerName": None,
            "courseTitle": "Candlesticks",
            "weburlname": "candles",
            "issuedAt": "2026-11-21T20:30:00Z",
            "withdrawnAt": "2026-11-21T20:30:00Z",
        }
    }
    assert_matches_schema(answer, path="certificate/{code}")


@pytest.mark.parametrize("method", ["post", "delete"])
def test_its_owner_cannot_get_around_it(member, certificate, method):
    revoke(certificate)

    answer = getattr(member.api, method)(URL)

    assert refusal(answer) == (409, "revoked")
    row = Certificate.objects.get()
    assert (row.code, row.revocation_reason) == (certificate.code, REASON)


def test_the_course_stays_open(member, certificate):
    revoke(certificate)

    assert Entitlement.objects.count() == 1
    assert TopicProgress.objects.get().is_completed


def test_an_erased_account_has_none_and_the_log_no_reason(admin_client, member, certificate):
    admin_client.post(admin_url(certificate, "withdraw"), {"reason": REASON})
    certificates.erase_certificates(member.user, NOW)
    assert not Certificate.objects.exists()
    assert LogEntry.objects.values_list("object_repr", "change_message").get() == ("", "")


def test_the_database_refuses_half_a_revocation(certificate):
    withdrawn = {"code": None, "withdrawn_at": NOW, "learner_name": "", "course_title": ""}
    for half in (
        {"revoked_at": NOW},
        {"revocation_reason": "x"},
        {**withdrawn, "revoked_at": NOW, "revocation_reason": "x"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Certificate.objects.update(**half)
