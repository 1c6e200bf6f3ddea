"""Sending a code: to whom, how often, and what leaves the machine."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import LoginCode, ThrottleEvent, User
from apps.accounts.services import codes
from apps.accounts.tests.conftest import MOBILE, Phone
from apps.core.testing.clients import ApiClient
from apps.core.testing.schema_checks import assert_matches_schema
from apps.outbox.models import Message
from apps.outbox.services import messages
from apps.outbox.states import Status

pytestmark = pytest.mark.django_db

SENT = {"data": {"resendAfter": 15, "expiresIn": 300}, "message": "We have sent you an OTP."}


@pytest.mark.parametrize("spelled", [MOBILE, f"91{MOBILE}", f"+91{MOBILE}"])
def test_a_code_goes_to_the_number_however_it_is_spelled(api: ApiClient, phone: Phone, spelled: str) -> None:
    answer = phone.ask(api, spelled, canWhatsapp=True)
    assert (answer.status_code, answer.json()) == (200, SENT)
    assert_matches_schema(answer.json(), path="login/otp/send", method="post")
    [message] = phone.messages()
    assert (message["channel"], message["template"]) == ("whatsapp", "otp")
    assert len(message["params"]["otp"]) == 6
    assert message["params"]["otp"] in message["body"]


@pytest.mark.parametrize(("allowed", "channel"), [(True, "whatsapp"), (False, "sms")])
def test_the_person_picks_the_channel(api: ApiClient, phone: Phone, allowed: bool, channel: str) -> None:
    phone.ask(api, canWhatsapp=allowed)
    assert phone.messages()[0]["channel"] == channel


def test_without_a_word_on_whatsapp_it_is_an_sms(api: ApiClient, phone: Phone) -> None:
    assert phone.ask(api).status_code == 200
    assert phone.messages()[0]["channel"] == "sms"


@pytest.mark.parametrize(
    "mobile",
    [
        "981234567",
        "98123456789",
        "09812345678",
        "5812345678",
        "+19812345678",
        "+1 415 555 0100",
        "91981234567",
        "919198123456789",
        "98123 45678",
        "98123-45678",
        " 9812345678",
        "9812345678\n",
        "९८१२३४५६७८",
        "９８１２３４５６７８",
        "98१2345678",
        "98abc45678",
        "",
        " ",
        "9" * 5000,
        "98123\u000045678",
        9812345678,
        9812345678.0,
        True,
        None,
        ["9812345678"],
        {"mobile": "9812345678"},
    ],
)
def test_what_is_no_number_is_refused(api: ApiClient, phone: Phone, mobile: Any) -> None:
    answer = phone.ask(api, mobile, canWhatsapp=True)
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["mobile"]
    assert (LoginCode.objects.count(), Message.objects.count()) == (0, 0)


def test_the_number_must_be_given(api: ApiClient) -> None:
    answer = api.post("/api/login/otp/send", {"canWhatsapp": True})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["mobile"])


@pytest.mark.parametrize("flag", ["true", 1, 0, None, [], "yes"])
def test_the_box_is_ticked_or_not(api: ApiClient, flag: Any) -> None:
    answer = api.post("/api/login/otp/send", {"mobile": MOBILE, "canWhatsapp": flag})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["canWhatsapp"])


def test_the_code_is_kept_nowhere(api: ApiClient, phone: Phone) -> None:
    phone.ask(api)
    code = phone.code()
    row = LoginCode.objects.get(mobile=MOBILE)
    assert len(row.digest) == 64
    assert code not in {row.digest, *map(str, Message.objects.values_list("payload", flat=True))}
    assert Message.objects.values_list("status", "payload").get() == (Status.SENT, {})


def test_the_outbox_holds_no_code_while_it_waits(
    api: ApiClient, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    phone.ask(api)
    waiting = Message.objects.get()
    assert phone.messages() == []
    messages.sweep(now=timezone.now())
    assert phone.code() not in str(waiting.payload)


def test_no_sooner_than_fifteen_seconds(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    clock.shift(timedelta(seconds=10.5))
    refused = phone.ask(api)
    assert (refused.status_code, refused.json()["code"]) == (429, "otp_too_soon")
    assert refused.headers["Retry-After"] == "5"
    clock.shift(timedelta(seconds=4.5))
    assert phone.ask(api).status_code == 200
    assert len(phone.messages()) == 2


def test_a_clock_that_ran_ahead_locks_no_number(api: ApiClient, phone: Phone, clock: Any) -> None:
    clock.shift(timedelta(days=8))
    for _ in range(6):
        phone.ask(api)
        clock.shift(timedelta(seconds=15))
    for _ in range(6):
        burnt = phone.answer(api, phone.wrong())
    clock.shift(timedelta(days=-8))

    assert (burnt.json()["code"], burnt.headers["Retry-After"]) == ("otp_burnt", "1")
    still_burnt = phone.answer(api)
    assert (still_burnt.json()["code"], still_burnt.headers["Retry-After"]) == ("otp_burnt", "15")
    assert phone.log_in(api).status_code == 200
    # The new code has a time of its own.
    assert phone.ask(api).headers["Retry-After"] == "15"


def test_six_an_hour_to_one_number(api: ApiClient, phone: Phone, clock: Any) -> None:
    for _ in range(6):
        assert phone.ask(api).status_code == 200
        clock.shift(timedelta(minutes=1))
    refused = phone.ask(api)
    assert (refused.status_code, refused.json()["code"]) == (429, "otp_too_many")
    assert refused.headers["Retry-After"] == str(54 * 60)
    assert len(phone.messages()) == 6
    clock.shift(timedelta(minutes=54))
    assert phone.ask(api).status_code == 200


def test_a_refused_sending_leaves_the_last_code_alone(api: ApiClient, phone: Phone, clock: Any) -> None:
    for _ in range(6):
        phone.ask(api)
        clock.shift(timedelta(seconds=15))
    assert phone.ask(api).status_code == 429
    assert phone.answer(api).status_code == 200


def test_a_refused_sending_counts_for_nothing(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    for _ in range(20):
        assert phone.ask(api).status_code == 429
    assert ThrottleEvent.objects.filter(throttle="code-to:" + MOBILE).count() == 1


def test_one_address_may_ask_for_so_many(api: ApiClient, phone: Phone, settings: Any, clock: Any) -> None:
    settings.OTP_ADDRESS_LIMIT = (3, 3600)
    for number in range(3):
        assert phone.ask(api, f"981234560{number}").status_code == 200
    refused = phone.ask(api, "9812345609")
    assert (refused.status_code, refused.json()["code"]) == (429, "otp_too_many")
    elsewhere = ApiClient(REMOTE_ADDR="198.51.100.9")
    assert phone.ask(elsewhere, "9812345609").status_code == 200


def test_an_address_in_a_header_is_not_believed(
    api: ApiClient, phone: Phone, settings: Any, clock: Any
) -> None:
    settings.OTP_ADDRESS_LIMIT = (2, 3600)
    statuses = []
    for number in range(4):
        spoofing = ApiClient(
            HTTP_X_FORWARDED_FOR=f"198.51.100.{number}", HTTP_X_REAL_IP=f"198.51.100.{number}"
        )
        statuses.append(phone.ask(spoofing, f"981234560{number}").status_code)
    assert statuses == [200, 200, 429, 429]


def test_known_and_unknown_numbers_get_the_same_answer(
    api: ApiClient, phone: Phone, django_assert_num_queries: Any
) -> None:
    User.objects.create_user(mobile="9812345601")
    phone.ask(api, "9812345603")
    answers = []
    for mobile in ("9812345601", "9812345602"):
        with django_assert_num_queries(16):
            answers.append(api.post("/api/login/otp/send", {"mobile": mobile, "canWhatsapp": True}))
    assert answers[0].content == answers[1].content
    names = [sorted(set(answer.headers) - {"X-Request-ID"}) for answer in answers]
    assert names[0] == names[1]


def test_a_code_that_was_replaced_is_not_sent_any_more(
    api: ApiClient, phone: Phone, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    phone.ask(api)
    clock.shift(timedelta(seconds=20))
    phone.ask(api)
    messages.sweep(now=timezone.now())
    assert sorted(Message.objects.values_list("status", flat=True)) == ["dropped", "sent"]
    assert len(phone.messages()) == 1
    assert phone.answer(api).status_code == 200


def test_a_code_that_is_out_of_date_is_not_sent_any_more(
    api: ApiClient, phone: Phone, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    phone.ask(api)
    clock.shift(timedelta(minutes=5))
    messages.sweep(now=timezone.now())
    assert phone.messages() == []
    assert Message.objects.get().payload == {}


def test_old_codes_are_deleted(api: ApiClient, phone: Phone, clock: Any) -> None:
    phone.ask(api)
    clock.shift(timedelta(days=1, minutes=4))
    assert codes.delete_expired(now=timezone.now()) == 0
    clock.shift(timedelta(minutes=2))
    assert codes.delete_expired(now=timezone.now()) == 1
