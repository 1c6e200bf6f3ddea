"""The fixtures that every app's tests share."""

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
from apps.core.testing.services import missing

Lines = Callable[[], list[dict[str, Any]]]


@dataclass(frozen=True)
class Person:
    """Somebody with an account, and the client they are logged in with."""

    user: Any
    api: ApiClient


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("postgresql") and connection.vendor != "postgresql":
        missing("needs PostgreSQL: set DATABASE_URL to postgres://user:password@host:5432/name")


_OF_THE_MODELS = {"django_content_type", "auth_permission"}
"""Filled by `migrate` from the models themselves: no test changes them."""


@pytest.fixture(scope="session", autouse=True)
def _tables_emptied_by_row() -> Iterator[None]:
    """
    After a test that commits, the few rows there are get deleted, in one statement where the database can.

    To truncate, as Django asks PostgreSQL to, it rewrites the files of all tables and indexes; and after that
    Django creates all content types and permissions again. Hundreds of times that is minutes.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", _deletions)
        patch.setattr(flush, "emit_post_migrate_signal", _first_rows)
        yield


def _first_rows(*args: Any, **kwargs: Any) -> None:
    """What our own apps add to empty tables."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)
    emit_post_migrate_signal(*args, **kwargs)


def _deletions(operations: BaseDatabaseOperations, _style: object, tables: list[str], **_: bool) -> list[str]:
    # In one transaction, at whose end the keys between tables are checked.
    emptied = [name for name in tables if name not in _OF_THE_MODELS]
    statements = [f"DELETE FROM {operations.quote_name(name)}" for name in emptied]  # noqa: S608 - our own tables
    return [";".join(statements)] if connection.vendor == "postgresql" else statements


class LockedJoin(AssertionError):
    """A locking query that joins: PostgreSQL waits for the row, and returns an outdated join."""


@pytest.fixture(autouse=True)
def _locking_queries_join_nothing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every locking query that any test runs, on either database, reads one table alone."""
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
    """No test finds what another one left in the cache."""
    cache = caches["default"]
    if isinstance(cache, RedisCache):
        _forget_our_keys(cache)
    else:
        cache.clear()


def _forget_our_keys(cache: RedisCache) -> None:
    # The backend's `clear` empties the whole Redis database, which may hold other things than ours.
    server = cache._cache.get_client(write=True)
    keys = list(server.scan_iter(match=f"{cache.key_prefix}:*"))
    if keys:
        server.delete(*keys)


@pytest.fixture(autouse=True)
def _handed_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are sent by the thread that commits: another one would not see a test's transaction."""
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda job: job())


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages wait for a sweep, so that something can happen between what writes them and the sending."""
    monkeypatch.setattr("apps.outbox.dispatcher.submit", lambda _job: None)


@pytest.fixture
def sent(settings: Any, tmp_path: Path) -> Lines:
    """What has left the machine so far."""
    settings.OUTBOX_FILE = tmp_path / "outbox.jsonl"

    def lines() -> list[dict[str, Any]]:
        if not settings.OUTBOX_FILE.exists():
            return []
        return [json.loads(line) for line in settings.OUTBOX_FILE.read_text().splitlines()]

    return lines


@pytest.fixture
def api() -> ApiClient:
    """A visitor's browser."""
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
    Runs what waits for the commit when the block ends, and raises what it raises.

    Robust callbacks swallow their errors in the running site; a test that did so would see nothing.
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
