"""
Search on SQLite with two FTS5 tables, which triggers update from the documents and words.

`catalog_searchindex` finds documents by word; `catalog_searchterm` is its vocabulary.
`catalog_searchspelling` finds words by the trigrams that they share with a typed one.
"""

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.models.expressions import RawSQL

from apps.catalog.search.terms import MAX_SIMILAR_WORDS, Field, Term

_PREFIXES = "SELECT %s AS typed, NULL AS word FROM catalog_searchterm WHERE term >= %s AND term < %s LIMIT 1"
_SIMILAR = """
SELECT %s, word FROM catalog_searchspelling
JOIN catalog_searchword ON catalog_searchword.id = catalog_searchspelling.rowid
WHERE catalog_searchspelling MATCH %s
AND EXISTS (SELECT 1 FROM catalog_searchterm WHERE term = word)
AND NOT EXISTS (SELECT 1 FROM catalog_searchterm WHERE term >= %s AND term < %s)
ORDER BY rank LIMIT %s
"""
_PREFIXES_OR_SIMILAR = f"SELECT * FROM ({_PREFIXES}) UNION ALL SELECT * FROM ({_SIMILAR})"  # noqa: S608 - our own text
_MATCHING_DOCUMENTS = "SELECT rowid FROM catalog_searchindex WHERE catalog_searchindex MATCH %s"
_LAST_CHARACTER = "\U0010ffff"


def prefixes_or_similar(typed: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str | None]]:
    parameters: list[str | int] = []
    for word, beginning in typed:
        span = (beginning, beginning + _LAST_CHARACTER)
        parameters += [word, *span, word, _trigrams(word), *span, MAX_SIMILAR_WORDS]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join([_PREFIXES_OR_SIMILAR] * len(typed)), parameters)
        return list(cursor.fetchall())


def matching_documents(*, terms: Sequence[Term], field: Field | None = None) -> RawSQL:
    wanted = " OR ".join(f'"{term.word}"{" *" if term.is_prefix else ""}' for term in terms)
    query = f"{field.value} : ({wanted})" if field else wanted
    return RawSQL(_MATCHING_DOCUMENTS, [query])  # noqa: S611 - what was typed is a parameter


def reindex() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO catalog_searchindex(catalog_searchindex) VALUES ('rebuild')")


def _trigrams(word: str) -> str:
    """The word's trigrams as an OR query, padded with blanks as in the index."""
    padded = f"  {word} "
    return " OR ".join(f'"{padded[start : start + 3]}"' for start in range(len(padded) - 2))
