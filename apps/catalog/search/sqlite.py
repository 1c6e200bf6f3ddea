"""
Search on SQLite with two FTS5 tables, which triggers update from the documents and words.

`catalog_searchindex` finds documents by word; `catalog_searchterm` is its vocabulary.
`catalog_searchspelling` finds words by the trigrams that they share with a typed one.
"""

from collections.abc import Collection, Iterable, Sequence

from django.db import connection
from django.db.models.expressions import RawSQL

from apps.catalog.search.terms import MAX_SIMILAR_WORDS, Alternatives, Field, Meaning

_PREFIXES = """
SELECT %s AS typed, NULL AS word, FALSE AS is_name FROM catalog_searchterm
WHERE term >= %s AND term < %s LIMIT 1
"""
_SIMILAR = """
SELECT %s, word, NOT EXISTS (
    SELECT 1 FROM catalog_searchindex WHERE catalog_searchindex MATCH '- people : "' || word || '"'
) FROM catalog_searchspelling
JOIN catalog_searchword ON catalog_searchword.id = catalog_searchspelling.rowid
WHERE catalog_searchspelling MATCH %s
AND EXISTS (SELECT 1 FROM catalog_searchterm WHERE term = word)
AND NOT EXISTS (SELECT 1 FROM catalog_searchterm WHERE term >= %s AND term < %s)
ORDER BY rank LIMIT %s
"""
_MATCHING_DOCUMENTS = "SELECT rowid FROM catalog_searchindex WHERE catalog_searchindex MATCH %s"
_LAST_CHARACTER = "\U0010ffff"


def prefixes_or_similar(
    typed: Sequence[tuple[str, str]], *, correctable: Collection[str]
) -> Iterable[tuple[str, str | None, bool]]:
    queries: list[str] = []
    parameters: list[str | int] = []
    for word, beginning in typed:
        span = (beginning, beginning + _LAST_CHARACTER)
        queries.append(f"SELECT * FROM ({_PREFIXES})")  # noqa: S608 - our own text
        parameters += [word, *span]
        if word in correctable:
            queries.append(f"SELECT * FROM ({_SIMILAR})")  # noqa: S608 - our own text
            parameters += [word, _trigrams(word), *span, MAX_SIMILAR_WORDS]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(queries), parameters)
        return list(cursor.fetchall())


def matching_documents(*, words: Sequence[Alternatives], field: Field | None = None) -> RawSQL:
    wanted = " AND ".join(_any(alternatives) for alternatives in words)
    query = f"{field.value} : ({wanted})" if field else wanted
    return RawSQL(_MATCHING_DOCUMENTS, [query])  # noqa: S611 - what was typed is a parameter


def reindex() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO catalog_searchindex(catalog_searchindex) VALUES ('rebuild')")


def _any(alternatives: Alternatives) -> str:
    return "(" + " OR ".join(_all(meaning) for meaning in alternatives) + ")"


def _all(meaning: Meaning) -> str:
    return "(" + " AND ".join(f'"{term.word}"{" *" if term.is_prefix else ""}' for term in meaning) + ")"


def _trigrams(word: str) -> str:
    """The word's trigrams as an OR query, padded with blanks as in the index."""
    padded = f"  {word} "
    return " OR ".join(f'"{padded[start : start + 3]}"' for start in range(len(padded) - 2))
