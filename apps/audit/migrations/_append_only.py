"""
The database refuses to change or delete an entry of the audit trail.

What it allows is the erasure of a person: once, to empty values and names. SQLite drops the triggers when a
migration rebuilds the table: such a migration calls `make` last.
"""

from typing import Any

TABLE = "audit_auditentry"

_ERASED = "OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.object_text = '' AND NEW.note = ''"
_KEPT = ("id", "at", "person_id", "kind", "object_type", "object_id", "subject_id", "fields", "address")

POSTGRESQL = (
    f"""
    CREATE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF {_ERASED} AND NEW.changes = '[]'::jsonb
                AND ({", ".join(f"OLD.{name}" for name in _KEPT)})
                IS NOT DISTINCT FROM ({", ".join(f"NEW.{name}" for name in _KEPT)})
            THEN
                RETURN NEW;
            END IF;
        END IF;
        RAISE 'The audit trail is append-only.'
            USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
    END
    $$
    """,
    f"""
    CREATE TRIGGER refuse_change_of_audit_trail BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_trail()
    """,
    f"""
    CREATE TRIGGER refuse_truncation_of_audit_trail BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()
    """,
)
SQLITE = (
    f"""
    CREATE TRIGGER refuse_change_of_audit_trail BEFORE UPDATE ON {TABLE}
    WHEN NOT ({_ERASED} AND NEW.changes = '[]'
        AND {" AND ".join(f"OLD.{name} IS NEW.{name}" for name in _KEPT)})
    BEGIN SELECT RAISE(ABORT, 'The audit trail is append-only.'); END
    """,
    f"""
    CREATE TRIGGER refuse_deletion_of_audit_trail BEFORE DELETE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'The audit trail is append-only.'); END
    """,
)


def make(_apps: Any, schema_editor: Any) -> None:
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement, params=None)


def remove(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER refuse_change_of_audit_trail")
        schema_editor.execute("DROP TRIGGER refuse_deletion_of_audit_trail")
    else:
        schema_editor.execute(f"DROP TRIGGER refuse_truncation_of_audit_trail ON {TABLE}")
        schema_editor.execute(f"DROP TRIGGER refuse_change_of_audit_trail ON {TABLE}")
        schema_editor.execute("DROP FUNCTION refuse_change_of_audit_trail()")
