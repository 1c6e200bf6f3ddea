"""Which channel takes a message, and what becomes of one that none takes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from apps.accounts.gateways import registry
from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused, Rendered
from apps.accounts.models import MessageTemplate
from apps.accounts.services import delivery
from apps.accounts.states import MessageChannel
from apps.accounts.tests.fake_server import Answer, FakeServer, playing
from apps.outbox.handlers import PermanentFailure, RetryLater

pytestmark = pytest.mark.django_db

SMS, WHATSAPP, MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL
MOBILE = "9812345678"
PARAMS = {"otp": "482913", "site": "www.example.in"}


class Recorder:
    """Stands in for all gateways, and does to each channel what it is told."""

    deduplicates = False

    def __init__(self) -> None:
        self.taken: list[tuple[str, Rendered]] = []
        self.tried: list[MessageChannel] = []
        self.raises: dict[MessageChannel, Exception] = {}

    def why_unable(self, _registered_id: str, /) -> str:
        return ""

    def send(self, *, to: str, rendered: Rendered, key: str = "") -> str:
        self.tried.append(rendered.channel)
        if rendered.channel in self.raises:
            raise self.raises[rendered.channel]
        self.taken.append((to, rendered))
        return f"{rendered.channel}-1"


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(registry, "for_channel", lambda _channel: recorder)
    return recorder


@pytest.fixture(autouse=True)
def _our_site(settings: Any) -> None:
    settings.SITE_URL = "https://www.example.in"


def deliver(*channels: MessageChannel, to: str = MOBILE, **more: Any) -> MessageChannel:
    return delivery.deliver(template="otp", channels=channels, to=to, params=PARAMS, **more)


def test_the_first_channel_that_takes_it_is_the_only_one(gateway: Recorder) -> None:
    assert deliver(WHATSAPP, SMS) is WHATSAPP
    assert gateway.tried == [WHATSAPP]


def test_each_text_takes_its_own_of_the_values(gateway: Recorder) -> None:
    deliver(WHATSAPP)
    deliver(SMS)
    assert [(to, rendered.params) for to, rendered in gateway.taken] == [
        (MOBILE, {"otp": "482913"}),
        (MOBILE, {"otp": "482913", "otp_validity": "5 minutes", "site": "www.example.in"}),
    ]


@pytest.mark.parametrize("problem", [ChannelFailed("away"), ChannelRefused("no such number")])
def test_where_one_does_not_take_it_the_next_one_may(
    gateway: Recorder, caplog: pytest.LogCaptureFixture, problem: Exception
) -> None:
    gateway.raises = {WHATSAPP: problem}
    assert deliver(WHATSAPP, SMS) is SMS
    assert gateway.tried == [WHATSAPP, SMS]
    assert [(record.levelname, record.message, record.facts) for record in caplog.records] == [
        (
            "WARNING",
            "channel did not take it",
            {"template": "otp", "channel": "whatsapp", "reason": str(problem)},
        )
    ]


@pytest.mark.parametrize(
    ("failed", "after"),
    [
        (ChannelFailed("away"), timedelta(seconds=45)),
        (ChannelFailed("busy", retry_after=timedelta(seconds=7)), timedelta(seconds=7)),
        (ChannelFailed("busy", retry_after=timedelta(0)), timedelta(seconds=45)),
    ],
)
def test_a_failure_of_the_last_is_tried_later(
    gateway: Recorder, failed: ChannelFailed, after: timedelta
) -> None:
    gateway.raises = {WHATSAPP: ChannelRefused("not registered"), SMS: failed}
    with pytest.raises(RetryLater) as later:
        deliver(WHATSAPP, SMS)
    assert later.value.after == after
    assert str(later.value) == f"WhatsApp not registered; SMS {failed}"


def test_a_failure_that_may_pass_outweighs_a_later_refusal(gateway: Recorder) -> None:
    gateway.raises = {WHATSAPP: ChannelFailed("away"), SMS: ChannelRefused("not registered")}
    with pytest.raises(RetryLater, match="WhatsApp away; SMS not registered"):
        deliver(WHATSAPP, SMS)


def test_the_retry_delay_may_be_left_to_the_outbox(gateway: Recorder) -> None:
    gateway.raises = {SMS: ChannelFailed("away")}
    with pytest.raises(RetryLater) as later:
        deliver(SMS, retry_delay=None)
    assert later.value.after is None


def test_what_all_refuse_is_given_up(gateway: Recorder) -> None:
    gateway.raises = {WHATSAPP: ChannelRefused("not registered"), SMS: ChannelRefused("status 400")}
    with pytest.raises(PermanentFailure) as given_up:
        deliver(WHATSAPP, SMS)
    assert str(given_up.value) == "WhatsApp not registered; SMS status 400"


def test_without_a_channel_there_is_no_way(gateway: Recorder) -> None:
    with pytest.raises(PermanentFailure, match="No channel to send by"):
        deliver()


def test_a_text_that_cannot_be_filled_is_not_sent(gateway: Recorder) -> None:
    variables = {"otp": "date", "otp_validity": "text", "site": "text"}
    MessageTemplate.objects.filter(channel=SMS).update(variables=variables)
    assert deliver(SMS, WHATSAPP) is WHATSAPP
    with pytest.raises(PermanentFailure) as given_up:
        deliver(SMS, MAIL, to="meera@example.in")
    assert str(given_up.value) == "SMS there is no such address; Email No text otp for Email"
    with pytest.raises(PermanentFailure) as given_up:
        deliver(SMS)
    assert str(given_up.value) == "SMS OTP by SMS has a value for otp that is no date"
    assert gateway.tried == [WHATSAPP]


@pytest.mark.parametrize(
    ("channel", "to"),
    [
        (SMS, "1234567890"),
        (SMS, "919812345678"),
        (WHATSAPP, "98123 45678"),
        (SMS, "९८१२३४५६७८"),
        (SMS, "9812345678\n"),
        (MAIL, "9812345678"),
        (MAIL, "meera@example.in\nBcc: all@example.in"),
    ],
)
def test_what_is_no_address_is_not_tried(gateway: Recorder, channel: MessageChannel, to: str) -> None:
    with pytest.raises(PermanentFailure, match="there is no such address"):
        deliver(channel, to=to)
    assert gateway.tried == []


# --- over HTTP ---


@pytest.fixture
def provider(settings: Any) -> Iterator[FakeServer]:
    MessageTemplate.objects.update(registered_id="registered")
    with playing() as (fake, address):
        settings.SMS_BASE_URL = address
        settings.SMS_AUTH_KEY = "the-auth-key"
        settings.SMS_WHATSAPP_NUMBER = "919000000001"
        yield fake


def test_a_code_goes_by_sms_when_whatsapp_is_away(provider: FakeServer) -> None:
    provider.answers = [Answer(500), Answer()]
    assert deliver(WHATSAPP, SMS) is SMS
    assert [arrived.path for arrived in provider.arrived] == [
        "/api/v5/whatsapp/whatsapp-outbound-message/bulk/",
        "/api/v5/flow",
    ]


def test_a_busy_provider_sets_the_retry_delay(provider: FakeServer) -> None:
    provider.answers = [Answer(429, b"{}", {"Retry-After": "20"})]
    with pytest.raises(RetryLater) as later:
        deliver(WHATSAPP, SMS)
    assert later.value.after == timedelta(seconds=20)
    assert len(provider.arrived) == 2


def test_a_text_that_nobody_registered_reaches_no_provider(provider: FakeServer) -> None:
    MessageTemplate.objects.update(registered_id="")
    with pytest.raises(
        PermanentFailure,
        match="WhatsApp the template has no registered id; SMS the template has no registered",
    ):
        deliver(WHATSAPP, SMS)
    assert provider.arrived == []
