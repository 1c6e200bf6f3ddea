"""Many at once: at most five guesses count, at most one session begins, at most one message leaves."""

import json
from collections import Counter
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import (
    DailyCount,
    Entitlement,
    LoginCode,
    LoginSession,
    ThrottleEvent,
    TrialLead,
    User,
)
from apps.accounts.services import otp_limits, throttles, trials
from apps.accounts.tests.conftest import MOBILE
from apps.core.testing.clients import ApiClient
from apps.core.testing.parallel import all_after, in_parallel
from apps.outbox.models import Message

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def outbox_file(settings: Any, tmp_path: Any) -> Any:
    settings.OUTBOX_FILE = tmp_path / "outbox.jsonl"
    return settings.OUTBOX_FILE


def ask(api: ApiClient) -> Any:
    return api.post("/api/login/otp/send", {"mobile": MOBILE, "canWhatsapp": True})


def sent_code(outbox_file: Any) -> str:
    return str(json.loads(outbox_file.read_text().splitlines()[-1])["params"]["otp"])


def guess(otp: str) -> Any:
    return ApiClient().post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": otp})


@pytest.mark.proof
def test_of_a_hundred_guesses_five_count(outbox_file: Any) -> None:
    assert ask(ApiClient()).status_code == 200
    right = sent_code(outbox_file)
    wrong = [f"{(int(right) + step) % 10**6:06}" for step in range(1, 100)]
    guesses = [*wrong[:50], right, *wrong[50:]]
    answers: list[Any] = in_parallel(lambda number: guess(guesses[number]), times=100)
    statuses = Counter(answer.status_code for answer in answers)
    row = LoginCode.objects.get()
    assert row.tries <= 5
    assert statuses[200] == LoginSession.objects.count() == User.objects.count() <= 1
    assert statuses[200] + statuses[400] + statuses[429] == 100
    assert ThrottleEvent.objects.filter(throttle=f"guess:{MOBILE}").count() == row.tries - statuses[200]


def test_one_code_used_by_many_begins_one_session(outbox_file: Any) -> None:
    ask(ApiClient())
    right = sent_code(outbox_file)
    answers: list[Any] = in_parallel(lambda _number: guess(right), times=20)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 400: 19}
    assert (LoginSession.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.proof
def test_of_a_hundred_sendings_one_leaves(outbox_file: Any) -> None:
    answers: list[Any] = in_parallel(lambda _number: ask(ApiClient()), times=100)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 429: 99}
    assert Message.objects.count() == len(outbox_file.read_text().splitlines()) == 1


def test_the_trial_starts_once() -> None:
    now = timezone.now()
    person = User.objects.create_user(mobile=MOBILE)
    TrialLead.objects.create(mobile=MOBILE, mobile_digest=trials.digest_of(MOBILE), asked_at=now)

    def ask_again(_number: int) -> None:
        trials.register(mobile=MOBILE, address="203.0.113.7", person=person, now=now)

    assert in_parallel(ask_again, times=20) == [None] * 20
    assert Entitlement.objects.count() == 1


def guess_number(number: int) -> Any:
    body = {"mobile": f"98{number:08}", "otp": "123456"}
    return ApiClient().post("/api/login/otp/verify/web", body)


@pytest.mark.proof
def test_of_a_hundred_guesses_at_many_numbers_ninety_are_answered() -> None:
    answers: list[Any] = in_parallel(guess_number, times=100)
    assert Counter(answer.status_code for answer in answers) == {400: 90, 429: 10}


@pytest.mark.postgresql
def test_control_without_the_network_held_more_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a count that is only read lets concurrent guesses through."""
    guess_number(0)
    monkeypatch.setattr(otp_limits, "NETWORK_GUESSES", ((2, 3600),))
    monkeypatch.setattr(throttles, "longest_wait", all_after(throttles.peek_wait, times=4))
    answers: list[Any] = in_parallel(guess_number, times=4)
    assert [answer.status_code for answer in answers] == [400] * 4


def test_the_days_limit_holds_when_many_ask_at_once(settings: Any) -> None:
    settings.OTP_DAILY_LIMIT = 5

    def ask_for(number: int) -> Any:
        return ApiClient().post("/api/login/otp/send", {"mobile": f"98{number:08}"})

    answers: list[Any] = in_parallel(ask_for, times=20)
    assert Counter(answer.status_code for answer in answers) == {200: 5, 429: 15}
    assert Message.objects.count() == DailyCount.objects.get().count == 5
