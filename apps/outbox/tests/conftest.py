"""Fake message handlers."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from apps.outbox import handlers


class Recorder:
    """A fake handler: records the payloads it received, and raises the queued exceptions first."""

    def __init__(self) -> None:
        self.payloads: list[Mapping[str, Any]] = []
        self.raises: list[Exception] = []
        self.before: Callable[[], object] = lambda: None

    def __call__(self, payload: Mapping[str, Any], /) -> None:
        self.before()
        if self.raises:
            raise self.raises.pop(0)
        self.payloads.append(dict(payload))


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "_registered", {})


@pytest.fixture
def greeting() -> Recorder:
    recorder = Recorder()
    handlers.register("greeting", recorder)
    return recorder


@pytest.fixture
def secret() -> Recorder:
    recorder = Recorder()
    handlers.register("secret", recorder, is_secret=True)
    return recorder
