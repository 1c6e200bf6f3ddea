import logging
import re
from collections import Counter
from datetime import datetime, timedelta
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import LoginSession, ThrottleEvent, User
from apps.accounts.models.session import SessionStore
from apps.accounts.services import authenticators
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=timezone.get_current_timezone())
MOBILE, PASSWORD = "9833333333", "a long pass phrase for tests"
BY_CODE = "apps.accounts.backends.ByCode"
WRONG = "Enter the correct mobile number and password"
WAIT = "Too many failed logins"


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def device(staff):
    return authenticators.create(mobile=MOBILE, replace=False)


def code_of(device, *, ahead=0):
    return f"{totp(device.bin_key, drift=ahead):06}"


def log_in(client, mobile=MOBILE, password=PASSWORD, token="", address="10.0.0.1", **more):
    return client.post(
        "/admin/login/",
        {"username": mobile, "password": password, "otp_token": token, "next": "/admin/", **more},
        REMOTE_ADDR=address,
    )


def is_in(client):
    return client.get("/admin/").status_code == 200


def fail(client, *, times, mobile=MOBILE, address="10.0.0.1"):
    for _ in range(times):
        assert WRONG in log_in(client, mobile, "not the pass phrase", address=address).content.decode()


# --- mobile and password --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spelled",
    [MOBILE, f"+91{MOBILE}", f"91{MOBILE}", "+91 98333 33333", " 98333-33333 "],
)
def test_mobile_and_password_log_in_to_the_admin(client, staff, spelled):
    response = log_in(client, spelled)

    assert (response.status_code, response["Location"]) == (302, "/admin/")
    assert is_in(client)


@pytest.mark.parametrize("spelled", ["12345", "0983333333", "98333333331", "+44 9833333333", "staff"])
def test_an_invalid_mobile_is_a_form_error(client, staff, spelled):
    response = log_in(client, spelled)

    assert "Enter a 10-digit mobile number that starts with 6, 7, 8 or 9." in response.content.decode()
    assert not ThrottleEvent.objects.exists()


def test_refusals_do_not_reveal_which_accounts_exist(client, staff, member):
    def refusal(mobile, password):
        page = log_in(client, mobile, password).content.decode()
        return re.search(r'class="errornote"[^>]*>(.*?)<', page)[1]

    member.user.set_password(PASSWORD)
    member.user.save()
    closed = User.objects.create_superuser(mobile="9844444444", password=PASSWORD, is_active=False)

    answers = {
        refusal(MOBILE, "not the pass phrase"),
        refusal("9855555555", PASSWORD),
        refusal(member.user.mobile, PASSWORD),
        refusal(closed.mobile, PASSWORD),
    }

    assert len(answers) == 1
    assert answers.pop().startswith(WRONG)
    assert not is_in(client)


def test_a_learner_who_opens_the_admin_sees_the_login_form(member):
    page = Client()
    page.force_login(member.user, backend=BY_CODE)

    assert page.get("/admin/").status_code == 302
    shown = page.get("/admin/login/").content.decode()
    assert "You are logged in to the site as Meera Nair" in shown
    assert 'name="username"' in shown


def test_logging_in_as_staff_ends_a_learners_session(client, staff, member):
    client.force_login(member.user, backend=BY_CODE)
    before = client.cookies["sessionid"].value

    assert log_in(client).status_code == 302

    assert client.cookies["sessionid"].value != before
    assert not LoginSession.objects.filter(pk=SessionStore.digest_of(before)).exists()
    assert (
        LoginSession.objects.get(pk=SessionStore.digest_of(client.cookies["sessionid"].value)).person
        == staff.user
    )


def test_a_session_from_an_otp_login_cannot_open_the_admin(client, staff):
    client.force_login(staff.user, backend=BY_CODE)

    assert not is_in(client)
    before = client.cookies["sessionid"].value
    assert log_in(client).status_code == 302
    assert is_in(client)
    assert client.cookies["sessionid"].value != before
    assert not LoginSession.objects.filter(pk=SessionStore.digest_of(before)).exists()


@pytest.mark.parametrize("change", [{"is_staff": False}, {"is_active": False}])
def test_losing_staff_status_ends_admin_access(client, staff, change, committed):
    log_in(client)
    assert is_in(client)

    for name, value in change.items():
        setattr(staff.user, name, value)
    with committed():
        staff.user.save()

    assert not is_in(client)


# --- the authenticator ----------------------------------------------------------------------------


def test_an_account_with_authenticator_needs_its_code(client, device):
    assert WRONG in log_in(client).content.decode()
    assert not is_in(client)

    device.throttle_reset()
    assert log_in(client, token=code_of(device)).status_code == 302
    assert is_in(client)


def test_a_code_may_contain_a_space(client, device):
    code = code_of(device)

    assert log_in(client, token=f" {code[:3]} {code[3:]} ").status_code == 302


def test_a_code_works_once(clock, device):
    code = code_of(device)
    assert log_in(Client(), token=code).status_code == 302

    assert WRONG in log_in(Client(), token=code).content.decode()
    clock.shift(timedelta(seconds=30))
    assert log_in(Client(), token=code_of(device)).status_code == 302


def test_somebody_elses_authenticator_does_not_help(client, device):
    User.objects.create_superuser(mobile="9844444444", password=PASSWORD)
    theirs = authenticators.create(mobile="9844444444", replace=False)

    assert WRONG in log_in(client, token=code_of(theirs)).content.decode()
    assert not is_in(client)


def test_an_unconfirmed_authenticator_does_not_count(client, device):
    TOTPDevice.objects.update(confirmed=False)

    assert log_in(client).status_code == 302
    assert is_in(client)


def test_a_session_older_than_the_authenticator_has_no_access(client, staff):
    log_in(client)
    assert is_in(client)

    authenticators.create(mobile=MOBILE, replace=False)

    assert not is_in(client)


def test_a_replaced_authenticator_stops_working(client, device):
    log_in(client, token=code_of(device))
    assert is_in(client)

    authenticators.create(mobile=MOBILE, replace=True)

    assert not is_in(client)


def test_a_wrong_password_does_not_use_up_the_code(client, device):
    code = code_of(device)
    fail(client, times=1)

    assert log_in(client, token=code).status_code == 302


def test_required_authenticator_explains_how_to_get_one(client, staff, settings):
    settings.STAFF_OTP_REQUIRED = True

    page = log_in(client).content.decode()

    assert "The admin requires an authenticator, and your account has none" in page
    assert "staff_authenticator" in page
    assert not is_in(client)
    assert not ThrottleEvent.objects.exists()


def test_required_authenticator_blocks_sessions_without_one(client, staff, settings):
    log_in(client)
    settings.STAFF_OTP_REQUIRED = True

    assert not is_in(client)


def test_required_authenticator_accepts_its_code(client, device, settings):
    settings.STAFF_OTP_REQUIRED = True

    assert log_in(client, token=code_of(device)).status_code == 302
    assert is_in(client)


# --- rate limits ----------------------------------------------------------------------------------


def test_five_failures_lock_out_even_the_right_password(clock, client, staff):
    fail(client, times=3)
    clock.shift(timedelta(minutes=5))
    fail(client, times=2)

    page = log_in(client).content.decode()
    assert "Too many failed logins. Please wait 10 minutes and try again." in page

    clock.shift(timedelta(minutes=9, seconds=30))
    assert "Please wait 1 minute and try again." in log_in(client).content.decode()
    assert not is_in(client)
    clock.shift(timedelta(seconds=30))
    assert log_in(client).status_code == 302


def test_an_unknown_mobile_is_locked_out_the_same_way(clock, client, staff):
    fail(client, times=5, mobile="9855555555")

    assert WAIT in log_in(client, "9855555555").content.decode()
    assert log_in(client).status_code == 302


def test_all_formats_of_a_mobile_share_one_limit(clock, client, staff):
    for mobile in (MOBILE, f"+91{MOBILE}", f"91 {MOBILE}", "98333 33333", f"91{MOBILE}"):
        fail(client, times=1, mobile=mobile)

    assert WAIT in log_in(client).content.decode()


def test_a_wrong_code_counts_as_a_failure(clock, client, device):
    for _ in range(5):
        assert WRONG in log_in(client, token="000000").content.decode()
        clock.shift(timedelta(seconds=40))

    assert WAIT in log_in(client, token=code_of(device)).content.decode()


def test_twenty_failures_lock_out_an_ip_address(clock, client, staff):
    for number in range(20):
        fail(client, times=1, mobile=f"98555000{number:02}", address="10.9.9.9")

    assert WAIT in log_in(client, address="10.9.9.9").content.decode()
    assert log_in(client, address="10.9.9.8").status_code == 302


def test_an_ipv6_64_network_counts_as_one_address(clock, client, staff):
    for number in range(20):
        fail(client, times=1, mobile=f"98555000{number:02}", address=f"2001:db8::{number + 1:x}")

    assert WAIT in log_in(client, address="2001:db8::ffff").content.decode()


def test_successes_are_not_counted(clock, staff):
    for _ in range(6):
        assert log_in(Client()).status_code == 302


def test_attempts_during_a_lockout_do_not_extend_it(clock, client, staff):
    fail(client, times=5)
    for _ in range(3):
        assert "Please wait 15 minutes" in log_in(client, password="wrong").content.decode()

    assert ThrottleEvent.objects.filter(throttle=f"staff:{MOBILE}").count() == 5


@pytest.mark.django_db(transaction=True)
def test_of_concurrent_failures_only_five_are_checked(staff):
    def guess(_number):
        page = log_in(Client(), password="not the pass phrase").content.decode()
        return "wrong" if WRONG in page else "wait" if WAIT in page else page

    assert Counter(in_parallel(guess, times=16)) == {"wrong": 5, "wait": 11}
    assert ThrottleEvent.objects.filter(throttle=f"staff:{MOBILE}").count() == 5


# --- logging --------------------------------------------------------------------------------------


def test_the_log_has_the_login_without_number_password_or_code(client, device, caplog):
    caplog.set_level(logging.INFO, logger="rally.staff")
    code = code_of(device)

    log_in(client, password="wrong secret words")
    log_in(client, token=code)

    found = [record for record in caplog.records if record.name == "rally.staff"]
    assert [(record.getMessage(), record.facts) for record in found] == [
        (
            "staff login refused",
            {"number_ending": "33", "address": "10.0.0.1", "reason": "staff_details_wrong"},
        ),
        (
            "staff logged in",
            {"number_ending": "33", "address": "10.0.0.1", "person": str(device.user_id)},
        ),
    ]
    logged = str([vars(record) for record in found])
    assert not any(secret in logged for secret in (MOBILE, PASSWORD, "wrong secret words", code))


def test_the_form_does_not_repeat_password_or_code(client, staff):
    page = log_in(client, password="not the pass phrase", token="123456").content.decode()

    assert "not the pass phrase" not in page
    assert "123456" not in page


def test_the_login_page_loads_nothing_from_other_origins(client):
    response = client.get("/admin/login/")

    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert "no-store" in response["Cache-Control"]
    assert not re.search(r"<script>|<style|style=|onclick=", response.content.decode())


# --- the management command -----------------------------------------------------------------------


def run(*options):
    out = StringIO()
    call_command("staff_authenticator", *options, stdout=out)
    return out.getvalue()


def test_the_command_creates_a_working_authenticator(client, staff):
    address, typed = run("--mobile", MOBILE).splitlines()

    device = TOTPDevice.objects.get(user=staff.user)
    parts = urlsplit(address)
    assert device.confirmed
    assert (parts.scheme, parts.netloc, parts.path) == ("otpauth", "totp", f"/Rally%3A{MOBILE}")
    secret = parse_qs(parts.query)["secret"][0]
    assert parse_qs(parts.query)["issuer"] == ["Rally"]
    assert typed.removeprefix("Or enter the key: ").replace(" ", "") == secret
    assert log_in(client, token=code_of(device)).status_code == 302


def test_the_command_replaces_only_with_the_option(staff, device):
    with pytest.raises(CommandError, match="--replace"):
        run("--mobile", MOBILE)
    assert TOTPDevice.objects.get() == device

    run("--mobile", MOBILE, "--replace")
    assert TOTPDevice.objects.get().key != device.key


def test_the_command_accepts_active_staff_only(staff, member):
    for mobile in (member.user.mobile, "9855555555"):
        with pytest.raises(CommandError, match="No active staff account"):
            run("--mobile", mobile)
    staff.user.is_active = False
    staff.user.save()
    with pytest.raises(CommandError, match="No active staff account"):
        run("--mobile", MOBILE)
    assert not TOTPDevice.objects.exists()
