"""Fixtures for the tests of all apps."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.core.management.commands import flush
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models.signals import post_migrate
from django.db.models.sql.compiler import SQLCompiler

from apps.core.testing.clients import ApiClient, logged_in
from apps.core.testing.services import skip_or_fail

Lines = Callable[[], list[dict[str, Any]]]


@dataclass(frozen=True)
class Person:
    """A user, and the client that they are logged in with."""

    user: Any
    api: ApiClient


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("postgresql") and connection.vendor != "postgresql":
        skip_or_fail("needs PostgreSQL: set DATABASE_URL to postgres://user:password@host:5432/name")


_OF_THE_MODELS = {"django_content_type", "auth_permission"}
"""Filled by `migrate`; no test changes them."""


@pytest.fixture(scope="session", autouse=True)
def _delete_rows_instead_of_truncating() -> Iterator[None]:
    """
    After a test that commits, delete the few rows there are, in one statement where the database can.

    TRUNCATE, which Django uses on PostgreSQL, rewrites the files of all tables and indexes, and afterwards
    Django creates all content types and permissions again. Over hundreds of tests that takes minutes.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", _deletions)
        patch.setattr(flush, "emit_post_migrate_signal", _emit_post_migrate)
        yield


def _emit_post_migrate(*args: Any, **kwargs: Any) -> None:
    """Run only our own post_migrate receivers."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)
    emit_post_migrate_signal(*args, **kwargs)


def _deletions(operations: BaseDatabaseOperations, _style: object, tables: list[str], **_: bool) -> list[str]:
    # In one transaction: foreign keys are checked at its end.
    emptied = [name for name in tables if name not in _OF_THE_MODELS]
    statements = [f"DELETE FROM {operations.quote_name(name)}" for name in emptied]  # noqa: S608 - our own tables
    return [";".join(statements)] if connection.vendor == "postgresql" else statements


class LockedJoin(AssertionError):
    """A locking query that joins: PostgreSQL waits for the row, and returns an outdated join."""


@pytest.fixture(autouse=True)
def _refuse_locking_joins(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every locking query that a test runs, on either database, must read one table only."""
    if request.node.get_closest_marker("locked_join"):
        return
    compile_query = SQLCompiler.as_sql

    def checked(compiler: SQLCompiler, *args: Any, **kwargs: Any) -> Any:
        compiled = compile_query(compiler, *args, **kwargs)
        tables = [alias for alias, count in compiler.query.alias_refcount.items() if count]
        if compiler.query.select_for_update and len(tables) > 1:
            raise LockedJoin(f"Lock the row first, then read what is joined: {', '.join(tables)}")
        return compiled

    monkeypatch.setattr(SQLCompiler, "as_sql", checked)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """No test sees cached values of another."""
    cache = caches["default"]
    if isinstance(cache, RedisCache):
        _delete_own_keys(cache)
    else:
        cache.clear()


def _delete_own_keys(cache: RedisCache) -> None:
    # The backend's `clear` empties the whole Redis database, which may contain other data.
    server = cache._cache.get_client(write=True)
    keys = list(server.scan_iter(match=f"{cache.key_prefix}:*"))
    if keys:
        server.delete(*keys)


@pytest.fixture(autouse=True)
def _send_messages_on_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are sent by the thread that commits: another would not see the test's transaction."""
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda job: job())


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are not sent on commit and wait for a sweep."""
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)


@pytest.fixture
def sent(settings: Any, tmp_path: Path) -> Lines:
    """The messages sent so far."""
    settings.OUTBOX_FILE = tmp_path / "outbox.jsonl"

    def lines() -> list[dict[str, Any]]:
        if not settings.OUTBOX_FILE.exists():
            return []
        return [json.loads(line) for line in settings.OUTBOX_FILE.read_text().splitlines()]

    return lines


@pytest.fixture
def api() -> ApiClient:
    """A client that is not logged in."""
    return ApiClient()


@pytest.fixture
def visitor(api: ApiClient) -> ApiClient:
    return api


@pytest.fixture
def member(db: None) -> Person:
    user = get_user_model().objects.create_user(
        mobile="9811111111", name="Meera Nair", email="meera@example.in", state="Kerala"
    )
    return Person(user=user, api=logged_in(user))


@pytest.fixture
def other_member(db: None) -> Person:
    user = get_user_model().objects.create_user(mobile="9822222222", name="Kabir Rao", state="Goa")
    return Person(user=user, api=logged_in(user))


@pytest.fixture
def staff(db: None) -> Person:
    user = get_user_model().objects.create_superuser(
        mobile="9833333333", password="a long pass phrase for tests", name="Staff"
    )
    return Person(user=user, api=logged_in(user))


@pytest.fixture
def committed(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[list[Callable[[], Any]]]],
) -> Callable[[], AbstractContextManager[None]]:
    """
    Runs on_commit callbacks when the block ends, and raises their exceptions.

    Outside of tests, exceptions of robust callbacks are only logged.
    """

    @contextmanager
    def run() -> Iterator[None]:
        with django_capture_on_commit_callbacks() as waiting:
            yield
        while waiting:
            with django_capture_on_commit_callbacks() as following:
                for callback in waiting:
                    callback()
            waiting = following

    return run
