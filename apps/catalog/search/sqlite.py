"""
Search on SQLite, by two tables of FTS5 that triggers keep in step with the documents and words.

`catalog_searchindex` finds documents by word; its vocabulary `catalog_searchterm` says which words there
are. `catalog_searchspelling` finds words by the groups of three letters that they share with a typed one.
"""

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.models.expressions import RawSQL

from apps.catalog.search.terms import MOST_ALIKE, Field, Term

_BEGUN = "SELECT %s AS typed, NULL AS word FROM catalog_searchterm WHERE term >= %s AND term < %s LIMIT 1"
_ALIKE = """
SELECT %s, word FROM catalog_searchspelling
JOIN catalog_searchword ON catalog_searchword.id = catalog_searchspelling.rowid
WHERE catalog_searchspelling MATCH %s
AND EXISTS (SELECT 1 FROM catalog_searchterm WHERE term = word)
AND NOT EXISTS (SELECT 1 FROM catalog_searchterm WHERE term >= %s AND term < %s)
ORDER BY rank LIMIT %s
"""
_BEGUN_OR_ALIKE = f"SELECT * FROM ({_BEGUN}) UNION ALL SELECT * FROM ({_ALIKE})"  # noqa: S608 - our own text
_HOLDERS = "SELECT rowid FROM catalog_searchindex WHERE catalog_searchindex MATCH %s"
_LAST_CHARACTER = "\U0010ffff"


def begun_or_alike(typed: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str | None]]:
    parameters: list[str | int] = []
    for word, beginning in typed:
        span = (beginning, beginning + _LAST_CHARACTER)
        parameters += [word, *span, word, _threes(word), *span, MOST_ALIKE]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join([_BEGUN_OR_ALIKE] * len(typed)), parameters)
        return list(cursor.fetchall())


def holders(*, terms: Sequence[Term], field: Field | None = None) -> RawSQL:
    wanted = " OR ".join(f'"{term.word}"{" *" if term.is_beginning else ""}' for term in terms)
    question = f"{field.value} : ({wanted})" if field else wanted
    return RawSQL(_HOLDERS, [question])  # noqa: S611 - what was typed is a parameter


def reindex() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO catalog_searchindex(catalog_searchindex) VALUES ('rebuild')")


def _threes(word: str) -> str:
    """The word's groups of three, with blanks around it as the spellings have, each to be found alone."""
    padded = f"  {word} "
    return " OR ".join(f'"{padded[start : start + 3]}"' for start in range(len(padded) - 2))
