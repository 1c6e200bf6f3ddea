"""The tables of a squashed migration: all of them and recorded, or none."""

from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder

from apps.core.migration_operations import CreateModels

pytestmark = pytest.mark.django_db(transaction=True)


def applied() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


class Pair(Migration):
    """Two tables that refer to each other."""

    dependencies = [("accounts", "__first__")]
    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name,
                    [
                        ("id", models.BigAutoField(primary_key=True)),
                        ("other", models.ForeignKey(f"outbox.{other}", models.CASCADE, null=True)),
                        ("at", models.DateTimeField()),
                    ],
                    {"indexes": [models.Index(fields=["at"], name=f"{name}_by_time")]},
                )
                for name, other in (("left", "right"), ("right", "left"))
            ]
        )
    ]


TABLES = {"outbox_left", "outbox_right"}


def test_a_migration_that_is_killed_once_it_is_recorded_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    executor = MigrationExecutor(connection)
    record = executor.record_migration

    def killed(migration: Any) -> None:
        record(migration)
        raise KeyboardInterrupt

    monkeypatch.setattr(executor, "record_migration", killed)
    with pytest.raises(KeyboardInterrupt):
        executor.apply_migration(executor.loader.project_state(), Pair("0001_pair", "outbox"))

    assert ("outbox", "0001_pair") not in applied()
    assert not TABLES & set(connection.introspection.table_names())


def test_tables_are_created_with_indexes_and_keys_and_dropped_again() -> None:
    executor, pair = MigrationExecutor(connection), Pair("0001_pair", "outbox")
    before = executor.loader.project_state()
    executor.apply_migration(before.clone(), pair)

    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, "outbox_left")
    assert "left_by_time" in constraints
    assert ("outbox_right", "id") in [each["foreign_key"] for each in constraints.values()]

    executor.unapply_migration(before, pair)
    assert ("outbox", "0001_pair") not in applied()
    assert not TABLES & set(connection.introspection.table_names())
