"""Full-text search for courses: ranking, typo correction, synonyms, and filters that a query names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add, or_

from django.db.models import F, Q
from django.db.models.expressions import Combinable

from apps.catalog.search import ranking
from apps.catalog.search.queries import Query, QueryWord, interpret
from apps.catalog.search.ranking import count_words
from apps.catalog.search.terms import Field

__all__ = [
    "Query",
    "QueryWord",
    "SearchMatch",
    "count_words",
    "interpret",
    "match_any_word",
    "match_courses",
]


@dataclass(frozen=True, slots=True)
class SearchMatch:
    """The condition and the relevance of a search, for a queryset of courses."""

    condition: Q
    relevance: Combinable


def match_courses(text: str) -> SearchMatch | None:
    """
    Match courses that fit every word of the text.

    Takes one query for spellings, none for a short word. None if no course can match.
    """
    query = interpret(text)
    if not query.can_match:
        return None
    if query.is_generic:
        return SearchMatch(Q(), F("total_learners"))
    plain = [word.alternatives for word in query.words if not word.named]
    condition = ranking.contains(plain) if plain else Q()
    for word in query.words:
        if word.named:
            condition &= _fits(word)
    return SearchMatch(condition, _relevance(query.words))


def match_any_word(query: Query) -> SearchMatch | None:
    """Match courses with at least one of the words; those with more of them are more relevant."""
    words = [word for word in query.words if word.is_known]
    if not words:
        return None
    return SearchMatch(reduce(or_, map(_fits, words)), _relevance(words))


def _fits(word: QueryWord) -> Q:
    if not word.named:
        return ranking.contains([word.alternatives])
    return word.named_condition() | ranking.contains([word.alternatives], Field.TITLE)


def _relevance(words: Sequence[QueryWord]) -> Combinable:
    return reduce(add, map(ranking.relevance, words))
