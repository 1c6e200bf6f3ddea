"""Whoever waits for an OTP that was not sent is told, and nobody else learns anything."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.gateways import registry
from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused
from apps.accounts.models import DailyCount, LoginCode, MessageTemplate, Throttle, User
from apps.accounts.tests.conftest import MOBILE, Phone
from apps.core.testing.clients import ApiClient
from apps.core.testing.schema_checks import assert_matches_schema
from apps.outbox.models import Message
from apps.outbox.states import Status

pytestmark = pytest.mark.django_db

STATUS = "/api/login/otp/status"
LATE = "Your OTP is taking longer than usual. You can wait for it or request another."
FAILED = "OTP send failed. Check the number, or try again in a few minutes."
REFUSED = {"message": "OTP send failed", "code": "otp_unavailable"}


@pytest.fixture
def msg91(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SMS_AUTH_KEY = "key"
    monkeypatch.setattr("apps.accounts.gateways.msg91._post", lambda *_: "request 1")


@pytest.fixture
def outcome(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], None]:
    """What each attempt to send meets with."""

    def set_outcome(error: Exception) -> None:
        class Broken:
            deduplicates = False

            def why_unable(self, _registered_id: str, /) -> str:
                return ""

            def send(self, **_message: Any) -> str:
                raise error

        monkeypatch.setattr(registry, "for_channel", lambda _channel: Broken())

    return set_outcome


def register(*channels: str) -> None:
    MessageTemplate.objects.filter(key="otp", channel__in=channels).update(registered_id="1107")


def status(api: ApiClient) -> tuple[int, str, str]:
    answer = api.get(STATUS)
    assert_matches_schema(answer.json(), path="login/otp/status", method="get")
    assert answer["Cache-Control"] == "private, no-store"
    return answer.status_code, answer.json()["data"]["status"], answer.json()["message"]


@pytest.mark.usefixtures("msg91")
def test_an_otp_that_no_channel_can_take_is_refused_for_everybody(api: ApiClient, phone: Phone) -> None:
    User.objects.create_user(mobile=MOBILE)
    for mobile in (MOBILE, "9812345602"):
        for can_whatsapp in (True, False):
            answer = phone.ask(api, mobile, canWhatsapp=can_whatsapp)
            assert (answer.status_code, answer.json()) == (503, REFUSED)
            assert "Retry-After" not in answer
            assert answer.cookies == {}
    assert [LoginCode.objects.count(), Message.objects.count(), Throttle.objects.count()] == [0, 0, 0]
    assert DailyCount.objects.values_list("name", "count").get() == ("login codes refused", 4)


@pytest.mark.usefixtures("msg91")
def test_an_otp_goes_out_once_its_template_is_registered(api: ApiClient, phone: Phone) -> None:
    register("sms")
    assert phone.ask(api, canWhatsapp=True).status_code == 200
    assert Message.objects.get().status == Status.SENT


@pytest.mark.usefixtures("msg91")
def test_a_number_at_whatsapp_alone_carries_no_sms(api: ApiClient, phone: Phone, settings: Any) -> None:
    settings.SMS_WHATSAPP_NUMBER = "919800000000"
    register("whatsapp")
    assert phone.ask(api, canWhatsapp=False).json() == REFUSED
    assert phone.ask(api, canWhatsapp=True).status_code == 200


@pytest.mark.usefixtures("msg91")
def test_the_refusal_is_in_hindi_too(api: ApiClient, phone: Phone) -> None:
    api.cookies["language"] = "hi"
    assert phone.ask(api).json()["message"] == "OTP नहीं भेजा जा सका"


def test_an_otp_that_was_sent(api: ApiClient, phone: Phone) -> None:
    answer = phone.ask(api)
    assert status(api) == (200, "sent", "")
    cookie = answer.cookies["otp_sent"]
    assert (cookie["path"], cookie["httponly"], cookie["max-age"]) == ("/api/login/", True, 300)


def test_an_otp_that_was_refused_for_good(api: ApiClient, phone: Phone, outcome: Any) -> None:
    outcome(ChannelRefused("status 400"))
    phone.ask(api)
    assert status(api) == (200, "failed", FAILED)
    api.cookies["language"] = "hi"
    assert status(api)[2] == "OTP नहीं भेजा जा सका। नंबर जाँचें, या कुछ मिनट बाद फिर कोशिश करें।"


def test_an_otp_that_is_tried_again_is_late(api: ApiClient, phone: Phone, outcome: Any) -> None:
    outcome(ChannelFailed("status 502"))
    phone.ask(api)
    assert status(api) == (200, "late", LATE)
    api.cookies["language"] = "hi"
    assert status(api)[2] == (
        "आपका OTP आने में सामान्य से ज़्यादा समय लग रहा है। आप इंतज़ार कर सकते हैं या दूसरा माँग सकते हैं।"
    )


def test_an_otp_that_no_worker_sends_is_late_after_20_seconds(
    api: ApiClient, phone: Phone, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    phone.ask(api)
    clock.shift(timedelta(seconds=19.9))
    assert status(api) == (200, "sending", "")
    clock.shift(timedelta(seconds=0.1))
    assert status(api) == (200, "late", LATE)


def test_an_otp_that_another_browser_replaced_is_no_failure(
    api: ApiClient, phone: Phone, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)
    phone.ask(api)
    Message.objects.update(status=Status.DROPPED)
    assert status(api) == (200, "replaced", "")


def test_only_the_browser_that_requested_it_may_ask(api: ApiClient, phone: Phone, outcome: Any) -> None:
    outcome(ChannelRefused("status 400"))
    phone.ask(api)
    stranger = ApiClient()
    assert stranger.get(STATUS).status_code == 404
    other = Message.objects.create(kind="receipt", status=Status.FAILED, due_at=timezone.now())
    for value in ("x", MOBILE, str(other.pk), str(LoginCode.objects.get().issue_id)):
        stranger.cookies["otp_sent"] = value
        assert stranger.get(STATUS).status_code == 404
