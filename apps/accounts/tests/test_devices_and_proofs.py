"""The list of one's devices, and what needs a new proof of who is asking."""

from datetime import timedelta
from typing import Any

import pytest

from apps.accounts import devices
from apps.accounts.models import LoginSession, User
from apps.accounts.tests.conftest import MOBILE, Phone
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

DEVICES, PROOF, DETAILS, ERASE = (
    "/api/user/devices",
    "/api/user/proof",
    "/api/user/details",
    "/api/user/erase",
)
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"
LAPTOP = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.6 Safari/605.1.15"


def browser(agent: str) -> ApiClient:
    return ApiClient(HTTP_USER_AGENT=agent)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Chrome on Android"),
        (LAPTOP, "Safari on Mac"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) CriOS/142.0 Safari/604", "Chrome on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Linux; Android 13) SamsungBrowser/25.0 Chrome/121 Safari",
            "Samsung Internet on Android",
        ),
        ("curl/8.9", "Unknown browser"),
        ("", "Unknown browser"),
        ("Android " + "x" * 100_000 + "Chrome/1", "Unknown browser on Android"),
    ],
)
def test_a_browser_is_named_in_plain_words(rf: Any, agent: str, name: str) -> None:
    assert devices.name_of(rf.get("/", headers={"user-agent": agent})) == name


def test_devices_are_listed_this_one_first(phone: Phone, clock: Any) -> None:
    laptop, mobile = browser(LAPTOP), browser(PHONE)
    phone.log_in(laptop)
    clock.shift(timedelta(hours=2))
    phone.log_in(mobile)
    clock.shift(timedelta(minutes=5))

    answer = laptop.get(DEVICES)

    assert_matches_schema(answer.json(), path="user/devices")
    here, other = answer.json()["data"]
    assert answer.json()["totalCount"] == 2
    assert {**here, "_id": ""} == {
        "_id": "",
        "name": "Safari on Mac",
        "current": True,
        "lastSeenAt": "2026-11-23T06:35:00Z",
        "loggedInAt": "2026-11-23T04:30:00Z",
    }
    assert (other["name"], other["current"], other["lastSeenAt"]) == (
        "Chrome on Android",
        False,
        "2026-11-23T06:30:00Z",
    )
    stored = set(LoginSession.objects.values_list("pk", flat=True))
    assert not stored & {here["_id"], other["_id"]}


def test_the_name_of_a_device_stays_as_its_use_is_noted(phone: Phone, clock: Any) -> None:
    api = browser(PHONE)
    phone.log_in(api)
    [before] = api.get(DEVICES).json()["data"]
    clock.shift(timedelta(hours=3))
    [after] = api.get(DEVICES).json()["data"]

    assert (after["_id"], after["lastSeenAt"]) == (before["_id"], "2026-11-23T07:30:00Z")
    assert LoginSession.objects.get().seen_at.isoformat() == "2026-11-23T07:30:00+00:00"


def test_one_device_is_logged_out_and_the_others_stay(phone: Phone, clock: Any) -> None:
    laptop, lost = browser(LAPTOP), browser(PHONE)
    phone.log_in(laptop)
    clock.shift(timedelta(seconds=15))
    phone.log_in(lost)
    lost.get("/api/user")
    other = next(row for row in laptop.get(DEVICES).json()["data"] if not row["current"])

    with phone.committed():
        assert laptop.delete(f"{DEVICES}/{other['_id']}").status_code == 200

    assert lost.get("/api/user").status_code == 401
    assert laptop.get("/api/user").status_code == 200
    assert laptop.delete(f"{DEVICES}/{other['_id']}").status_code == 404
    assert [row["current"] for row in laptop.get(DEVICES).json()["data"]] == [True]


def test_this_device_is_logged_out_as_by_the_button(phone: Phone) -> None:
    api = browser(PHONE)
    phone.log_in(api)
    [here] = api.get(DEVICES).json()["data"]

    assert api.delete(f"{DEVICES}/{here['_id']}").status_code == 200

    assert api.get("/api/user").status_code == 401
    assert not LoginSession.objects.exists()


def test_nobody_logs_out_devices_of_others(member: Person, other_member: Person) -> None:
    [theirs] = member.api.get(DEVICES).json()["data"]

    for sought in (theirs["_id"], "nonsense", "0" * 36):
        assert other_member.api.delete(f"{DEVICES}/{sought}").status_code == 404
    assert member.api.get("/api/user").status_code == 200


def test_sessions_that_open_nothing_any_more_are_not_listed(phone: Phone, clock: Any) -> None:
    phone.log_in(browser(LAPTOP))
    clock.shift(timedelta(days=7))
    api = browser(PHONE)
    phone.log_in(api)

    assert [row["name"] for row in api.get(DEVICES).json()["data"]] == ["Chrome on Android"]


@pytest.mark.parametrize("others", [0, 2])
def test_the_list_costs_one_query(member: Person, others: int, django_assert_num_queries: Any) -> None:
    for _ in range(others):
        ApiClient().force_login(member.user, backend="apps.accounts.backends.ByCode")
    member.api.get("/api/user")
    with django_assert_num_queries(1):
        assert len(member.api.get(DEVICES).json()["data"]) == others + 1


# --- proofs ---------------------------------------------------------------------------------------


def refused(answer: Any) -> bool:
    return (answer.status_code, answer.json().get("code")) == (403, "proof_needed")


def test_a_login_is_a_proof_for_ten_minutes(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    assert api.put(DETAILS, {"email": "asha@example.in"}).status_code == 200

    clock.shift(timedelta(minutes=9, seconds=59))
    assert api.put(DETAILS, {"email": "asha.k@example.in"}).status_code == 200
    clock.shift(timedelta(seconds=1))
    assert refused(api.put(DETAILS, {"email": "thief@example.com", "name": "Thief"}))

    person = User.objects.get()
    assert (person.email, person.name) == ("asha.k@example.in", "")
    assert api.put(DETAILS, {"email": "asha.k@example.in", "name": "Asha"}).status_code == 200


def test_the_first_address_needs_a_proof_as_well(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    clock.shift(timedelta(hours=1))

    assert refused(api.put(DETAILS, {"email": "thief@example.com"}))


def test_an_account_is_not_erased_without_a_proof(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    clock.shift(timedelta(minutes=10))

    assert api.post(ERASE, {"mobile": "9800000000"}).status_code == 400
    assert refused(api.post(ERASE, {"mobile": MOBILE}))
    assert User.objects.get().erased_at is None


def test_a_new_otp_is_a_proof_for_this_session_alone(api: ApiClient, phone: Phone, clock: Any) -> None:
    elsewhere = ApiClient()
    phone.log_in(elsewhere)
    clock.shift(timedelta(minutes=1))
    phone.log_in(api)
    clock.shift(timedelta(minutes=10))
    phone.ask(api)

    assert api.post(PROOF, {"otp": phone.wrong()}).json()["code"] == "otp_invalid"
    assert refused(api.post(ERASE, {"mobile": MOBILE}))
    assert api.post(PROOF, {"otp": phone.code()}).status_code == 200

    assert refused(elsewhere.post(ERASE, {"mobile": MOBILE}))
    assert api.put(DETAILS, {"email": "asha@example.in"}).status_code == 200
    assert api.post(PROOF, {"otp": phone.code()}).json()["code"] == "otp_invalid"
    assert api.post(ERASE, {"mobile": MOBILE}).status_code == 200


def test_tries_at_a_proof_count(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.log_in(api)
    clock.shift(timedelta(minutes=11))
    phone.ask(api)

    statuses = [api.post(PROOF, {"otp": phone.wrong()}).status_code for _ in range(6)]

    assert statuses == [400] * 5 + [429]
