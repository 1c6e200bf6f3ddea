"""Health checks: whether the process lives, whether it can serve, and if not, why."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from apps.core import health, server

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _not_seen_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_is_migrated", False)


def away(*_args: Any, **_kwargs: Any) -> None:
    raise OperationalError("server at 10.1.2.3 is away")


def test_all_is_well(client: Client) -> None:
    for path in ("/healthz", "/readyz"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert answer["Cache-Control"] == "no-store"
        assert client.head(path).status_code == 200


def test_without_its_database_it_lives_but_cannot_serve(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "cursor", away)
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "unavailable",
        "reasons": {"database": "not reached (OperationalError)"},
    }


def test_a_check_that_timed_out_is_not_made_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "cursor", away)
    answer = client.get("/readyz", **{server.NOT_READY: "no answer within 4 seconds"})
    assert answer.status_code == 503
    assert answer.json()["reasons"] == {"database": "no answer within 4 seconds"}


def test_a_cache_that_does_not_keep_is_named(client: Client, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["reasons"] == {"cache": "does not keep what it is given"}


def test_a_mark_of_another_process_proves_the_cache(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.cache, "get", lambda _key: "of another")
    assert client.get("/readyz").status_code == 200


def test_a_migration_to_apply_is_told_until_it_is_applied(client: Client) -> None:
    recorder = MigrationRecorder(connection)
    [newest] = MigrationLoader(connection).graph.leaf_nodes("sessions")
    recorder.record_unapplied(*newest)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["reasons"] == {"migrations": "1 to apply"}
    recorder.record_applied(*newest)
    assert client.get("/readyz").status_code == 200


def test_migrations_are_not_looked_for_again_once_all_are_applied(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(health, "MigrationExecutor", away)
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_they_are_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


def test_whoever_watches_asks_by_any_host_name(client: Client) -> None:
    assert client.get("/healthz", headers={"host": "10.0.0.7:8000"}).status_code == 200
    assert client.get("/api/user", headers={"host": "10.0.0.7:8000"}).status_code == 400
