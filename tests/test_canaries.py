"""Codes and full numbers appear where they must and nowhere else: every log line and every answer is read."""

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
"""Chosen so that no id or moment holds it by chance."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that any logger says, as it would be written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture
def outbox(settings: Any, tmp_path: Path) -> Path:
    settings.OUTBOX_FILE = tmp_path / "outbox.jsonl"
    return tmp_path / "outbox.jsonl"


def last_code(outbox: Path) -> str:
    return str(json.loads(outbox.read_text(encoding="utf-8").splitlines()[-1])["params"]["otp"])


def everything_said(answer: Any) -> str:
    return answer.content.decode() + str(answer.headers) + str(answer.cookies)


def test_neither_logs_nor_answers_tell_codes_or_numbers(
    log: io.StringIO, outbox: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, told = ApiClient(), []
    told.append(visitor.post("/api/login/otp/send", {"mobile": f"+91{MOBILE}", "canWhatsapp": True}))
    code = last_code(outbox)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    told.append(visitor.post("/api/login/otp/send", {"mobile": MOBILE}))
    told.append(visitor.post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": wrong}))
    told.append(visitor.post("/api/login/otp/verify/web", {"mobile": f"{MOBILE}x", "otp": code}))
    told.append(visitor.get(f"/api/user?otp={code}&mobile={MOBILE}"))
    own = visitor.post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": code})
    assert own.status_code == 200
    told.append(visitor.post("/api/login/otp/verify/web", {"mobile": MOBILE, "otp": code}))
    told.append(visitor.post("/api/user/erase", {"mobile": f"{MOBILE[:9]}9"}))
    told.append(visitor.post("/api/user/erase", {"mobile": MOBILE}))
    assert [answer.status_code for answer in told] == [200, 429, 400, 400, 401, 400, 400, 200]
    said = "".join(map(everything_said, told)) + log.getvalue()
    assert code not in said
    assert wrong not in said
    assert MOBILE not in said
    assert code not in everything_said(own)
    assert log.getvalue().count('"message": "request"') == 10


def test_a_provider_that_fails_makes_nobody_talk(
    log: io.StringIO, outbox: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SMS_AUTH_KEY = "a key that opens nothing"
    settings.SMS_BASE_URL = "http://127.0.0.1:9"
    MessageTemplate.objects.update(registered_id="registered")
    codes = []
    monkeypatch.setattr("secrets.randbelow", lambda _most: codes.append(482913) or 482913)
    answer = ApiClient().post("/api/login/otp/send", {"mobile": MOBILE, "canWhatsapp": True})
    assert (answer.status_code, codes) == (200, [482913])
    said = everything_said(answer) + log.getvalue()
    assert "482913" not in said
    assert MOBILE not in said
    waiting = Message.objects.get()
    assert waiting.status == "waiting"
    assert "482913" not in f"{waiting.payload} {waiting.last_error}"
    assert MOBILE not in waiting.last_error


def test_the_database_holds_no_code(outbox: Path) -> None:
    ApiClient().post("/api/login/otp/send", {"mobile": MOBILE})
    code = last_code(outbox)
    rows = [str(vars(row)) for model in (LoginCode, Message, Throttle, User) for row in model.objects.all()]
    assert rows
    assert not any(code in row for row in rows)
