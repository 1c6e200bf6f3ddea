"""Full-text search for courses, with ranking and typo correction."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from django.db.models import Q
from django.db.models.expressions import Combinable

from apps.catalog.search import ranking, spelling
from apps.catalog.search.engines import engine
from apps.catalog.search.ranking import QueryWord
from apps.catalog.search.terms import Term
from apps.core import search_tokens


@dataclass(frozen=True, slots=True)
class SearchMatch:
    """The condition and the relevance of a search, for a queryset of courses."""

    condition: Q
    relevance: Combinable


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
        relevance=reduce(add, map(ranking.relevance, words)),
    )


def _query_words(typed: Sequence[str]) -> list[QueryWord]:
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
            words.append(QueryWord(word, tuple(dict.fromkeys(terms))))
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
