"""Which databases can be migrated once old migrations are squashed, and which are refused."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from apps.core import health, squashed_migrations


def squashed_of(app: str) -> Migration:
    loader = MigrationLoader(None)
    [key] = [key for key in loader.replacements if key[0] == app]
    return loader.replacements[key]


def forget(*keys: tuple[str, str]) -> None:
    recorder = MigrationRecorder(connection)
    for key in keys:
        recorder.record_unapplied(*key)


def applied() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


# Django alone fails with `accounts`, on which others depend, and leaves out `commerce`, on which none does.
@pytest.mark.django_db
@pytest.mark.parametrize("app", ["accounts", "commerce"])
@pytest.mark.parametrize("options", [{}, {"check_unapplied": True}, {"plan": True}])
def test_a_database_behind_the_last_release_is_refused(app: str, options: dict[str, bool]) -> None:
    squashed = squashed_of(app)
    forget((app, squashed.name), *squashed.replaces[-4:])
    before = applied()

    with pytest.raises(CommandError) as refused:
        call_command("migrate", verbosity=0, interactive=False, **options)

    named = ", ".join(".".join(key) for key in squashed.replaces[-4:-1])
    assert f"it lacks {named} and 1 more" in str(refused.value)
    assert "Run 'manage.py migrate' of the last release that has these migrations" in str(refused.value)
    assert applied() == before


@pytest.mark.django_db
def test_such_a_database_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_is_migrated", False)
    squashed = squashed_of("commerce")
    forget(("commerce", squashed.name), squashed.replaces[-1])

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert ".".join(squashed.replaces[-1]) in answer.json()["reasons"]["migrations"]


@pytest.mark.django_db
def test_a_database_of_the_last_release_is_recorded_and_nothing_runs() -> None:
    squashed = set(MigrationLoader(None).replacements)
    forget(*squashed)
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []

    call_command("migrate", verbosity=0, interactive=False)

    assert squashed <= applied()
    assert squashed_migrations.refusal(connection) == ""


@pytest.mark.django_db
def test_a_first_migrate_that_was_interrupted_goes_on() -> None:
    squashed = squashed_of("commerce")
    forget(("commerce", squashed.name), *squashed.replaces)
    executor = MigrationExecutor(connection)

    assert squashed_migrations.refusal(connection) == ""
    [(migration, _)] = executor.migration_plan(executor.loader.graph.leaf_nodes())
    assert (migration.app_label, migration.name) == ("commerce", squashed.name)
