"""
The one statement that writes a player's report, and answers with the whole course at once.

Reports come late, twice and at the same time. So nothing is read first: the row itself takes the further
of two positions and never loses a completion, and the database does one report after the other.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from apps.catalog.watched_ranges import Parts
from apps.core.ids import new_id


class Report(NamedTuple):
    """What is written; ids as text."""

    person_id: str
    course_id: str
    topic_id: str
    watched_seconds: int
    is_completed: bool
    starts_over: bool
    """The topic is watched from the beginning: position and completion are as sent, whatever they were."""
    learned: Mapping[str, Parts]
    """The parts that were watched, under their Indian day."""
    at: datetime


Mark = tuple[int, bool, str]
"""Seconds watched, whether completed, and when that was: in UTC, as text that sorts as moments do."""

_STATEMENT = """
INSERT INTO catalog_topicprogress AS kept
    (id, person_id, course_id, topic_id, watched_seconds, is_completed, updated_at, learned)
VALUES
    (%(id)s, %(person)s, %(course)s, %(topic)s, %(watched)s, %(completed)s, %(at)s, %(learned)s)
ON CONFLICT (person_id, course_id, topic_id) DO UPDATE SET
    watched_seconds = CASE
        WHEN %(over)s OR EXCLUDED.watched_seconds > kept.watched_seconds THEN EXCLUDED.watched_seconds
        ELSE kept.watched_seconds END,
    is_completed = EXCLUDED.is_completed OR (kept.is_completed AND NOT %(over)s),
    updated_at = CASE
        WHEN kept.updated_at > EXCLUDED.updated_at THEN kept.updated_at
        ELSE EXCLUDED.updated_at END,
    learned = {joined}
RETURNING {mark}, (
    SELECT {marks}
    FROM catalog_topicprogress
    WHERE person_id = %(person)s AND course_id = %(course)s AND topic_id <> %(topic)s
)
"""
"""The row as it now is, and beside it the other topics of the course, packed into one value."""


def _on_sqlite() -> str:
    mark = "json_array(watched_seconds, is_completed, updated_at)"
    # Mostly a report goes on where the last part ends. Else, a part begins anew where no earlier one
    # reaches it, and counting those beginnings numbers the joined parts.
    joined = """CASE
    WHEN EXCLUDED.learned = '{}' THEN kept.learned
    WHEN %(begins)s BETWEEN json_extract(kept.learned, %(path)s || '[#-1][0]')
        AND json_extract(kept.learned, %(path)s || '[#-1][1]')
    THEN json_set(
        kept.learned, %(path)s || '[#-1][1]',
        max(%(ends)s, json_extract(kept.learned, %(path)s || '[#-1][1]'))
    )
    ELSE json_set(
        kept.learned, %(path)s, json((
            SELECT json_group_array(json_array(begins, ends))
            FROM (
                SELECT min(begins) AS begins, max(ends) AS ends
                FROM (
                    SELECT begins, ends, sum(is_apart) OVER (ORDER BY begins, ends) AS number
                    FROM (
                        SELECT begins, ends, begins > COALESCE(max(ends) OVER (
                            ORDER BY begins, ends ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                        ), -1) AS is_apart
                        FROM (
                            SELECT json_extract(value, '$[0]') AS begins, json_extract(value, '$[1]') AS ends
                            FROM json_each(kept.learned, %(path)s)
                            UNION ALL
                            SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')
                            FROM json_each(EXCLUDED.learned, %(path)s)
                        )
                    )
                )
                GROUP BY number
                ORDER BY begins
            )
        ))
    ) END"""
    return _STATEMENT.format(
        mark=mark, marks=f"json_group_array(json_array(topic_id, {mark}))", joined=joined
    )


def _on_postgresql() -> str:
    mark = "json_build_array(watched_seconds, is_completed, updated_at)"
    kept, added = (_as_ranges(f"{row}.learned->>%(day)s") for row in ("kept", "EXCLUDED"))
    joined = f"""CASE
    WHEN EXCLUDED.learned = '{{}}' THEN kept.learned
    ELSE jsonb_set(kept.learned, ARRAY[%(day)s], {_as_parts(f"COALESCE({kept}, '{{}}') + {added}")}) END"""
    return _STATEMENT.format(mark=mark, marks=f"json_agg(json_build_array(topic_id, {mark}))", joined=joined)


# PostgreSQL joins ranges by itself; nothing but brackets lies between its way of writing them and JSON's.


def _as_ranges(parts: str) -> str:
    return f"replace(replace(replace({parts}, '], [', '), ['), '[[', '{{['), ']]', ')}}')::int4multirange"


def _as_parts(ranges: str) -> str:
    return f"replace(replace(replace(({ranges})::text, '),[', '],['), '{{[', '[['), ')}}', ']]')::jsonb"


_STATEMENTS = {"sqlite": _on_sqlite(), "postgresql": _on_postgresql()}


def write(report: Report) -> dict[str, Mark]:
    """Take the report in, and return what the person then has of the course, by topic id."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(_STATEMENTS[database.vendor], _parameters(report, database))
        own, others = map(_read, cursor.fetchone())
    marks = {_hyphened(topic_id): mark for topic_id, mark in others or ()}
    marks[report.topic_id] = own
    return marks


def _parameters(report: Report, database: BaseDatabaseWrapper) -> dict[str, Any]:
    day = next(iter(report.learned), "")
    parts = report.learned.get(day, ())
    begins, ends = parts[0] if len(parts) == 1 else (None, None)
    ids = {
        "id": str(new_id()),
        "person": report.person_id,
        "course": report.course_id,
        "topic": report.topic_id,
    }
    if not database.features.has_native_uuid_field:
        # Kept there without their hyphens.
        ids = {name: identity.replace("-", "") for name, identity in ids.items()}
    return {
        **ids,
        "watched": report.watched_seconds,
        "completed": report.is_completed,
        "at": database.ops.adapt_datetimefield_value(report.at),
        "learned": database.ops.adapt_json_value(dict(report.learned), None),
        "over": report.starts_over,
        "day": day,
        "path": f'$."{day}"',
        "begins": begins,
        "ends": ends,
    }


def _hyphened(identity: str) -> str:
    """The id as it is spelled everywhere but in SQLite."""
    if len(identity) == 36:
        return identity
    return f"{identity[:8]}-{identity[8:12]}-{identity[12:16]}-{identity[16:20]}-{identity[20:]}"


def _read(value: Any) -> Any:
    """JSON as the one engine gives it, written, and the other, read already."""
    return json.loads(value) if isinstance(value, str) else value
