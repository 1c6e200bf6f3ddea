"""
Both databases refuse to delete a part of a course that somebody owns, when the transaction ends.

SQLite checks the other tables that these triggers name whenever a migration rebuilds one of them: such a
migration calls `remove` first and `make` last.
"""

from typing import Any

_OF_A_TOPIC = (
    "(SELECT chapter.course_id FROM catalog_topic topic"
    " JOIN catalog_chapter chapter ON chapter.id = topic.chapter_id WHERE topic.id = OLD.topic_id)"
)

# The trigger, its table, and the course of the deleted row. That is null once the row's own parent is gone,
# whose trigger then decides.
TRIGGERS = (
    ("refuse_delete_of_owned_chapter", "catalog_chapter", "OLD.course_id"),
    (
        "refuse_delete_of_owned_topic",
        "catalog_topic",
        "(SELECT course_id FROM catalog_chapter WHERE id = OLD.chapter_id)",
    ),
    ("refuse_delete_of_owned_captions", "catalog_topic_captions", _OF_A_TOPIC),
    ("refuse_delete_of_owned_attachment", "catalog_topic_attachments", _OF_A_TOPIC),
    ("refuse_delete_of_owned_question", "catalog_question", _OF_A_TOPIC),
)

# The lock waits for whoever is buying the course: a purchase counts its learner in this row before it
# records the owner, whom the statement after this one then sees.
POSTGRESQL_FUNCTION = """
    CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        deleted_from uuid := {course};
    BEGIN
        PERFORM FROM catalog_course WHERE id = deleted_from FOR NO KEY UPDATE;
        IF EXISTS (SELECT FROM catalog_courseowner WHERE course_id = deleted_from) THEN
            RAISE 'Somebody owns the course that this row of % is part of.', TG_TABLE_NAME
                USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
        END IF;
        RETURN NULL;
    END
    $$
"""
POSTGRESQL_TRIGGER = """
    CREATE CONSTRAINT TRIGGER {name} AFTER DELETE ON {table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {name}()
"""

# SQLite has no deferred triggers, but deferred keys. A row of this table breaks its own until its owner is
# deleted in the same transaction, as when all tables are emptied.
SQLITE_TABLE = """
    CREATE TABLE catalog_refuseddeletion (
        id integer NOT NULL PRIMARY KEY,
        owner_id bigint NOT NULL REFERENCES catalog_courseowner (id) ON DELETE CASCADE,
        never_id integer NOT NULL REFERENCES catalog_refuseddeletion (id) DEFERRABLE INITIALLY DEFERRED
    )
"""
SQLITE_TRIGGER = """
    CREATE TRIGGER {name} AFTER DELETE ON {table} BEGIN
        INSERT INTO catalog_refuseddeletion (owner_id, never_id)
        SELECT id, -1 FROM catalog_courseowner WHERE course_id = {course};
    END
"""


def make(_apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        statements = (SQLITE_TRIGGER,)
        schema_editor.execute(SQLITE_TABLE)
    else:
        statements = (POSTGRESQL_FUNCTION, POSTGRESQL_TRIGGER)
    for name, table, course in TRIGGERS:
        for statement in statements:
            # No parameters, not even none of them: a percent sign stands for itself.
            schema_editor.execute(statement.format(name=name, table=table, course=course), params=None)


def remove(_apps: Any, schema_editor: Any) -> None:
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for name, table, _ in TRIGGERS:
        if is_sqlite:
            schema_editor.execute(f"DROP TRIGGER {name}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")
    if is_sqlite:
        schema_editor.execute("DROP TABLE catalog_refuseddeletion")
