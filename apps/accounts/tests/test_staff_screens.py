"""The admin pages of accounts: what staff can see and do, and what nobody can."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import Consent, Entitlement, TrialLead, User
from apps.accounts.services import authenticators, consents
from apps.accounts.states import ConsentChannel, ConsentKind, Scope, Source

pytestmark = pytest.mark.django_db

PEOPLE = "/admin/accounts/user/"
AUTHENTICATORS = "/admin/otp_totp/totpdevice/"


@pytest.fixture
def clerk(db):
    """Staff who is not a superuser: can view and change people, and view the lists."""
    person = User.objects.create_user(mobile="9844444444", name="Clerk", is_staff=True)
    wanted = ("add_user", "change_user", "delete_user", "view_consent", "view_triallead", "view_totpdevice")
    person.user_permissions.set(Permission.objects.filter(codename__in=wanted))
    client = Client()
    client.force_login(person)
    return client


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def agree(person, kind=ConsentKind.WHATSAPP, at=None):
    consents.give(
        person=person, kind=kind, channel=ConsentChannel.LOGIN, address="10.0.0.1", at=at or timezone.now()
    )


def ask_for_trial(mobile, *, days_ago, **more):
    asked_at = timezone.now() - timedelta(days=days_ago)
    return TrialLead.objects.create(mobile=mobile, mobile_digest=mobile, asked_at=asked_at, **more)


# --- people ---------------------------------------------------------------------------------------


def test_a_person_is_added_without_a_password(admin_client):
    response = admin_client.post(f"{PEOPLE}add/", {"mobile": "9855555555", "name": "Farah"})

    person = User.objects.get(mobile="9855555555")
    assert response["Location"] == f"{PEOPLE}{person.pk}/change/"
    assert not person.has_usable_password()


def test_accounts_cannot_be_deleted(admin_client, clerk, member):
    for client in (admin_client, clerk):
        assert client.post(f"{PEOPLE}{member.user.pk}/delete/", {"post": "yes"}).status_code == 403
        client.post(
            PEOPLE, {"action": "delete_selected", "_selected_action": [member.user.pk], "post": "yes"}
        )

    assert User.objects.filter(pk=member.user.pk).exists()


def test_only_staff_passwords_can_be_set(admin_client, staff, member):
    assert "password/" in page(admin_client, f"{PEOPLE}{staff.user.pk}/change/")
    assert "password/" not in page(admin_client, f"{PEOPLE}{member.user.pk}/change/")

    words = {
        "password1": "another pass phrase",
        "password2": "another pass phrase",
        "usable_password": "true",
    }
    assert admin_client.get(f"{PEOPLE}{staff.user.pk}/password/").status_code == 200
    assert admin_client.post(f"{PEOPLE}{member.user.pk}/password/", words).status_code == 403
    assert not User.objects.get(pk=member.user.pk).has_usable_password()


def test_a_superuser_can_make_somebody_staff(admin_client, member):
    facts = {"mobile": member.user.mobile, "name": "Meera", "is_active": "on", "is_staff": "on"}
    assert admin_client.post(f"{PEOPLE}{member.user.pk}/change/", facts).status_code == 302

    words = {
        "password1": "another pass phrase",
        "password2": "another pass phrase",
        "usable_password": "true",
    }
    assert admin_client.post(f"{PEOPLE}{member.user.pk}/password/", words).status_code == 302

    client = Client()
    client.post("/admin/login/", {"username": member.user.mobile, "password": "another pass phrase"})
    assert client.get("/admin/").status_code == 200


def change_form(member, **changes):
    facts = {"mobile": member.user.mobile, "name": "Meera", "is_active": "on"}
    return {**facts, **changes}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "Meera\u202e Rao"),
        ("name", "\u200d\u200d"),
        ("name", "98765 43210"),
        ("company", "Rao\u200b & Co"),
        ("state", "Goa\u2066"),
        ("address", "12 MG Road\u202e"),
        ("gst_no", "27AAPFU0939F1ZX"),
    ],
)
def test_what_invoices_would_print_is_checked(admin_client, member, field, value):
    before = User.objects.filter(pk=member.user.pk).values().get()
    path = f"{PEOPLE}{member.user.pk}/change/"
    response = admin_client.post(path, change_form(member, **{field: value}))
    assert response.status_code == 200
    assert list(response.context["adminform"].form.errors) == [field]
    assert User.objects.filter(pk=member.user.pk).values().get() == before


def test_a_new_account_has_a_readable_name(admin_client):
    response = admin_client.post(f"{PEOPLE}add/", {"mobile": "9855555555", "name": "Fa\u202erah"})
    assert response.status_code == 200
    assert not User.objects.filter(mobile="9855555555").exists()


def test_a_gstin_is_saved_in_capitals_and_an_address_keeps_its_lines(admin_client, member):
    User.objects.filter(pk=member.user.pk).update(address="12 MG Road\nPune")
    path = f"{PEOPLE}{member.user.pk}/change/"
    assert "12 MG Road\nPune</textarea>" in page(admin_client, path)
    facts = {"name": "नि\u200dशा", "gst_no": "27aapfu0939f1zv", "address": "12 MG Road\r\nPune"}
    assert admin_client.post(path, change_form(member, **facts)).status_code == 302
    person = User.objects.get(pk=member.user.pk)
    assert (person.name, person.gst_no) == ("नि\u200dशा", "27AAPFU0939F1ZV")
    assert person.address.splitlines() == ["12 MG Road", "Pune"]


def test_other_staff_cannot_make_somebody_staff(clerk, member):
    facts = {
        "mobile": member.user.mobile,
        "name": "Meera",
        "is_active": "on",
        "is_staff": "on",
        "is_superuser": "on",
    }

    assert clerk.post(f"{PEOPLE}{member.user.pk}/change/", facts).status_code == 302

    person = User.objects.get(pk=member.user.pk)
    assert (person.name, person.is_staff, person.is_superuser) == ("Meera", False, False)


def test_other_staff_cannot_change_staff(clerk, staff):
    facts = {"mobile": "9866666666", "name": "Taken"}
    words = {
        "password1": "another pass phrase",
        "password2": "another pass phrase",
        "usable_password": "true",
    }

    assert clerk.post(f"{PEOPLE}{staff.user.pk}/change/", facts).status_code == 403
    assert clerk.post(f"{PEOPLE}{staff.user.pk}/password/", words).status_code == 403

    person = User.objects.get(pk=staff.user.pk)
    assert person.mobile == staff.user.mobile
    assert person.check_password("a long pass phrase for tests")


def test_staff_can_withdraw_a_consent_but_not_give_it(admin_client, member):
    facts = {"mobile": member.user.mobile, "name": "Meera", "is_active": "on"}
    address = f"{PEOPLE}{member.user.pk}/change/"

    admin_client.post(address, {**facts, "can_whatsapp": "on"})
    assert not User.objects.get(pk=member.user.pk).can_whatsapp
    assert not Consent.objects.exists()

    agree(member.user)
    admin_client.post(address, {**facts, "can_whatsapp": "on"})
    assert Consent.objects.count() == 1

    admin_client.post(address, facts)
    newest = Consent.objects.newest_first().first()
    assert (newest.is_given, newest.channel, newest.address) == (False, ConsentChannel.STAFF, None)
    assert not User.objects.get(pk=member.user.pk).can_whatsapp


def test_an_address_that_staff_type_is_not_confirmed(admin_client, member):
    path = f"{PEOPLE}{member.user.pk}/change/"
    row = re.compile(r'Email is confirmed:</label>\s*<div class="readonly"><img [^>]*alt="(\w+)"')
    assert row.findall(page(admin_client, path)) == ["True"]

    admin_client.post(path, change_form(member, email="new@example.in"))

    assert row.findall(page(admin_client, path)) == ["False"]
    person = User.objects.get(pk=member.user.pk)
    assert (person.email, person.reachable_email) == ("new@example.in", "")


def test_an_erased_account_is_read_only(admin_client, member):
    User.objects.filter(pk=member.user.pk).update(erased_at=timezone.now())

    assert "Save" not in page(admin_client, f"{PEOPLE}{member.user.pk}/change/")
    assert admin_client.post(f"{PEOPLE}{member.user.pk}/change/", {"name": "Back"}).status_code == 403


def test_the_person_form_has_no_query_per_permission(admin_client, member, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        page(admin_client, f"{PEOPLE}{member.user.pk}/change/")


# --- lists ----------------------------------------------------------------------------------------


def plant_a_row(number):
    person = User.objects.create_user(mobile=f"98550000{number:02}", name=f"Person {number}")
    agree(person)
    Entitlement.objects.create(
        person=person, scope=Scope.PRO, source=Source.PAID, label="1 year", starts_at=timezone.now()
    )
    ask_for_trial(person.mobile, days_ago=1, granted_at=timezone.now(), person=person)
    TOTPDevice.objects.create(user=person, name="Authenticator")


@pytest.mark.parametrize(
    "address",
    [
        PEOPLE,
        AUTHENTICATORS,
        "/admin/accounts/consent/",
        "/admin/accounts/entitlement/",
        "/admin/accounts/triallead/",
        "/admin/accounts/messagetemplate/",
    ],
)
def test_changelists_have_no_query_per_row(admin_client, address):
    plant_a_row(1)
    page(admin_client, address)
    with CaptureQueriesContext(connection) as one:
        page(admin_client, address)
    plant_a_row(2)
    plant_a_row(3)
    with CaptureQueriesContext(connection) as three:
        page(admin_client, address)

    assert len(three) == len(one)


def test_consents_can_be_searched_and_are_read_only(admin_client, member, other_member):
    agree(member.user)
    agree(other_member.user, ConsentKind.TERMS)
    row = Consent.objects.get(person=member.user)
    consents_page = "/admin/accounts/consent/"

    found = page(admin_client, f"{consents_page}?q={member.user.mobile}")
    assert "Meera Nair" in found
    assert "Kabir Rao" not in found
    found = page(admin_client, f"{consents_page}?kind__exact=terms&channel__exact=login&is_given__exact=1")
    assert "Kabir Rao" in found
    assert "Meera Nair" not in found
    assert "10.0.0.1" in page(admin_client, f"{consents_page}{row.pk}/change/")

    assert admin_client.get(f"{consents_page}add/").status_code == 403
    assert admin_client.post(f"{consents_page}{row.pk}/change/", {"is_given": ""}).status_code == 403
    assert admin_client.post(f"{consents_page}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Consent.objects.get(pk=row.pk).is_given


def test_trials_can_be_filtered_by_status(admin_client, member):
    ask_for_trial("9855000001", days_ago=1)
    ask_for_trial("9855000002", days_ago=31)
    ask_for_trial("9855000003", days_ago=40, granted_at=timezone.now(), person=member.user)
    trials = "/admin/accounts/triallead/"

    for status, label, mobile in (
        ("waiting", "Pending", "9855000001"),
        ("lapsed", "Lapsed", "9855000002"),
        ("granted", "Granted", "9855000003"),
    ):
        found = page(admin_client, f"{trials}?status={status}")
        assert mobile in found
        assert f">{label}</td>" in found
        assert found.count("98550000") == 1
    assert page(admin_client, f"{trials}?status=else").count("98550000") == 3

    lead = TrialLead.objects.first()
    assert "Pending" in page(admin_client, f"{trials}{lead.pk}/change/")
    assert admin_client.get(f"{trials}add/").status_code == 403
    assert admin_client.post(f"{trials}{lead.pk}/delete/", {"post": "yes"}).status_code == 403


def test_sessions_otps_and_counters_are_not_in_the_admin(admin_client):
    for name in ("loginsession", "logincode", "throttle", "throttleevent"):
        assert admin_client.get(f"/admin/accounts/{name}/").status_code == 404


# --- authenticators -------------------------------------------------------------------------------


def test_a_superuser_creates_an_authenticator_and_sees_its_key_once(admin_client, staff, member):
    colleague = User.objects.create_superuser(mobile="9866666666", password="x" * 12, name="Colleague")
    form = page(admin_client, f"{AUTHENTICATORS}add/")
    assert str(colleague.pk) in form
    assert str(member.user.pk) not in form

    response = admin_client.post(f"{AUTHENTICATORS}add/", {"user": colleague.pk})

    device = TOTPDevice.objects.get(user=colleague)
    key = authenticators.setup_key(device)
    assert key in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    assert device.confirmed
    for address in (AUTHENTICATORS, f"{AUTHENTICATORS}{device.pk}/change/"):
        shown = page(admin_client, address)
        assert key not in shown
        assert device.key not in shown


def test_nobody_gets_a_second_authenticator(admin_client, staff):
    colleague = User.objects.create_superuser(mobile="9866666666", password="x" * 12)
    authenticators.create(mobile=colleague.mobile, replace=False)

    response = admin_client.post(f"{AUTHENTICATORS}add/", {"user": colleague.pk})

    assert "Select a valid choice" in response.content.decode()
    assert TOTPDevice.objects.count() == 1


def test_an_authenticator_can_be_deleted_but_not_changed(admin_client, staff):
    colleague = User.objects.create_superuser(mobile="9866666666", password="x" * 12)
    device = authenticators.create(mobile=colleague.mobile, replace=False)

    assert (
        admin_client.post(f"{AUTHENTICATORS}{device.pk}/change/", {"user": staff.user.pk}).status_code == 403
    )
    assert admin_client.post(f"{AUTHENTICATORS}{device.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not TOTPDevice.objects.exists()


@pytest.mark.parametrize("path", ["", "add/", "{}/change/", "{}/delete/", "{}/config/", "{}/qrcode/"])
def test_authenticators_are_for_superusers_only(clerk, staff, path):
    device = authenticators.create(mobile=staff.user.mobile, replace=False)

    response = clerk.get(AUTHENTICATORS + path.format(device.pk))

    assert response.status_code in (302, 403, 404)
    assert device.key not in response.content.decode()
    assert AUTHENTICATORS not in page(clerk, "/admin/")


def test_the_admin_never_shows_a_key_again(admin_client, staff):
    colleague = User.objects.create_superuser(mobile="9866666666", password="x" * 12)
    device = authenticators.create(mobile=colleague.mobile, replace=False)

    for path in ("config/", "qrcode/"):
        response = admin_client.get(f"{AUTHENTICATORS}{device.pk}/{path}")
        assert response.status_code in (302, 404)


def test_creating_your_own_authenticator_requires_a_new_login(admin_client, staff):
    admin_client.post(f"{AUTHENTICATORS}add/", {"user": staff.user.pk})

    assert admin_client.get("/admin/").status_code == 302
