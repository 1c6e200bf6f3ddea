"""OTPs and full mobile numbers appear in no log line and no response."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import LoginCode, MessageTemplate, Throttle, User
from apps.core.logs import JsonLines
from apps.core.testing.clients import ApiClient
from apps.outbox.models import Message

pytestmark = pytest.mark.django_db(transaction=True)

MOBILE = "9765432108"
"""Chosen so that no id or timestamp contains it by chance."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The output of all loggers."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture
def outbox(settings: Any, tmp_path: Path) -> Path:
    settings.OUTBOX_FILE = tmp_path / "outbox.jsonl"
    return tmp_path / "outbox.jsonl"


def last_otp(outbox: Path) -> str:
    return str(json.loads(outbox.read_text(encoding="utf-8").splitlines()[-1])["params"]["otp"])


def full_text(response: Any) -> str:
    return response.content.decode() + str(response.headers) + str(response.cookies)


def test_logs_and_responses_contain_no_otp_or_number(
    log: io.StringIO, outbox: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, responses = ApiClient(), []
    responses.append(visitor.post("/api/login/otp/send", {"mobile": f"+91{MOBILE}", "canWhatsapp": True}))
    code = last_otp(outbox)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    responses.append(visitor.post("/api/login/otp/send", {"mobile": MOBILE}))
    responses.append(visitor.post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": wrong}))
    responses.append(visitor.post("/api/login/otp/verify/web", {"mobile": f"{MOBILE}x", "otp": code}))
    responses.append(visitor.get(f"/api/user?otp={code}&mobile={MOBILE}"))
    own = visitor.post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": code})
    assert own.status_code == 200
    responses.append(visitor.post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": code}))
    responses.append(visitor.post("/api/user/erase", {"mobile": f"{MOBILE[:9]}9"}))
    responses.append(visitor.post("/api/user/erase", {"mobile": MOBILE}))
    assert [response.status_code for response in responses] == [200, 429, 400, 400, 401, 400, 400, 200]
    output = "".join(map(full_text, responses)) + log.getvalue()
    assert code not in output
    assert wrong not in output
    assert MOBILE not in output
    assert code not in full_text(own)
    assert log.getvalue().count('"message": "request"') == 9


def test_a_failing_provider_leaks_no_otp(
    log: io.StringIO, outbox: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SMS_AUTH_KEY = "a key that opens nothing"
    settings.SMS_BASE_URL = "http://127.0.0.1:9"
    MessageTemplate.objects.update(registered_id="registered")
    codes = []
    monkeypatch.setattr("secrets.randbelow", lambda _most: codes.append(482913) or 482913)
    response = ApiClient().post("/api/login/otp/send", {"mobile": MOBILE, "canWhatsapp": True})
    assert (response.status_code, codes) == (200, [482913])
    output = full_text(response) + log.getvalue()
    assert "482913" not in output
    assert MOBILE not in output
    waiting = Message.objects.get()
    assert waiting.status == "waiting"
    assert "482913" not in f"{waiting.payload} {waiting.last_error}"
    assert MOBILE not in waiting.last_error


def test_the_database_stores_no_otp(outbox: Path) -> None:
    ApiClient().post("/api/login/otp/send", {"mobile": MOBILE})
    code = last_otp(outbox)
    rows = [str(vars(row)) for model in (LoginCode, Message, Throttle, User) for row in model.objects.all()]
    assert rows
    assert not any(code in row for row in rows)
