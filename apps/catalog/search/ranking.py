"""In which order the courses that match a search are listed."""

from collections.abc import Sequence

from django.db.models import Case, IntegerField, Q, Value, When

from apps.catalog.search.engines import engine
from apps.catalog.search.queries import QueryWord
from apps.catalog.search.terms import Alternatives, Field, Term

_WORD_POINTS = 100
"""Points of each matching word: more than a field adds, so that courses with more of the words come first."""

_FIELD_POINTS = {Field.TITLE: 8, Field.PEOPLE: 4, Field.GOALS: 2, Field.TOPICS: 1}
_EXACT_TITLE_POINTS = 9
_FILTER_POINTS = 8


def relevance(word: QueryWord) -> Case:
    def when(condition: Q, points: int) -> When:
        return When(condition, then=Value(_WORD_POINTS + points))

    typed = tuple(Term(part, is_prefix=False) for part in word.typed.split())
    named = [when(word.named_condition(), _FILTER_POINTS)] if word.named else []
    fields = [Field.TITLE] if word.named else list(Field)
    return Case(
        when(contains([(typed,)], Field.TITLE), _EXACT_TITLE_POINTS),
        *named,
        *(when(contains([word.alternatives], field), _FIELD_POINTS[field]) for field in fields),
        default=Value(0),
        output_field=IntegerField(),
    )


def count_words(relevance: int) -> int:
    """How many words of the query a course with this relevance has."""
    return relevance // _WORD_POINTS


def contains(words: Sequence[Alternatives], field: Field | None = None) -> Q:
    """The condition that a course contains each of the words, in this field or in any."""
    return Q(search_document__in=engine().matching_documents(words=words, field=field))
