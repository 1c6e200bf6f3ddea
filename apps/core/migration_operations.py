"""Operations for squashed migrations (decision 0126)."""

from collections.abc import Sequence
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """
    Create all tables of an app, with their indexes and foreign keys.

    After each CreateModel of its own Django renders all related models again, which took most of the time.
    And it leaves indexes and foreign keys for the end, and records such a migration after the transaction: a
    process that is killed in between would leave tables that are not recorded.
    """

    serialization_expand_args = ["operations"]
    reduces_to_sql = True
    reversible = True

    def __init__(self, operations: Sequence[migrations.CreateModel]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Rendered once, when they are next needed.
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement, None)
        schema_editor.deferred_sql.clear()

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.operations)} models"


def run_sql(*, postgresql: Sequence[str] = (), sqlite: Sequence[str] = ()) -> migrations.RunPython:
    """Statements for the database in use. Reversing drops the tables, and what they changed with them."""
    statements = {"postgresql": postgresql, "sqlite": sqlite}

    def run(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for statement in statements[schema_editor.connection.vendor]:
            schema_editor.execute(statement, params=None)

    return migrations.RunPython(run, migrations.RunPython.noop)
