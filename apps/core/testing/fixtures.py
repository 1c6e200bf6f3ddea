"""Fixtures for the tests of all apps."""

import importlib
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.commands import flush
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from apps.core import gst, indian_time
from apps.core.testing import migrated_file, migrated_rows
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


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Keep what was migrated, before any test writes and without what an aborted run has left."""
    database = Path(connection.settings_dict["NAME"])
    # pytest-django makes none if no chosen test has its mark or fixtures: this would empty the real one.
    assert database.name.startswith("test"), "Run it with a test that uses `db`."
    if connection.vendor == "sqlite":
        migrated_file.keep(database)
    with django_db_blocker.unblock(), _deletions_as_flush():
        call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True)
        emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
        migrated_rows.keep(besides=_OF_THE_MODELS)


@pytest.fixture(scope="session", autouse=True)
def _delete_rows_instead_of_truncating() -> Iterator[None]:
    """
    After a test that commits, delete the few rows there are, in one statement where the database can.

    TRUNCATE, which Django uses on PostgreSQL, rewrites the files of all tables and indexes, and afterwards
    Django creates all content types and permissions again, and we our seeds. Over a thousand tests that
    takes minutes.
    """
    with _deletions_as_flush(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", migrated_rows.write)
        yield


@contextmanager
def _deletions_as_flush() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", _deletions)
        yield


def _deletions(operations: BaseDatabaseOperations, _style: object, tables: list[str], **_: bool) -> list[str]:
    # In one transaction: foreign keys are checked at its end.
    kept = _OF_THE_MODELS | migrated_rows.unchanged_tables()
    emptied = migrated_rows.tables_with_rows([name for name in tables if name not in kept])
    statements = [f"DELETE FROM {operations.quote_name(name)}" for name in emptied]  # noqa: S608 - our own tables
    if _APPEND_ONLY.TABLE in emptied:
        statements = _without_triggers(statements)
    return [";".join(statements)] if statements and connection.vendor == "postgresql" else statements


_APPEND_ONLY = importlib.import_module("apps.audit.migrations._append_only")


def _without_triggers(statements: list[str]) -> list[str]:
    """The audit trail lets nobody delete its rows."""
    if connection.vendor == "postgresql":
        off, on = (f"ALTER TABLE {_APPEND_ONLY.TABLE} {word} TRIGGER USER" for word in ("DISABLE", "ENABLE"))
        return [off, *statements, on]
    drop = "DROP TRIGGER refuse_deletion_of_audit_trail"
    return [drop, *statements, _APPEND_ONLY.SQLITE[1]]


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
def _no_cached_values_of_other_tests() -> None:
    cache.clear()


@pytest.fixture
def known_rates(db: None) -> None:
    """A process reads the rates of GST once a minute; a test that counts queries does not count this one."""
    gst.on(indian_time.day_of(timezone.now()))


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
        mobile="9811111111",
        name="Meera Nair",
        email="meera@example.in",
        confirmed_email="meera@example.in",
        state="Kerala",
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
def admin_user(staff: Person) -> Any:
    """Whom pytest-django's `admin_client` is logged in as."""
    return staff.user


@pytest.fixture
def clock(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Stands still at the `NOW` of the test's module until a test moves it."""
    with time_machine.travel(request.module.NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def one_person_decides(db: None) -> None:
    """The owner has switched off the second person for prices and pages."""
    of = apps.get_model("content.SecondPersonSettings")
    of._default_manager.create(for_pages=False, for_prices=False, reason="Nobody else works here yet.")


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
