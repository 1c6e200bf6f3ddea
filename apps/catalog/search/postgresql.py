"""
Search on PostgreSQL: full-text search finds documents by word, trigrams find words by spelling.

`catalog_searchdocument.vector` is a generated tsvector with a weight for each field; `pg_trgm` gives the
distance of two spellings.
"""

from collections.abc import Collection, Iterable, Sequence

from django.db import connection
from django.db.models.expressions import RawSQL

from apps.catalog.search.terms import MAX_SIMILAR_WORDS, Alternatives, Field, Meaning, Term

_PREFIXES_OR_SIMILAR = """
WITH begun AS MATERIALIZED (
    SELECT typed FROM unnest(%s::text[], %s::text[]) AS query (typed, beginning)
    WHERE EXISTS (SELECT 1 FROM catalog_searchdocument WHERE vector @@ beginning::tsquery)
)
SELECT typed, NULL, FALSE FROM begun
UNION ALL
SELECT typed, word, NOT EXISTS (
    SELECT 1 FROM catalog_searchdocument WHERE vector @@ (quote_literal(word) || ':ACD')::tsquery
)
FROM unnest(%s::text[]) AS query (typed)
CROSS JOIN LATERAL (SELECT word FROM catalog_searchword ORDER BY word <-> typed LIMIT %s) AS nearest
WHERE typed NOT IN (SELECT typed FROM begun)
AND EXISTS (SELECT 1 FROM catalog_searchdocument WHERE vector @@ quote_literal(word)::tsquery)
"""
_MATCHING_DOCUMENTS = "SELECT id FROM catalog_searchdocument WHERE vector @@ %s::tsquery"

_WEIGHTS = {Field.TITLE: "A", Field.PEOPLE: "B", Field.GOALS: "C", Field.TOPICS: "D"}


def prefixes_or_similar(
    typed: Sequence[tuple[str, str]], *, correctable: Collection[str]
) -> Iterable[tuple[str, str | None, bool]]:
    words = [word for word, _ in typed]
    beginnings = [_term(Term(beginning), None) for _, beginning in typed]
    with connection.cursor() as cursor:
        cursor.execute(_PREFIXES_OR_SIMILAR, [words, beginnings, sorted(correctable), MAX_SIMILAR_WORDS])
        return list(cursor.fetchall())


def matching_documents(*, words: Sequence[Alternatives], field: Field | None = None) -> RawSQL:
    query = " & ".join(_any(alternatives, field) for alternatives in words)
    return RawSQL(_MATCHING_DOCUMENTS, [query])  # noqa: S611 - what was typed is a parameter


def reindex() -> None:
    """Nothing to do: PostgreSQL maintains the generated column and its indexes."""


def _any(alternatives: Alternatives, field: Field | None) -> str:
    return "(" + " | ".join(_all(meaning, field) for meaning in alternatives) + ")"


def _all(meaning: Meaning, field: Field | None) -> str:
    return "(" + " & ".join(_term(term, field) for term in meaning) + ")"


def _term(term: Term, field: Field | None) -> str:
    mark = ("*" if term.is_prefix else "") + (_WEIGHTS[field] if field else "")
    return f"'{term.word}'" + (f":{mark}" if mark else "")
