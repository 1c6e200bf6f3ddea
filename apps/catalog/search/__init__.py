"""Full-text search for courses, with ranking and typo correction."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from django.db import connection
from django.db.models import Case, IntegerField, Q, Value, When
from django.db.models.expressions import Combinable

from apps.catalog.search import postgresql, spelling, sqlite
from apps.catalog.search.terms import Engine, Field, Term
from apps.core import search_tokens

_ENGINES: dict[str, Engine] = {"postgresql": postgresql, "sqlite": sqlite}

_WORD_POINTS = 100
"""Points of each matching word: more than a field adds, so that courses with more of the words come first."""

_FIELD_POINTS = {Field.TITLE: 8, Field.PEOPLE: 4, Field.GOALS: 2, Field.TOPICS: 1}
_EXACT_TITLE_POINTS = 9


@dataclass(frozen=True, slots=True)
class SearchMatch:
    """The condition and the relevance of a search, for a queryset of courses."""

    condition: Q
    relevance: Combinable


@dataclass(frozen=True, slots=True)
class _QueryWord:
    typed: str
    terms: tuple[Term, ...]


def engine() -> Engine:
    """The search engine of the current database."""
    return _ENGINES[connection.vendor]


def match_courses(text: str) -> SearchMatch | None:
    """
    Match courses with at least one word of the text; those with more of the words rank higher.

    Takes one query for spellings, none for short words. None if no course can match.
    """
    words = _query_words(search_tokens.query_tokens(text))
    if not words:
        return None
    terms = [term for word in words for term in word.terms]
    return SearchMatch(
        condition=Q(search_document__in=engine().matching_documents(terms=terms)),
        relevance=reduce(add, map(_relevance, words)),
    )


def _query_words(typed: Sequence[str]) -> list[_QueryWord]:
    """The terms to search for each word, corrected if needed; words without a match are left out."""
    prefixes, similar = _look_up([word for word in typed if spelling.allowed_edits(word)])
    words = []
    for word in typed:
        if spelling.allowed_edits(word) and word not in prefixes:
            corrections = spelling.corrections(word, similar.get(word, ()))
            terms = [Term(search_tokens.stem(correction)) for correction in corrections]
        else:
            terms = [Term(search_tokens.stem(word), is_prefix=_is_prefix(word, typed))]
        if terms:
            words.append(_QueryWord(word, tuple(dict.fromkeys(terms))))
    return words


def _is_prefix(word: str, typed: Sequence[str]) -> bool:
    """Whether longer words match too. Short words must match whole, except the one still being typed."""
    return len(word) > (1 if word == typed[-1] else 2) or len(typed) == 1


def _look_up(typed: Sequence[str]) -> tuple[set[str], dict[str, list[str]]]:
    """The typed words that are prefixes of indexed words, and words similar to each of the others."""
    prefixes: set[str] = set()
    similar: dict[str, list[str]] = {}
    rows = engine().prefixes_or_similar([(word, search_tokens.stem(word)) for word in typed]) if typed else ()
    for word, other in rows:
        if other is None:
            prefixes.add(word)
        else:
            similar.setdefault(word, []).append(other)
    return prefixes, similar


def _relevance(word: _QueryWord) -> Case:
    def when(field: Field | None, terms: Sequence[Term], points: int) -> When:
        documents = engine().matching_documents(terms=terms, field=field)
        return When(Q(search_document__in=documents), then=Value(_WORD_POINTS + points))

    return Case(
        when(Field.TITLE, [Term(word.typed, is_prefix=False)], _EXACT_TITLE_POINTS),
        *(when(field, word.terms, points) for field, points in _FIELD_POINTS.items()),
        default=Value(0),
        output_field=IntegerField(),
    )
