"""A phone that receives what the site sends, and the two steps of logging in."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts import personal_data
from apps.core.testing.clients import ApiClient

MOBILE = "9812345678"


@dataclass
class Phone:
    """Reads the messages as they left, and logs in with them."""

    file: Path
    committed: Callable[[], AbstractContextManager[None]]

    def messages(self, mobile: str = MOBILE) -> list[dict[str, Any]]:
        if not self.file.exists():
            return []
        lines = [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]
        return [line for line in lines if line["to"] == mobile]

    def code(self, mobile: str = MOBILE) -> str:
        return str(self.messages(mobile)[-1]["params"]["otp"])

    def ask(self, api: ApiClient, mobile: Any = MOBILE, **more: Any) -> Any:
        with self.committed():
            return api.post("/api/login/otp/send", {"mobile": mobile, **more})

    def answer(self, api: ApiClient, otp: Any = None, mobile: Any = MOBILE) -> Any:
        body = {"mobile": mobile, "otp": self.code(mobile) if otp is None else otp}
        with self.committed():
            return api.post("/api/login/otp/verify/web", body)

    def log_in(self, api: ApiClient, mobile: str = MOBILE, **more: Any) -> Any:
        assert self.ask(api, mobile, **more).status_code == 200
        return self.answer(api, mobile=mobile)

    def wrong(self, mobile: str = MOBILE) -> str:
        """A code other than the one that was sent."""
        return f"{(int(self.code(mobile)) + 1) % 10**6:06}"


@pytest.fixture
def clock() -> Iterator[Any]:
    """Stands still until it is moved."""
    morning = datetime(2026, 11, 23, 10, 0, tzinfo=timezone.get_current_timezone())
    with time_machine.travel(morning, tick=False) as moved:
        yield moved


@pytest.fixture
def phone(settings: Any, tmp_path: Path, committed: Callable[[], AbstractContextManager[None]]) -> Phone:
    settings.OUTBOX_FILE = tmp_path / "outbox.jsonl"
    return Phone(settings.OUTBOX_FILE, committed)


@pytest.fixture
def own_sections(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The sections of personal data that this app registers itself, which a test may change."""
    names = (
        "profile",
        "consents",
        "entitlements",
        "trial",
        "messages",
        "number changes",
        "lost numbers",
        "sessions",
    )
    own = {name: personal_data._sections[name] for name in names}
    monkeypatch.setattr(personal_data, "_sections", own)
    return own
