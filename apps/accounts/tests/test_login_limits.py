"""What strangers can try, by network and by day, and what is left for who has logged in before."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DailyCount, LoginCode, Throttle, ThrottleEvent
from apps.accounts.services import otp_limits, throttles, tidying
from apps.accounts.tests.conftest import MOBILE, Phone
from apps.core.logs import JsonLines
from apps.core.testing.clients import ApiClient

pytestmark = pytest.mark.django_db

VERIFY = "/api/login/otp/verify/web"


def guess(api: ApiClient, number: int, otp: str = "123456") -> Any:
    return api.post(VERIFY, {"mobile": f"98{number:08}", "otp": otp})


# --- wrong codes by network -----------------------------------------------------------------------


def test_wrong_codes_are_counted_by_network_when_numbers_rotate(api: ApiClient, clock: Any) -> None:
    answers = [guess(api, number) for number in range(100)]

    assert [answer.status_code for answer in answers] == [400] * 90 + [429] * 10
    assert (answers[-1].json()["code"], answers[-1].headers["Retry-After"]) == ("otp_address_locked", "3600")
    elsewhere = ApiClient(REMOTE_ADDR="198.51.100.9")
    assert guess(elsewhere, 1).status_code == 400
    clock.shift(timedelta(hours=1))
    assert guess(api, 1).status_code == 400


@pytest.fixture
def locked_network(api: ApiClient, clock: Any) -> None:
    for number in range(90):
        guess(api, number)


@pytest.mark.usefixtures("locked_network")
def test_a_right_code_passes_a_locked_network(api: ApiClient, phone: Phone) -> None:
    phone.ask(api)

    assert [phone.answer(api, phone.wrong()).json()["code"] for _ in range(4)] == ["otp_address_locked"] * 4
    assert phone.answer(api).status_code == 200
    assert ThrottleEvent.objects.filter(throttle="guess-from:127.0.0.1").count() == 90


@pytest.mark.usefixtures("locked_network")
def test_whoever_guesses_on_in_a_locked_network_is_held_by_code_and_number(
    api: ApiClient, phone: Phone, clock: Any
) -> None:
    for _ in range(2):
        phone.ask(api)
        for _ in range(5):
            phone.answer(api, phone.wrong())
        assert phone.answer(api).json()["code"] in ("otp_burnt", "otp_locked")
        clock.shift(timedelta(seconds=15))
    phone.ask(api)

    assert phone.answer(api).json()["code"] == "otp_locked"


def test_a_known_browser_is_not_locked_out_by_its_network(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    api.delete("/api/user/logout")
    stranger = ApiClient()
    for number in range(91):
        guess(stranger, number)
    clock.shift(timedelta(seconds=15))

    assert phone.log_in(api).status_code == 200


def test_numbers_that_nobody_asked_a_code_for_leave_no_rows(api: ApiClient, clock: Any) -> None:
    for number in range(500):
        guess(api, number)

    assert list(Throttle.objects.values_list("pk", flat=True)) == ["guess-from:127.0.0.1"]
    assert ThrottleEvent.objects.count() == 90
    assert LoginCode.objects.count() == 0
    clock.shift(timedelta(days=1, hours=1))
    tidying.tidy(now=timezone.now())
    assert (Throttle.objects.count(), ThrottleEvent.objects.count()) == (0, 0)


def test_a_locked_number_stays_locked_without_a_live_code(phone: Phone, clock: Any) -> None:
    for _ in range(2):
        phone.ask(ApiClient())
        for _ in range(5):
            phone.answer(ApiClient(), phone.wrong())
        clock.shift(timedelta(minutes=6))

    assert phone.answer(ApiClient(), "123456").json()["code"] == "otp_locked"


def test_networks_of_version_6_are_counted_by_a_wider_prefix_as_well(clock: Any) -> None:
    statuses = [
        guess(ApiClient(REMOTE_ADDR=f"2001:db8:7:{number:x}::1"), number).status_code for number in range(365)
    ]

    assert statuses == [400] * 360 + [429] * 5
    assert guess(ApiClient(REMOTE_ADDR="2001:db8:8::1"), 1).status_code == 400


def test_an_address_of_version_6_has_the_limit_of_its_network_first(clock: Any) -> None:
    statuses = [
        guess(ApiClient(REMOTE_ADDR=f"2001:db8:7:1::{number:x}"), number).status_code for number in range(95)
    ]

    assert statuses == [400] * 90 + [429] * 5


@pytest.mark.parametrize(
    ("address", "keys"),
    [
        ("203.0.113.7", ["x:203.0.113.7"]),
        ("2001:db8:7:1::9", ["x:2001:db8:7:1::", "x:2001:db8:7::/48"]),
    ],
)
def test_by_which_keys_an_address_is_counted(address: str, keys: list[str]) -> None:
    counted = throttles.by_network("x", address=address, limits=[(5, 60)])

    assert [key for key, _limits in counted] == keys
    assert [list(limits) for _key, limits in counted] == [[(5, 60)], [(20, 60)]][: len(keys)]


# --- sendings -------------------------------------------------------------------------------------


def use_up_the_number(phone: Phone, clock: Any) -> None:
    stranger = ApiClient(REMOTE_ADDR="198.51.100.9")
    clock.shift(timedelta(seconds=15))
    while phone.ask(stranger).status_code == 200:
        clock.shift(timedelta(seconds=15))
    clock.shift(timedelta(seconds=15))


def test_a_stranger_does_not_lock_a_known_browser_out_of_codes(
    api: ApiClient, phone: Phone, clock: Any
) -> None:
    phone.log_in(api)
    use_up_the_number(phone, clock)

    assert phone.ask(ApiClient()).json()["code"] == "otp_too_many"
    for _ in range(3):
        assert phone.log_in(api).status_code == 200
        clock.shift(timedelta(seconds=15))
    assert phone.ask(api).json()["code"] == "otp_too_many"


def test_a_network_does_not_lock_a_known_browser_out_of_codes(
    api: ApiClient, phone: Phone, settings: Any, clock: Any
) -> None:
    settings.OTP_ADDRESS_LIMIT = (2, 3600)
    phone.log_in(api)
    phone.ask(ApiClient(), "9812345609")
    clock.shift(timedelta(seconds=15))

    assert phone.ask(ApiClient(), "9812345608").json()["code"] == "otp_too_many"
    assert phone.ask(api).status_code == 200


def test_a_known_browser_has_no_budget_for_other_numbers(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api, "9812345600")
    use_up_the_number(phone, clock)

    assert phone.ask(api).json()["code"] == "otp_too_many"


# --- the day --------------------------------------------------------------------------------------


def test_the_site_sends_so_many_codes_a_day(
    api: ApiClient, phone: Phone, settings: Any, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.OTP_DAILY_LIMIT = 5
    known = ApiClient()
    phone.log_in(known)

    statuses = [phone.ask(api, f"981234560{number}").status_code for number in range(6)]

    assert statuses == [200] * 4 + [429] * 2
    refused = phone.ask(api, "9812345609")
    # The clock stands at ten in the morning in India.
    assert (refused.json()["code"], refused.headers["Retry-After"]) == ("otp_daily_limit", str(14 * 3600))
    assert LoginCode.objects.filter(mobile="9812345609").count() == 0
    told = [(record.levelname, record.message) for record in caplog.records if "daily" in record.message]
    assert told == [
        ("WARNING", "daily limit of login codes is near"),
        ("ERROR", "daily limit of login codes reached"),
    ]
    clock.shift(timedelta(seconds=15))
    assert phone.log_in(known).status_code == 200
    clock.shift(timedelta(hours=14))
    assert phone.ask(api, "9812345609").status_code == 200


def test_counts_of_days_long_gone_are_tidied(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    clock.shift(timedelta(days=32))
    tidying.tidy(now=timezone.now())

    assert not DailyCount.objects.exists()


# --- what the log says ----------------------------------------------------------------------------


def lines_of(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    records = [record for record in caplog.records if record.name == "rally.login"]
    return [json.loads(JsonLines().format(record)) for record in records]


def test_what_happens_to_a_login_is_logged_without_secrets(
    phone: Phone, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    api = ApiClient(REMOTE_ADDR="203.0.113.7")
    phone.ask(api)
    phone.ask(api)
    for _ in range(6):
        phone.answer(api, phone.wrong())
    clock.shift(timedelta(seconds=15))
    person = phone.log_in(api).json()["data"]["_id"]
    cookie, code = api.cookies["sessionid"].value, phone.code()
    api.delete("/api/user/logout")
    clock.shift(timedelta(seconds=15))
    phone.log_in(api)
    api.post("/api/user/logout/everywhere")

    lines = lines_of(caplog)
    told = [(line["message"], line.get("reason"), line.get("person")) for line in lines]
    assert told == [
        ("code sent", None, None),
        ("code not sent", "otp_too_soon", None),
        *[("login refused", "otp_invalid", None)] * 5,
        ("login refused", "otp_burnt", None),
        ("code sent", None, None),
        ("logged in", None, person),
        ("logged out", None, person),
        ("code sent", None, None),
        ("logged in", None, person),
        ("logged out everywhere", None, person),
        ("logged out", None, person),
    ]
    assert {(line["number_ending"], line["address"]) for line in lines} == {(MOBILE[-2:], "203.0.113.7")}
    assert {line["level"] for line in lines if "reason" in line} == {"WARNING"}
    everything = "\n".join(JsonLines().format(record) for record in caplog.records)
    for secret in (MOBILE, code, cookie, phone.wrong()):
        assert secret not in everything


def test_a_closed_account_is_a_refusal_in_the_log(
    api: ApiClient, phone: Phone, member: Any, caplog: pytest.LogCaptureFixture
) -> None:
    type(member.user).objects.filter(pk=member.user.pk).update(is_active=False)

    assert phone.log_in(api, member.user.mobile).status_code == 403

    assert [line["reason"] for line in lines_of(caplog) if "reason" in line] == ["account_closed"]


def test_a_malformed_code_is_logged_as_a_wrong_one(api: ApiClient, caplog: pytest.LogCaptureFixture) -> None:
    assert guess(api, 1, "12345x").status_code == 400

    assert [(line["message"], line["reason"]) for line in lines_of(caplog)] == [
        ("login refused", "otp_invalid")
    ]


def test_limits_keep_the_contract() -> None:
    assert otp_limits.NETWORK_GUESSES[0][0] < 100
