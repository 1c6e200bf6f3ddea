"""What a process asks of PostgreSQL, by its kind."""

import sys
from types import ModuleType

import pytest

from config.databases import postgresql

LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


@pytest.mark.parametrize(
    ("module", "limits"),
    [
        ("config.wsgi", {"5s", "20s", "60s"}),
        ("config.rsgi", {"5s", "20s", "60s"}),
        ("celery.bin.celery", {"30s", "15min"}),
        ("another", set()),
    ],
)
def test_postgresql_ends_what_waits_too_long(
    monkeypatch: pytest.MonkeyPatch, module: str, limits: set[str]
) -> None:
    for name in ("config.wsgi", "config.rsgi", "celery.bin.celery"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, module, ModuleType(module))
    options = postgresql({}, threads=1)["OPTIONS"]["options"]
    set_to = dict(part.split("=") for part in options.split() if "=" in part)
    assert set_to.keys() == (set(LIMITS) if limits else set())
    assert set(set_to.values()) == limits
