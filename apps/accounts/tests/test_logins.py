"""Trying a code: who gets in, who does not, and what is left of a try."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from apps.accounts.models import Consent, LoginCode, LoginSession, ThrottleEvent, User
from apps.accounts.tests.conftest import MOBILE, Phone
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

INVALID = {
    "message": "That OTP is incorrect or has expired.",
    "code": "otp_invalid",
    "errors": {},
}


def test_a_new_number_is_signed_up(api: ApiClient, phone: Phone) -> None:
    answer = phone.log_in(api)
    assert answer.status_code == 200
    person = User.objects.get()
    assert answer.json() == {
        "data": {
            "_id": str(person.pk),
            "name": "",
            "email": "",
            "emailConfirmed": False,
            "mobile": MOBILE,
            "state": "",
            "company": "",
            "gstNo": "",
            "address": "",
            "engagementConsent": None,
            "canWhatsapp": False,
            "activeLearnProSubscriptions": [],
            "pro": {"status": "none", "planName": None, "endsAt": None, "action": "start"},
            "trial": {"status": "available", "endsAt": None},
        },
        "message": "You are logged in.",
    }
    assert_matches_schema(answer.json(), path="login/otp/verify/web", method="post")
    assert api.get("/api/user").json() == {"data": answer.json()["data"]}
    assert (person.is_staff, person.has_usable_password()) == (False, False)


def test_a_member_comes_back(member: Person, api: ApiClient, phone: Phone) -> None:
    answer = phone.log_in(api, member.user.mobile)
    assert answer.json()["data"]["_id"] == str(member.user.pk)
    assert User.objects.count() == 1


@pytest.mark.parametrize("spelled", [f"91{MOBILE}", f"+91{MOBILE}"])
def test_the_number_may_be_spelled_differently_in_both_steps(
    api: ApiClient, phone: Phone, spelled: str
) -> None:
    phone.ask(api)
    assert phone.answer(api, phone.code(), mobile=spelled).status_code == 200


def test_the_code_belongs_to_the_number_and_not_to_the_browser(phone: Phone) -> None:
    phone.ask(ApiClient())
    assert phone.answer(ApiClient()).status_code == 200


def test_the_code_of_another_number_is_wrong(api: ApiClient, phone: Phone) -> None:
    phone.ask(api)
    phone.ask(api, "9812345679")
    other = phone.code("9812345679")
    if other == phone.code():
        pytest.fail("two codes were the same by a chance of one in a million")
    assert phone.answer(api, other).json() == INVALID


def test_the_session_is_a_new_one(api: ApiClient, phone: Phone, clock: Any) -> None:
    api.cookies["sessionid"] = "a" * 32
    phone.log_in(api)
    first = api.cookies["sessionid"]
    assert first.value != "a" * 32
    assert (first["httponly"], first["samesite"], first["max-age"]) == (True, "Lax", 14 * 86400)
    assert LoginSession.objects.get().person == User.objects.get()


def test_somebody_elses_session_ends_with_the_login(member: Person, phone: Phone) -> None:
    before = member.api.cookies["sessionid"].value
    answer = phone.log_in(member.api)
    assert answer.json()["data"]["mobile"] == MOBILE
    stale = ApiClient()
    stale.cookies["sessionid"] = before
    assert stale.get("/api/user").status_code == 401


def test_the_token_changes_with_the_login(api: ApiClient, phone: Phone) -> None:
    before = api.csrf_token()
    phone.log_in(api)
    assert api.cookies["csrftoken"].value != before
    assert api.delete("/api/user/logout", HTTP_X_CSRFTOKEN=before).status_code == 403


def test_a_code_works_once(api: ApiClient, phone: Phone) -> None:
    phone.log_in(api)
    again = phone.answer(ApiClient())
    assert (again.status_code, again.json()) == (400, INVALID)


def test_only_the_newest_code_works(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    old = phone.code()
    clock.shift(timedelta(seconds=15))
    phone.ask(api)
    if old == phone.code():
        pytest.fail("two codes were the same by a chance of one in a million")
    assert phone.answer(api, old).json() == INVALID
    assert phone.answer(api).status_code == 200


def test_a_code_lives_five_minutes(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    clock.shift(timedelta(minutes=5))
    assert phone.answer(api).json() == INVALID


def test_a_code_lives_nearly_five_minutes(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    clock.shift(timedelta(minutes=4, seconds=59))
    assert phone.answer(api).status_code == 200


def test_a_number_without_a_code_is_told_the_same(api: ApiClient, phone: Phone) -> None:
    assert phone.answer(api, "123456").json() == INVALID


@pytest.mark.parametrize(
    "otp", ["12345", "1234567", "", "12345a", " 123456", "123456 ", "१२३४५६", "１２３４５６"]
)
def test_what_is_no_code_is_wrong_and_no_try(api: ApiClient, phone: Phone, otp: str) -> None:
    phone.ask(api)
    for _ in range(6):
        answer = phone.answer(api, otp)
        assert (answer.status_code, answer.json()["message"]) == (400, answer.json()["message"])
    assert LoginCode.objects.get().tries == 0
    assert phone.answer(api).status_code == 200


@pytest.mark.parametrize("otp", [123456, 123456.0, True, None, ["123456"], {"otp": "1"}, "1" * 9999])
def test_a_code_is_text(api: ApiClient, otp: Any) -> None:
    answer = api.post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": otp})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["otp"])


@pytest.mark.parametrize("body", [{"otp": "123456"}, {"mobile": MOBILE}, {}])
def test_both_must_be_given(api: ApiClient, body: Any) -> None:
    answer = api.post("/api/login/otp/verify/web", body)
    assert answer.status_code == 400
    assert set(answer.json()["errors"]) == {"mobile", "otp"} - set(body)


def test_five_wrong_tries_burn_the_code(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    for _ in range(5):
        assert phone.answer(api, phone.wrong()).json() == INVALID
    for otp in (phone.wrong(), phone.code()):
        refused = phone.answer(api, otp)
        assert (refused.status_code, refused.json()["code"]) == (429, "otp_burnt")
        assert refused.headers["Retry-After"] == "15"
    assert api.get("/api/user").status_code == 401
    clock.shift(timedelta(seconds=15))
    assert phone.log_in(api).status_code == 200


def test_new_codes_bring_no_new_guesses(phone: Phone, clock: Any) -> None:
    for _ in range(2):
        phone.ask(ApiClient())
        for _ in range(5):
            assert phone.answer(ApiClient(), phone.wrong()).status_code == 400
        clock.shift(timedelta(minutes=1))
    phone.ask(ApiClient())
    refused = phone.answer(ApiClient())
    assert (refused.status_code, refused.json()["code"]) == (429, "otp_locked")
    assert refused.headers["Retry-After"] == str(58 * 60)
    clock.shift(timedelta(minutes=58))
    assert phone.log_in(ApiClient()).status_code == 200


def test_twenty_wrong_codes_a_day(phone: Phone, clock: Any) -> None:
    for _ in range(4):
        phone.ask(ApiClient())
        for _ in range(5):
            assert phone.answer(ApiClient(), phone.wrong()).status_code == 400
        clock.shift(timedelta(hours=1))
    phone.ask(ApiClient())
    refused = phone.answer(ApiClient())
    assert (refused.status_code, refused.json()["code"]) == (429, "otp_locked")
    assert refused.headers["Retry-After"] == str(20 * 3600)


def test_a_stranger_does_not_lock_out_a_known_browser(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    api.delete("/api/user/logout")
    stranger = ApiClient()
    for _ in range(2):
        clock.shift(timedelta(seconds=15))
        phone.ask(stranger)
        for _ in range(6):
            phone.answer(stranger, phone.wrong())
    assert phone.answer(stranger).status_code == 429
    assert phone.answer(api).status_code == 200


def test_a_known_browser_has_five_tries_as_well(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    clock.shift(timedelta(seconds=15))
    phone.ask(api)
    statuses = [phone.answer(api, phone.wrong()).status_code for _ in range(5)]
    assert statuses == [400] * 5
    assert phone.answer(api).status_code == 429


def test_a_known_browser_has_ten_guesses_a_day(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    for _ in range(2):
        clock.shift(timedelta(hours=2))
        phone.ask(api)
        for _ in range(5):
            phone.answer(api, phone.wrong())
    clock.shift(timedelta(hours=2))
    phone.ask(api)
    assert phone.answer(api).json()["code"] == "otp_locked"
    assert phone.answer(ApiClient()).status_code == 200


@pytest.mark.parametrize(
    ("host", "path", "sent_to"),
    [
        ("testserver", "/api/login/otp/verify/web", "/api/login/"),
        ("testserver", "/api/login/otp/verify/web/", "/api/login/"),
        ("api.example.in", "/login/otp/verify/web", "/login/"),
        ("api.example.in", "/api/login/otp/verify/web", "/api/login/"),
    ],
)
def test_a_browser_brings_its_mark_to_the_host_that_gave_it(
    api: ApiClient, phone: Phone, settings: Any, host: str, path: str, sent_to: str
) -> None:
    settings.API_HOST, settings.ALLOWED_HOSTS = "api.example.in", ["testserver", "api.example.in"]
    phone.ask(api)
    answer = api.post(path, {"mobile": MOBILE, "otp": phone.code()}, headers={"Host": host})
    assert answer.status_code == 200
    assert answer.cookies["known"]["path"] == sent_to


@pytest.mark.parametrize("cookie", ["", "nonsense", "W10:1abcde:forged", "é"])
def test_a_forged_mark_of_a_known_browser_is_worth_nothing(api: ApiClient, phone: Phone, cookie: str) -> None:
    api.cookies["known"] = cookie
    phone.ask(api)
    phone.answer(api, phone.wrong())
    assert LoginCode.objects.values_list("tries", "known_tries").get() == (1, 0)


def test_a_closed_account_stays_closed(api: ApiClient, phone: Phone) -> None:
    User.objects.create_user(mobile=MOBILE, is_active=False)
    refused = phone.log_in(api)
    assert (refused.status_code, refused.json()["code"]) == (403, "account_closed")
    assert api.get("/api/user").status_code == 401
    assert Consent.objects.count() == 0


def test_what_was_accepted_is_written_down(phone: Phone) -> None:
    api = ApiClient(REMOTE_ADDR="203.0.113.7")
    phone.log_in(api, canWhatsapp=True)
    rows = Consent.objects.order_by("kind").values_list(
        "kind", "is_given", "text_version", "address", "channel"
    )
    assert list(rows) == [
        ("privacy", True, "2026-11-27", "203.0.113.7", "login"),
        ("terms", True, "2026-11-27", "203.0.113.7", "login"),
        ("whatsapp", True, "2026-11", "203.0.113.7", "login"),
    ]
    assert api.get("/api/user").json()["data"]["canWhatsapp"] is True


def test_an_empty_box_gives_nothing_and_takes_nothing_back(phone: Phone, clock: Any) -> None:
    phone.log_in(ApiClient(), canWhatsapp=True)
    clock.shift(timedelta(minutes=1))
    answer = phone.log_in(ApiClient(), canWhatsapp=False)
    assert answer.json()["data"]["canWhatsapp"] is True
    assert Consent.objects.filter(kind="whatsapp").count() == 1


def test_reading_who_is_logged_in_costs_one_query_at_most(
    api: ApiClient, phone: Phone, django_assert_num_queries: Any, rf: Any
) -> None:
    phone.log_in(api)
    cache.clear()
    # The session together with its person; then the Pro time.
    with django_assert_num_queries(2):
        assert api.get("/api/user").status_code == 200
    with django_assert_num_queries(0):
        assert api.get("/api/user").status_code == 200


def test_asking_who_a_visitor_is_costs_no_query(api: ApiClient, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert api.get("/api/user").status_code == 401


def test_wrong_tries_count_though_they_are_refused(api: ApiClient, phone: Phone) -> None:
    phone.ask(api)
    phone.answer(api, phone.wrong())
    assert LoginCode.objects.get().tries == 1
    assert ThrottleEvent.objects.filter(throttle=f"guess:{MOBILE}").count() == 1
