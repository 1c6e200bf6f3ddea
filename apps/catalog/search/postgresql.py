"""
Search on PostgreSQL: full text finds documents by word, trigrams find words by their spelling.

`vector` of `catalog_searchdocument` is a column that the database derives from the others, with a weight
for each; `pg_trgm` gives the distance of two spellings.
"""

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.models.expressions import RawSQL

from apps.catalog.search.terms import MOST_ALIKE, Field, Term

_BEGUN_OR_ALIKE = """
WITH begun AS MATERIALIZED (
    SELECT typed FROM unnest(%s::text[], %s::text[]) AS asked (typed, beginning)
    WHERE EXISTS (SELECT 1 FROM catalog_searchdocument WHERE vector @@ beginning::tsquery)
)
SELECT typed, NULL FROM begun
UNION ALL
SELECT typed, word
FROM unnest(%s::text[]) AS asked (typed)
CROSS JOIN LATERAL (SELECT word FROM catalog_searchword ORDER BY word <-> typed LIMIT %s) AS nearest
WHERE typed NOT IN (SELECT typed FROM begun)
AND EXISTS (SELECT 1 FROM catalog_searchdocument WHERE vector @@ quote_literal(word)::tsquery)
"""
_HOLDERS = "SELECT id FROM catalog_searchdocument WHERE vector @@ %s::tsquery"

_WEIGHTS = {Field.TITLE: "A", Field.PEOPLE: "B", Field.GOALS: "C", Field.TOPICS: "D"}


def begun_or_alike(typed: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str | None]]:
    words = [word for word, _ in typed]
    beginnings = [_query([Term(beginning)], None) for _, beginning in typed]
    with connection.cursor() as cursor:
        cursor.execute(_BEGUN_OR_ALIKE, [words, beginnings, words, MOST_ALIKE])
        return list(cursor.fetchall())


def holders(*, terms: Sequence[Term], field: Field | None = None) -> RawSQL:
    return RawSQL(_HOLDERS, [_query(terms, field)])  # noqa: S611 - what was typed is a parameter


def reindex() -> None:
    """Nothing to do: the database keeps its column and indexes itself."""


def _query(terms: Sequence[Term], field: Field | None) -> str:
    weight = _WEIGHTS[field] if field else ""
    marks = [("*" if term.is_beginning else "") + weight for term in terms]
    return " | ".join(
        f"'{term.word}'" + (f":{mark}" if mark else "") for term, mark in zip(terms, marks, strict=True)
    )
