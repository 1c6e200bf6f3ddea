"""In which order the courses that match a search are listed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, IntegerField, Q, Value, When

from apps.catalog.search.engines import engine
from apps.catalog.search.terms import Field, Term

_WORD_POINTS = 100
"""Points of each matching word: more than a field adds, so that courses with more of the words come first."""

_FIELD_POINTS = {Field.TITLE: 8, Field.PEOPLE: 4, Field.GOALS: 2, Field.TOPICS: 1}
_EXACT_TITLE_POINTS = 9


@dataclass(frozen=True, slots=True)
class QueryWord:
    typed: str
    terms: tuple[Term, ...]


def relevance(word: QueryWord) -> Case:
    def when(field: Field | None, terms: Sequence[Term], points: int) -> When:
        documents = engine().matching_documents(terms=terms, field=field)
        return When(Q(search_document__in=documents), then=Value(_WORD_POINTS + points))

    return Case(
        when(Field.TITLE, [Term(word.typed, is_prefix=False)], _EXACT_TITLE_POINTS),
        *(when(field, word.terms, points) for field, points in _FIELD_POINTS.items()),
        default=Value(0),
        output_field=IntegerField(),
    )
