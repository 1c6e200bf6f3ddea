"""What the gateways send, what each response means, and what is written to the file."""

import json
import smtplib
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail

from apps.accounts.gateways import msg91, registry
from apps.accounts.gateways.file import OutboxFile
from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused, Rendered
from apps.accounts.gateways.mail import Email
from apps.accounts.gateways.msg91 import Sms, WhatsApp
from apps.accounts.states import MessageChannel
from apps.accounts.tests.fake_server import Answer, FakeServer, playing

MOBILE = "9812345678"
OTP = "482913"

SMS = Rendered(
    key="otp",
    channel=MessageChannel.SMS,
    registered_id="6a8ea1aae1638d5a06061ca5",
    subject="",
    body=f"{OTP} is your code.\n\n@www.example.in #{OTP}",
    params={"otp": OTP, "site": "www.example.in"},
    is_marketing=False,
)
WHATSAPP = replace(
    SMS,
    channel=MessageChannel.WHATSAPP,
    registered_id="login_code",
    body=f"{OTP} is your code.",
    params={"otp": OTP},
)
REMINDER = replace(
    WHATSAPP,
    key="reminder",
    registered_id="session_reminder",
    body="Meera, your session begins at 6:30 PM.",
    params={"name": "Meera", "time": "6:30 PM"},
)
LETTER = replace(
    SMS,
    key="receipt",
    channel=MessageChannel.MAIL,
    registered_id="",
    subject="Your receipt",
    body="₹1,234.00 received.",
    params={"amount": "₹1,234.00"},
)


@pytest.fixture
def provider(settings: Any) -> Iterator[FakeServer]:
    with playing() as (fake, address):
        settings.SMS_BASE_URL = address
        settings.SMS_AUTH_KEY = "the-auth-key"
        settings.SMS_WHATSAPP_NUMBER = "919000000001"
        yield fake


# --- MSG91: requests ---


def test_sms_request_has_the_template_id_and_params(provider: FakeServer) -> None:
    Sms().send(to=MOBILE, rendered=SMS)
    (arrived,) = provider.arrived
    assert (arrived.method, arrived.path) == ("POST", "/api/v5/flow")
    assert arrived.headers["authkey"] == "the-auth-key"
    assert arrived.headers["Content-Type"] == "application/json"
    assert arrived.json == {
        "template_id": "6a8ea1aae1638d5a06061ca5",
        "short_url": "0",
        "recipients": [{"mobiles": "919812345678", "otp": OTP, "site": "www.example.in"}],
    }


def test_params_cannot_override_the_sms_recipient(provider: FakeServer) -> None:
    Sms().send(to=MOBILE, rendered=replace(SMS, params={"mobiles": "919999999999"}))
    assert provider.arrived[0].json["recipients"] == [{"mobiles": "919812345678"}]


def test_whatsapp_numbers_its_params_in_template_order(provider: FakeServer) -> None:
    WhatsApp().send(to=MOBILE, rendered=REMINDER)
    (arrived,) = provider.arrived
    assert (arrived.method, arrived.path) == (
        "POST",
        "/api/v5/whatsapp/whatsapp-outbound-message/bulk/",
    )
    assert arrived.headers["authkey"] == "the-auth-key"
    assert arrived.json == {
        "integrated_number": "919000000001",
        "content_type": "template",
        "payload": {
            "messaging_product": "whatsapp",
            "type": "template",
            "template": {
                "name": "session_reminder",
                "language": {"code": "en", "policy": "deterministic"},
                "to_and_components": [
                    {
                        "to": ["919812345678"],
                        "components": {
                            "body_1": {"type": "text", "value": "Meera"},
                            "body_2": {"type": "text", "value": "6:30 PM"},
                        },
                    }
                ],
            },
        },
    }


def test_whatsapp_otp_is_on_the_copy_button_too(provider: FakeServer) -> None:
    WhatsApp().send(to=MOBILE, rendered=WHATSAPP)
    template = provider.arrived[0].json["payload"]["template"]
    assert template["to_and_components"][0]["components"] == {
        "body_1": {"type": "text", "value": OTP},
        "button_1": {"subtype": "url", "type": "text", "value": OTP},
    }


def test_whatsapp_sends_the_namespace_if_configured(provider: FakeServer, settings: Any) -> None:
    settings.SMS_WHATSAPP_NAMESPACE = "8c2587cc_a149"
    WhatsApp().send(to=MOBILE, rendered=WHATSAPP)
    assert provider.arrived[0].json["payload"]["template"]["namespace"] == "8c2587cc_a149"


@pytest.mark.parametrize(("gateway", "rendered"), [(Sms, SMS), (WhatsApp, WHATSAPP)])
def test_an_unregistered_template_is_refused(
    provider: FakeServer, gateway: type[Sms | WhatsApp], rendered: Rendered
) -> None:
    with pytest.raises(ChannelRefused, match="the template has no registered id"):
        gateway().send(to=MOBILE, rendered=replace(rendered, registered_id=""))
    assert provider.arrived == []


def test_whatsapp_needs_a_sender_number(provider: FakeServer, settings: Any) -> None:
    settings.SMS_WHATSAPP_NUMBER = ""
    with pytest.raises(ChannelRefused, match="no WhatsApp sender number"):
        WhatsApp().send(to=MOBILE, rendered=WHATSAPP)
    assert provider.arrived == []


# --- MSG91: responses ---

JSON = {"Content-Type": "application/json"}
HTML = {"Content-Type": "text/html"}


@pytest.mark.parametrize(
    "body",
    [
        b'{"type": "success", "message": "3763646c3058373530393938"}',
        b'{"status": "success", "hasError": false, "data": "in process", "errors": null, "request_id": "a1"}',
    ],
)
def test_both_success_responses_are_accepted(provider: FakeServer, body: bytes) -> None:
    provider.answers = [Answer(body=body)]
    Sms().send(to=MOBILE, rendered=SMS)
    assert len(provider.arrived) == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(400, b'{"type": "error", "message": "Invalid mobile"}'), "status 400 Invalid mobile"),
        (Answer(401, b'{"status": "fail", "hasError": true, "errors": "No"}'), "status 401 No"),
        (Answer(404, b"<html>nothing here</html>", HTML), "status 404"),
        (Answer(200, b'{"type": "error", "message": "template missing"}'), "status 200 template missing"),
        (Answer(200, b'{"status": "fail", "hasError": true, "errors": {"a": 1}}'), "status 200"),
        (Answer(200, b'{"status": "success", "hasError": true, "errors": "no"}'), "status 200 no"),
    ],
)
def test_a_refusal_by_the_provider_is_permanent(provider: FakeServer, answer: Answer, reason: str) -> None:
    provider.answers = [answer]
    with pytest.raises(ChannelRefused) as refused:
        Sms().send(to=MOBILE, rendered=SMS)
    assert str(refused.value) == reason
    assert len(provider.arrived) == 1


@pytest.mark.parametrize(
    ("answer", "reason", "retry_after"),
    [
        (Answer(500, b'{"message": "oops"}'), "status 500 oops", None),
        (Answer(502, b"<html>Bad gateway</html>", HTML), "status 502", None),
        (Answer(503, b"", {"Retry-After": "20"}), "status 503", timedelta(seconds=20)),
        (Answer(429, b"{}", {"Retry-After": "7"}), "status 429", timedelta(seconds=7)),
        (Answer(429, b"{}", {"Retry-After": "999999999"}), "status 429", timedelta(hours=1)),
        (Answer(429, b"{}", {"Retry-After": "9" * 400}), "status 429", None),
        (Answer(429, b"{}", {"Retry-After": "-1"}), "status 429", None),
        (Answer(429, b"{}", {"Retry-After": "Sat, 21 Nov 2026 10:00:00 GMT"}), "status 429", None),
        (Answer(408, b"{}"), "status 408", None),
        (Answer(301, b"", {"Location": "/elsewhere"}), "unexpected response, status 301", None),
        (Answer(200, b"<html>Welcome to the hotel</html>", HTML), "unexpected response, status 200", None),
        (Answer(200, b'{"type": "succ', JSON), "unexpected response, status 200", None),
        (Answer(200, b'"success"', JSON), "unexpected response, status 200", None),
        (Answer(200, b'{"type": ["success"]}', JSON), "unexpected response, status 200", None),
        (Answer(200, b"[" * 100_000, JSON), "unexpected response, status 200", None),
        (Answer(200, b"", JSON), "unexpected response, status 200", None),
        (Answer(cut_at=20), "no response: ChunkedEncodingError", None),
    ],
)
def test_a_temporary_error_can_be_retried(
    provider: FakeServer, answer: Answer, reason: str, retry_after: timedelta | None
) -> None:
    provider.answers = [answer]
    with pytest.raises(ChannelFailed) as failed:
        Sms().send(to=MOBILE, rendered=SMS)
    assert (str(failed.value), failed.value.retry_after) == (reason, retry_after)
    assert len(provider.arrived) == 1


def test_a_request_without_response_times_out(provider: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert msg91.TIMEOUT == (2, 5)
    monkeypatch.setattr(msg91, "TIMEOUT", (0.5, 0.1))
    provider.answers = [Answer(hangs=True)]
    with pytest.raises(ChannelFailed, match=r"^no response: ReadTimeout$"):
        Sms().send(to=MOBILE, rendered=SMS)


def test_a_dropped_connection_can_be_retried(provider: FakeServer) -> None:
    provider.answers = [Answer(hangs=True)]
    provider.let_go.set()
    with pytest.raises(ChannelFailed, match=r"^no response: ConnectionError$"):
        Sms().send(to=MOBILE, rendered=SMS)


def test_a_refused_connection_can_be_retried(provider: FakeServer, settings: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings.SMS_BASE_URL = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ChannelFailed, match=r"^no response: ConnectionError$"):
            Sms().send(to=MOBILE, rendered=SMS)


@pytest.mark.parametrize("status", [400, 500])
def test_the_reason_contains_no_number_or_otp(
    provider: FakeServer, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    caplog.set_level("DEBUG")
    words = f"{OTP} for 91{MOBILE} and ९८१२३४५६७८ refused " + "x" * 300
    provider.answers = [Answer(status, json.dumps({"message": words}).encode())]
    with pytest.raises((ChannelRefused, ChannelFailed)) as error:
        Sms().send(to=MOBILE, rendered=SMS)
    assert str(error.value) == (f"status {status} … for … and … refused " + "x" * 300)[:100]
    for hidden in (OTP, MOBILE, "the-auth-key"):
        assert hidden not in caplog.text
        assert hidden not in str(error.value)


# --- outbox file ---


def test_outbox_file_line_has_the_message_recipient_and_time(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "not" / "there" / "outbox.jsonl"
    moment = datetime(2026, 11, 21, 9, 30, 5, 250_000, tzinfo=UTC)
    with time_machine.travel(moment, tick=False), caplog.at_level("DEBUG"):
        OutboxFile(path).send(to=MOBILE, rendered=SMS)
    (line,) = path.read_text().splitlines()
    assert json.loads(line) == {
        "at": "2026-11-21T09:30:05.250Z",
        "channel": "sms",
        "to": MOBILE,
        "template": "otp",
        "params": {"otp": OTP, "site": "www.example.in"},
        "body": f"{OTP} is your code.\n\n@www.example.in #{OTP}",
    }
    assert capfd.readouterr().out == f"[sms to {MOBILE}] {OTP} is your code.\n\n@www.example.in #{OTP}\n"
    assert caplog.records == []


def test_outbox_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    OutboxFile(tmp_path / "outbox.jsonl").send(to=MOBILE, rendered=SMS)
    assert stat.S_IMODE((tmp_path / "outbox.jsonl").stat().st_mode) == 0o600


def test_a_message_is_one_line_whatever_its_text(tmp_path: Path) -> None:
    body = "एक\u2028दो\u2029तीन\x85चार\nपाँच\r\n₹1"
    path = tmp_path / "outbox.jsonl"
    for _ in range(2):
        OutboxFile(path).send(to=MOBILE, rendered=replace(SMS, body=body))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["body"] for line in lines] == [body, body]


def test_lines_of_concurrent_processes_do_not_interleave(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from apps.accounts.gateways import file\n"
        "for n in range(200): file._append(Path(sys.argv[1]), sys.argv[2].encode() * 20_000 + b'\\n')"
    )
    path = tmp_path / "outbox.jsonl"
    root = Path(__file__).resolve().parents[3]
    running = [subprocess.Popen([sys.executable, "-c", program, str(path), sign], cwd=root) for sign in "abc"]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    lines = path.read_text().splitlines()
    assert sorted(lines) == [sign * 20_000 for sign in "abc" for _ in range(200)]


def test_an_unwritable_outbox_file_can_be_retried(tmp_path: Path) -> None:
    with pytest.raises(ChannelFailed, match=r"^outbox file: IsADirectoryError$"):
        OutboxFile(tmp_path).send(to=MOBILE, rendered=SMS)


def test_a_closed_console_does_not_fail_the_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = (tmp_path / "console").open("w")
    closed.close()
    for console in (closed, None):
        monkeypatch.setattr(sys, "__stdout__", console)
        OutboxFile(tmp_path / "outbox.jsonl").send(to=MOBILE, rendered=SMS)
    assert len((tmp_path / "outbox.jsonl").read_text().splitlines()) == 2


# --- email ---


def test_an_email_has_one_recipient_and_our_sender(settings: Any) -> None:
    settings.EMAIL_FROM = "Rally <no-reply@example.in>"
    Email().send(to="meera@example.in", rendered=LETTER)
    (letter,) = mail.outbox
    assert (letter.subject, letter.body, letter.from_email, letter.to) == (
        "Your receipt",
        "₹1,234.00 received.",
        "Rally <no-reply@example.in>",
        ["meera@example.in"],
    )
    assert settings.EMAIL_TIMEOUT == 5


def refused(code: int) -> Exception:
    return smtplib.SMTPRecipientsRefused({"meera@example.in": (code, b"meera@example.in unknown")})


@pytest.mark.parametrize(
    ("raised", "kind", "reason"),
    [
        (refused(550), ChannelRefused, "mail server: 550"),
        (refused(451), ChannelFailed, "mail server: 451"),
        (smtplib.SMTPDataError(554, b"spam"), ChannelRefused, "mail server: 554"),
        (smtplib.SMTPDataError(452, b"full"), ChannelFailed, "mail server: 452"),
        (smtplib.SMTPAuthenticationError(535, b"no"), ChannelFailed, "mail server: 535 at login"),
        (smtplib.SMTPServerDisconnected("gone"), ChannelFailed, "mail server: SMTPServerDisconnected"),
        (TimeoutError("timed out"), ChannelFailed, "mail server: TimeoutError"),
        (ConnectionRefusedError("no"), ChannelFailed, "mail server: ConnectionRefusedError"),
    ],
)
def test_the_smtp_error_decides_whether_to_retry(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, kind: type[Exception], reason: str
) -> None:
    def fail(*_args: Any, **_kwargs: Any) -> None:
        raise raised

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    with pytest.raises(kind) as error:
        Email().send(to="meera@example.in", rendered=LETTER)
    assert str(error.value) == reason


def test_a_subject_with_a_line_break_is_refused() -> None:
    with pytest.raises(ChannelRefused, match="more than one line"):
        Email().send(to="meera@example.in", rendered=replace(LETTER, subject="Hello\nBcc: all@example.in"))
    assert mail.outbox == []


# --- registry ---


@pytest.mark.parametrize(
    ("key", "sends_mail", "kinds"),
    [
        ("", False, [OutboxFile, OutboxFile, OutboxFile]),
        ("k", False, [Sms, WhatsApp, OutboxFile]),
        ("", True, [OutboxFile, OutboxFile, Email]),
    ],
)
def test_the_settings_select_the_gateway(
    settings: Any, key: str, sends_mail: bool, kinds: list[type]
) -> None:
    settings.SMS_AUTH_KEY, settings.SENDS_EMAIL = key, sends_mail
    assert [type(registry.for_channel(channel)) for channel in MessageChannel] == kinds


@pytest.mark.parametrize("channel", MessageChannel)
def test_without_outbox_file_an_unconfigured_channel_is_refused(
    settings: Any, channel: MessageChannel
) -> None:
    settings.OUTBOX_FILE = None
    with pytest.raises(ChannelRefused, match="no provider is configured"):
        registry.for_channel(channel)
