"""Handlers that note what they were given, and fail as they are told."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from apps.outbox import handlers


class Recorder:
    """Stands in for an outside party: it keeps what it was given and raises what it was told to raise."""

    def __init__(self) -> None:
        self.given: list[Mapping[str, Any]] = []
        self.raises: list[Exception] = []
        self.before: Callable[[], object] = lambda: None

    def __call__(self, payload: Mapping[str, Any], /) -> None:
        self.before()
        if self.raises:
            raise self.raises.pop(0)
        self.given.append(dict(payload))


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
