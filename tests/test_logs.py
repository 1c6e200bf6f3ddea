"""Log lines contain no secrets: canary values are logged in every way in which code could log them."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from typing import Any

import pytest

from apps.core import logs
from apps.core.ids import new_id
from apps.core.logs import JsonLines, PlainLines, redact, request_id, scrub_event

pytestmark = pytest.mark.once

SESSION_ID = "k3j4h5g6f7d8s9a0q1w2e3r4t5y6u7i8"
CSRF_TOKEN = "Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0FeDcBaZyXwVuTsRqPoNmLkJiHgFeDcBa12"
SIGNATURE = "9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d"
PASSWORD = "correct-horse-7"
BEARER = "eyJhbGciOi.JIUzI1NiJ9.c2lnbmVk"
CODE = "482913"

SPELLINGS = [
    "9876543210",
    "+919876543210",
    "919876543210",
    "00919876543210",
    "09876543210",
    "+91 9876543210",
    "+91-98765-43210",
    "98765 43210",
    "98765-43210",
    "987 654 3210",
    "+91 98765\u00a043210",
    "%2B919876543210",
    "98765%2043210",
    "tel:9876543210",
    "mobile9876543210",
    "(mobile)=(9876543210)",
    "'9876543210'",
    "９８７６５４３２１０",
    "९८७६५४३२१०",
]

LOGGED_TEXTS = [
    (f"login code {CODE} refused", CODE),
    (f"code={CODE}", CODE),
    (f"otp: {CODE}", CODE),
    (f"OTP is {CODE}.", CODE),
    (f"{CODE} is your login code", CODE),
    (f"{{'otp': '{CODE}'}}", CODE),
    (f'{{"params": {{"otp": "{CODE}"}}}}', CODE),
    (json.dumps(json.dumps({"otp": CODE})), CODE),
    (f"sessionid={SESSION_ID}", SESSION_ID),
    (f"session {SESSION_ID} is gone", SESSION_ID),
    (f"Cookie: sessionid={SESSION_ID}; csrftoken={CSRF_TOKEN}", SESSION_ID),
    (f"Cookie: sessionid={SESSION_ID}; csrftoken={CSRF_TOKEN}", CSRF_TOKEN),
    ("Cookie: sessionid=short1; theme=dark", "short1"),
    (f"{{'HTTP_X_CSRFTOKEN': '{CSRF_TOKEN}'}}", CSRF_TOKEN),
    (f"token {CSRF_TOKEN} does not fit", CSRF_TOKEN),
    (f"password={PASSWORD}", PASSWORD),
    (f"password was {PASSWORD}", PASSWORD),
    ("password='two words'", "words"),
    (f"postgres://rally:{PASSWORD}@db/rally", PASSWORD),
    (f"Authorization: Bearer {BEARER}", BEARER),
    (f"{{'Authorization': 'Bearer {BEARER}'}}", BEARER),
    (f"('Authorization', 'Basic {BEARER}')", BEARER),
    (f"sent with bearer {BEARER}", BEARER),
    (f"X-Razorpay-Signature: {SIGNATURE}", SIGNATURE),
    (f"signature {SIGNATURE} is wrong", SIGNATURE),
    ("GET /media/learn/token-of-mine/index.m3u8", "of-mine"),
    ("GET /media/recordings//token-of-mine/a.mp4", "of-mine"),
    ("GET /media/support/token-of-mine/a.pdf", "of-mine"),
    ("GET /certificates/code-of-mine", "of-mine"),
    ("GET /api/certificate/code-of-mine", "of-mine"),
    (f"got {SIGNATURE}", SIGNATURE),
    ("razorpay_signature=short", "=short"),
    ("RAZORPAY_KEY_SECRET=abc", "=abc"),
    *[(f"sent to {spelling} just now", spelling) for spelling in SPELLINGS],
    *[(f"sent to {spelling}", "8765") for spelling in SPELLINGS[:15]],
]


def fail_with(text: str) -> tuple[Any, Any, Any]:
    try:
        try:
            raise KeyError(text)
        except KeyError as cause:
            raise ValueError(f"because of {text}") from cause
    except ValueError:
        return sys.exc_info()


def record(message: str, *args: object, **extra: Any) -> logging.LogRecord:
    log_record = logging.LogRecord(
        "rally", logging.ERROR, __file__, 1, message, args, extra.pop("exc_info", None)
    )
    log_record.__dict__.update(extra)
    return log_record


LOG_CALLS: dict[str, Callable[[str], logging.LogRecord]] = {
    "message": record,
    "argument": lambda text: record("it failed: %s", text),
    "argument in a dict": lambda text: record("it failed: %s", {"why": text}),
    "exception": lambda text: record("it failed", exc_info=fail_with(text)),
    "stack": lambda text: record("it failed", stack_info=f"Stack:\n  {text}"),
    "fact": lambda text: record("request", facts={"path": f"/api/{text}"}),
    "fact in a list": lambda text: record("request", facts={"rows": [{"why": (text,)}]}),
    "object": lambda text: record("request", facts={"why": ValueError(text)}),
    "name of a fact": lambda text: record("request", facts={text: 1}),
}
FORMATTERS = {"json": JsonLines(), "plain": PlainLines("%(levelname)-7s %(name)s: %(message)s")}


@pytest.mark.parametrize("style", FORMATTERS)
@pytest.mark.parametrize("log_call", LOG_CALLS)
def test_canaries_are_redacted(style: str, log_call: str) -> None:
    for text, canary in LOGGED_TEXTS:
        line = FORMATTERS[style].format(LOG_CALLS[log_call](text))
        assert canary not in line, text
        assert canary not in str(json.loads(line) if style == "json" else line), text
        assert "[hidden]" in line or "********" in line, text


@pytest.mark.parametrize(
    "text",
    [
        "0192f3a4-7b5c-7123-9876-543210fedcba",
        "order_LkJ98Hg54Fd321",
        "took 1763712345.678 s, ended 1763712345678",
        "2026-11-21 14:25:31 from 98.76.154.132:9876",
        "The CSRF token is missing, the code is csrf",
        "status 503, code unavailable",
        "amount 9876543 paise, 987654321 too",
        "12345678901234567890",
        "/api/course/users/options-trading-2026",
        "/api/course/certificate/options-trading",
    ],
)
def test_other_text_is_not_redacted(text: str) -> None:
    assert redact(text) == text


def test_the_last_two_digits_of_a_number_remain() -> None:
    assert redact("to 9876543210 and +91 98765 43299") == "to ********10 and ********99"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (
            {"otp": CODE, "password": "p", "Cookie": "c"},
            {"otp": "[hidden]", "password": "[hidden]", "Cookie": "[hidden]"},
        ),
        ({"mobile": 9876543210}, {"mobile": "********10"}),
        (
            {"status": 200, "ms": 1.5, "ok": True, "none": None},
            {"status": 200, "ms": 1.5, "ok": True, "none": None},
        ),
        ({"level": "forged", "request_id": "forged"}, {}),
    ],
)
def test_facts_are_redacted_by_name_and_by_value(facts: dict[str, Any], expected: dict[str, Any]) -> None:
    entry = json.loads(JsonLines().format(record("request", facts=facts)))
    for name in ("at", "level", "logger", "request_id", "message"):
        assert entry.pop(name) != "forged"
    assert entry == expected


def test_a_line_is_one_json_object_with_the_request_id() -> None:
    name = str(new_id())
    token = request_id.set(name)
    line = JsonLines().format(record('two\nlines and \u2028 "quotes" %s', "नमस्ते", exc_info=fail_with("x")))
    request_id.reset(token)
    assert "\n" not in line
    entry = json.loads(line)
    assert entry["request_id"] == name
    assert entry["message"] == 'two\nlines and \u2028 "quotes" नमस्ते'
    assert (entry["level"], entry["logger"]) == ("ERROR", "rally")
    assert "ValueError: because of x" in entry["error"]
    assert entry["at"].endswith("+00:00")


def test_outside_a_request_the_request_id_is_a_dash() -> None:
    assert json.loads(JsonLines().format(record("started")))["request_id"] == "-"


def test_a_mobile_number_as_request_id_is_redacted() -> None:
    token = request_id.set("9876543210")
    entry = json.loads(JsonLines().format(record("request")))
    request_id.reset(token)
    assert entry["request_id"] == "********10"


@pytest.mark.parametrize(
    "text",
    [
        f"sessionid={SESSION_ID}",
        f"password='{PASSWORD} {CSRF_TOKEN}'",
        f"postgres://rally:{PASSWORD}@db/rally",
        f"signature {SIGNATURE} is wrong",
        f"bearer {BEARER}",
        "sent to +919876543210",
    ],
)
@pytest.mark.parametrize("filler", ["x", "x ", "x\n", "1"])
def test_truncation_leaves_no_part_of_a_secret(filler: str, text: str) -> None:
    secrets = (SESSION_ID, PASSWORD, CSRF_TOKEN, SIGNATURE, BEARER, "919876543210")
    parts = {secret[at : at + 6] for secret in secrets for at in range(len(secret) - 5)}
    for shift in range(0, len(text) + 3, 4):
        for padded in (
            (filler * 8000)[: 8000 - shift] + f" {text} " + filler * 8000,
            filler * 8000 + f" {text} " + (filler * 8000)[: 8000 - shift],
        ):
            redacted_text = redact(padded)
            assert len(redacted_text) < 20_000
            assert not [part for part in parts if part in redacted_text]


@pytest.mark.django_db
def test_the_request_line_has_no_number_and_no_query(client: Any, capsys: Any) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("rally.request")
    logger.addHandler(handler)
    try:
        response = client.get(f"/api/person/9876543210/?token={BEARER}&otp={CODE}")
    finally:
        logger.removeHandler(handler)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if "rally.request" in line]
    assert lines
    for entry in lines:
        assert entry["path"] == "/api/person/********10/"
        assert (entry["method"], entry["status"]) == ("GET", 404)
        assert entry["request_id"] == response["X-Request-ID"]
        assert BEARER not in str(entry)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("logger", "request_of"),
    [
        ("DisallowedHost", {"path": "/courses", "headers": {"Host": "evil.example"}}),
        ("DisallowedHost", {"path": "/api/faq", "headers": {"Host": "a b"}}),
        (
            "TooManyFieldsSent",
            {
                "path": "/language",
                "headers": {"Origin": "http://testserver"},
                "data": "&" * 10_001,
                "content_type": "application/x-www-form-urlencoded",
            },
        ),
    ],
)
def test_what_anybody_can_send_is_no_error(
    client: Any, caplog: pytest.LogCaptureFixture, logger: str, request_of: dict[str, Any]
) -> None:
    assert client.post(**request_of).status_code == 400
    [line] = [record for record in caplog.records if record.name != "rally.request"]
    assert (line.name, line.levelname, line.exc_info) == (f"django.security.{logger}", "WARNING", None)


def test_an_error_report_has_no_request_data_variables_or_canaries() -> None:
    event = {
        "request": {"cookies": {"sessionid": SESSION_ID}},
        "user": {"id": "9876543210"},
        "message": f"otp={CODE} for +91 98765 43210",
        "extra": {"token": "short", "count": 3},
        "exception": {
            "values": [
                {
                    "value": f"signature {SIGNATURE}",
                    "stacktrace": {"frames": [{"vars": {"code": CODE}, "lineno": 7, "in_app": True}]},
                }
            ]
        },
    }
    assert scrub_event(event, {}) == {
        "message": "otp=[hidden] for ********10",
        "extra": {"token": "[hidden]", "count": 3},
        "exception": {
            "values": [
                {"value": "signature [hidden]", "stacktrace": {"frames": [{"lineno": 7, "in_app": True}]}}
            ]
        },
    }


@pytest.mark.parametrize(("style", "formatter"), [("json", "json"), ("plain", "plain"), ("other", "json")])
def test_the_console_uses_the_configured_style(style: str, formatter: str) -> None:
    log_config = logs.configuration(style=style, level="WARNING")
    assert log_config["handlers"]["console"]["formatter"] == formatter
    assert log_config["root"] == {"handlers": ["console"], "level": "WARNING"}
