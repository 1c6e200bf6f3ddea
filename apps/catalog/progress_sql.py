"""
The upsert that saves a player's report and returns the progress in the whole course.

Reports arrive late, twice and concurrently. So nothing is read first: the row itself keeps the further of
two positions and never loses a completion, and the database applies one report after the other.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from apps.catalog.watched_ranges import Ranges
from apps.core.ids import new_id


class ProgressUpdate(NamedTuple):
    """The values to save; ids are text."""

    person_id: str
    course_id: str
    topic_id: str
    watched_seconds: int
    is_completed: bool
    is_restart: bool
    """Replace position and completion instead of keeping the further ones."""
    ranges_by_day: Mapping[str, Ranges]
    """The watched ranges, by Indian day."""
    at: datetime


TopicState = tuple[int, bool, str]
"""Seconds watched, whether completed, and when it was updated: in UTC, as text that sorts by time."""

_STATEMENT = """
INSERT INTO catalog_topicprogress AS saved
    (id, person_id, course_id, topic_id, watched_seconds, is_completed, updated_at, ranges_by_day)
VALUES
    (%(id)s, %(person)s, %(course)s, %(topic)s, %(watched)s, %(completed)s, %(at)s, %(ranges_by_day)s)
ON CONFLICT (person_id, course_id, topic_id) DO UPDATE SET
    watched_seconds = CASE
        WHEN %(restart)s OR EXCLUDED.watched_seconds > saved.watched_seconds THEN EXCLUDED.watched_seconds
        ELSE saved.watched_seconds END,
    is_completed = EXCLUDED.is_completed OR (saved.is_completed AND NOT %(restart)s),
    updated_at = CASE
        WHEN saved.updated_at > EXCLUDED.updated_at THEN saved.updated_at
        ELSE EXCLUDED.updated_at END,
    ranges_by_day = {merged}
RETURNING {state}, (
    SELECT {states}
    FROM catalog_topicprogress
    WHERE person_id = %(person)s AND course_id = %(course)s AND topic_id <> %(topic)s
)
"""
"""Returns the saved row, and the rows of the course's other topics packed into one JSON value."""


def _sqlite_statement() -> str:
    state = "json_array(watched_seconds, is_completed, updated_at)"
    # Usually a report continues the last range, which is then extended. Otherwise (gaps and islands) a merged
    # range starts wherever no earlier range reaches, and counting those starts numbers the merged ranges.
    merged = """CASE
    WHEN EXCLUDED.ranges_by_day = '{}' THEN saved.ranges_by_day
    WHEN %(range_start)s BETWEEN json_extract(saved.ranges_by_day, %(path)s || '[#-1][0]')
        AND json_extract(saved.ranges_by_day, %(path)s || '[#-1][1]')
    THEN json_set(
        saved.ranges_by_day, %(path)s || '[#-1][1]',
        max(%(range_end)s, json_extract(saved.ranges_by_day, %(path)s || '[#-1][1]'))
    )
    ELSE json_set(
        saved.ranges_by_day, %(path)s, json((
            SELECT json_group_array(json_array(lower, upper))
            FROM (
                SELECT min(lower) AS lower, max(upper) AS upper
                FROM (
                    SELECT lower, upper, sum(is_new_range) OVER (ORDER BY lower, upper) AS range_number
                    FROM (
                        SELECT lower, upper, lower > COALESCE(max(upper) OVER (
                            ORDER BY lower, upper ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                        ), -1) AS is_new_range
                        FROM (
                            SELECT json_extract(value, '$[0]') AS lower, json_extract(value, '$[1]') AS upper
                            FROM json_each(saved.ranges_by_day, %(path)s)
                            UNION ALL
                            SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')
                            FROM json_each(EXCLUDED.ranges_by_day, %(path)s)
                        )
                    )
                )
                GROUP BY range_number
                ORDER BY lower
            )
        ))
    ) END"""
    return _STATEMENT.format(
        state=state, states=f"json_group_array(json_array(topic_id, {state}))", merged=merged
    )


def _postgresql_statement() -> str:
    state = "json_build_array(watched_seconds, is_completed, updated_at)"
    saved, added = (_json_to_multirange(f"{row}.ranges_by_day->>%(day)s") for row in ("saved", "EXCLUDED"))
    union = _multirange_to_json(f"COALESCE({saved}, '{{}}') + {added}")
    merged = f"""CASE
    WHEN EXCLUDED.ranges_by_day = '{{}}' THEN saved.ranges_by_day
    ELSE jsonb_set(saved.ranges_by_day, ARRAY[%(day)s], {union}) END"""
    return _STATEMENT.format(
        state=state, states=f"json_agg(json_build_array(topic_id, {state}))", merged=merged
    )


# PostgreSQL's multiranges merge by themselves. Their text differs from the JSON of `Ranges` in brackets only.


def _json_to_multirange(ranges: str) -> str:
    return f"replace(replace(replace({ranges}, '], [', '), ['), '[[', '{{['), ']]', ')}}')::int4multirange"


def _multirange_to_json(multirange: str) -> str:
    return f"replace(replace(replace(({multirange})::text, '),[', '],['), '{{[', '[['), ')}}', ']]')::jsonb"


_STATEMENTS = {"sqlite": _sqlite_statement(), "postgresql": _postgresql_statement()}


def save(update: ProgressUpdate) -> dict[str, TopicState]:
    """Save the report. Returns the person's state in each started topic of the course, by topic id."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(_STATEMENTS[database.vendor], _parameters(update, database))
        own, others = map(_parse_json, cursor.fetchone())
    states = {_hyphenated(topic_id): state for topic_id, state in others or ()}
    states[update.topic_id] = own
    return states


def _parameters(update: ProgressUpdate, database: BaseDatabaseWrapper) -> dict[str, Any]:
    day = next(iter(update.ranges_by_day), "")
    ranges = update.ranges_by_day.get(day, ())
    range_start, range_end = ranges[0] if len(ranges) == 1 else (None, None)
    ids = {
        "id": str(new_id()),
        "person": update.person_id,
        "course": update.course_id,
        "topic": update.topic_id,
    }
    if not database.features.has_native_uuid_field:
        # SQLite stores ids without hyphens.
        ids = {name: identity.replace("-", "") for name, identity in ids.items()}
    return {
        **ids,
        "watched": update.watched_seconds,
        "completed": update.is_completed,
        "at": database.ops.adapt_datetimefield_value(update.at),
        "ranges_by_day": database.ops.adapt_json_value(dict(update.ranges_by_day), None),
        "restart": update.is_restart,
        "day": day,
        "path": f'$."{day}"',
        "range_start": range_start,
        "range_end": range_end,
    }


def _hyphenated(identity: str) -> str:
    """SQLite stores ids without hyphens."""
    if len(identity) == 36:
        return identity
    return f"{identity[:8]}-{identity[8:12]}-{identity[12:16]}-{identity[16:20]}-{identity[20:]}"


def _parse_json(value: Any) -> Any:
    """SQLite returns JSON as text, PostgreSQL's driver parses it."""
    return json.loads(value) if isinstance(value, str) else value
