"""What each database searches in: it hangs on the documents and words, and the database keeps it in step."""

from typing import Any

from django.contrib.postgres.operations import TrigramExtension

FORWARDS = {
    "postgresql": (
        """
        ALTER TABLE catalog_searchdocument ADD COLUMN vector tsvector GENERATED ALWAYS AS (
            setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', people), 'B')
            || setweight(to_tsvector('simple', goals), 'C') || setweight(to_tsvector('simple', topics), 'D')
        ) STORED
        """,
        "CREATE INDEX searchdocument_vector ON catalog_searchdocument USING gin (vector)",
        "CREATE INDEX searchword_spelling ON catalog_searchword USING gist (word gist_trgm_ops)",
    ),
    "sqlite": (
        # The words come parted by blanks; `ascii` takes every letter beyond ASCII for part of a word.
        """
        CREATE VIRTUAL TABLE catalog_searchindex USING fts5(
            title, people, goals, topics,
            content = 'catalog_searchdocument', content_rowid = 'id',
            tokenize = 'ascii', prefix = '2 3', detail = 'column'
        )
        """,
        "CREATE VIRTUAL TABLE catalog_searchterm USING fts5vocab(catalog_searchindex, row)",
        """
        CREATE TRIGGER catalog_searchdocument_added AFTER INSERT ON catalog_searchdocument BEGIN
            INSERT INTO catalog_searchindex(rowid, title, people, goals, topics)
            VALUES (new.id, new.title, new.people, new.goals, new.topics);
        END
        """,
        """
        CREATE TRIGGER catalog_searchdocument_removed AFTER DELETE ON catalog_searchdocument BEGIN
            INSERT INTO catalog_searchindex(catalog_searchindex, rowid, title, people, goals, topics)
            VALUES ('delete', old.id, old.title, old.people, old.goals, old.topics);
        END
        """,
        """
        CREATE TRIGGER catalog_searchdocument_changed AFTER UPDATE ON catalog_searchdocument BEGIN
            INSERT INTO catalog_searchindex(catalog_searchindex, rowid, title, people, goals, topics)
            VALUES ('delete', old.id, old.title, old.people, old.goals, old.topics);
            INSERT INTO catalog_searchindex(rowid, title, people, goals, topics)
            VALUES (new.id, new.title, new.people, new.goals, new.topics);
        END
        """,
        # A word with blanks around it, so that its beginning and its end are groups of three as well.
        """
        CREATE VIRTUAL TABLE catalog_searchspelling USING fts5(
            padded, content = '', tokenize = 'trigram'
        )
        """,
        """
        CREATE TRIGGER catalog_searchword_added AFTER INSERT ON catalog_searchword BEGIN
            INSERT INTO catalog_searchspelling(rowid, padded) VALUES (new.id, '  ' || new.word || ' ');
        END
        """,
        """
        CREATE TRIGGER catalog_searchword_removed AFTER DELETE ON catalog_searchword BEGIN
            INSERT INTO catalog_searchspelling(catalog_searchspelling, rowid, padded)
            VALUES ('delete', old.id, '  ' || old.word || ' ');
        END
        """,
    ),
}
BACKWARDS = {
    "postgresql": (
        "DROP INDEX searchword_spelling",
        "DROP INDEX searchdocument_vector",
        "ALTER TABLE catalog_searchdocument DROP COLUMN vector",
    ),
    "sqlite": (
        "DROP TRIGGER catalog_searchword_removed",
        "DROP TRIGGER catalog_searchword_added",
        "DROP TRIGGER catalog_searchdocument_changed",
        "DROP TRIGGER catalog_searchdocument_removed",
        "DROP TRIGGER catalog_searchdocument_added",
        "DROP TABLE catalog_searchspelling",
        "DROP TABLE catalog_searchterm",
        "DROP TABLE catalog_searchindex",
    ),
}


def make(_apps: Any, schema_editor: Any) -> None:
    for statement in FORWARDS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def remove(_apps: Any, schema_editor: Any) -> None:
    for statement in BACKWARDS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Trigrams(TrigramExtension):
    """Does nothing on SQLite; once it is there it stays, for others may use it by then."""

    def database_backwards(self, *_arguments: Any) -> None:
        pass
