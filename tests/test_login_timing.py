"""How long an answer takes tells nobody whether a number has an account."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.testing.clients import ApiClient

PAIRS = 60


@pytest.mark.slow
@pytest.mark.django_db
def test_known_and_unknown_numbers_are_answered_as_fast(settings: Any, tmp_path: Path) -> None:
    settings.OTP_ADDRESS_LIMIT = (10_000, 3600)
    settings.OUTBOX_FILE = tmp_path / "outbox.jsonl"
    known = [f"98{number:08}" for number in range(PAIRS)]
    unknown = [f"99{number:08}" for number in range(PAIRS)]
    for mobile in known:
        User.objects.create_user(mobile=mobile)
    api = ApiClient()
    took(api, "9700000000")
    # One of each in turn: whatever else the machine does slows both alike.
    pairs = [(took(api, one), took(api, other)) for one, other in zip(known, unknown, strict=True)]
    of_known, of_unknown = (statistics.median(times) for times in zip(*pairs, strict=True))
    assert of_known / of_unknown == pytest.approx(1, abs=0.15)


def took(api: ApiClient, mobile: str) -> float:
    started = time.perf_counter()
    answer = api.post("/api/login/otp/send", {"mobile": mobile, "canWhatsapp": True})
    elapsed = time.perf_counter() - started
    assert answer.status_code == 200
    return elapsed
