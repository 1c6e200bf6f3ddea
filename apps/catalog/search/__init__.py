"""Finding courses by words: which fit, and how well; slips of the finger are forgiven."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from django.db import connection
from django.db.models import Case, IntegerField, Q, Value, When
from django.db.models.expressions import Combinable

from apps.catalog.search import likeness, postgresql, sqlite
from apps.catalog.search.terms import Engine, Field, Term
from apps.core import search_tokens

_ENGINES: dict[str, Engine] = {"postgresql": postgresql, "sqlite": sqlite}

_A_WORD = 100
"""What any found word counts: more than a field can add, so that who has more of the words comes first."""

_POINTS = {Field.TITLE: 8, Field.PEOPLE: 4, Field.GOALS: 2, Field.TOPICS: 1}
_WHOLE_WORD_OF_TITLE = 9


@dataclass(frozen=True, slots=True)
class Fit:
    """Which courses fit, and how well: the more the better. Both go into a queryset of courses."""

    condition: Q
    relevance: Combinable


@dataclass(frozen=True, slots=True)
class _Sought:
    typed: str
    terms: tuple[Term, ...]


def engine() -> Engine:
    """How the database in use searches."""
    return _ENGINES[connection.vendor]


def matching(text: str) -> Fit | None:
    """
    The courses that have at least one word of the text, those that have all of them first.

    Looks up spellings in one query, and none for short words. None when no course can fit.
    """
    sought = _sought(search_tokens.sought(text))
    if not sought:
        return None
    every_term = [term for one in sought for term in one.terms]
    return Fit(
        condition=Q(search_document__in=engine().holders(terms=every_term)),
        relevance=reduce(add, map(_points, sought)),
    )


def _sought(typed: Sequence[str]) -> list[_Sought]:
    """What to look for instead of each word; a word that stands for nothing is left out."""
    begun, alike = _looked_up([word for word in typed if likeness.slips(word)])
    found = []
    for word in typed:
        if likeness.slips(word) and word not in begun:
            meant = likeness.meant(word, alike.get(word, ()))
            terms = [Term(search_tokens.beginning(other)) for other in meant]
        else:
            terms = [Term(search_tokens.beginning(word), is_beginning=_goes_on(word, typed))]
        if terms:
            found.append(_Sought(word, tuple(dict.fromkeys(terms))))
    return found


def _goes_on(word: str, typed: Sequence[str]) -> bool:
    """Whether more letters may follow: a short word is whole, unless somebody is still typing it."""
    return len(word) > (1 if word == typed[-1] else 2) or len(typed) == 1


def _looked_up(typed: Sequence[str]) -> tuple[set[str], dict[str, list[str]]]:
    """The words that others begin with, and what is spelled like each of the rest."""
    begun: set[str] = set()
    alike: dict[str, list[str]] = {}
    rows = engine().begun_or_alike([(word, search_tokens.beginning(word)) for word in typed]) if typed else ()
    for word, other in rows:
        if other is None:
            begun.add(word)
        else:
            alike.setdefault(word, []).append(other)
    return begun, alike


def _points(sought: _Sought) -> Case:
    def standing(field: Field | None, terms: Sequence[Term], points: int) -> When:
        holders = engine().holders(terms=terms, field=field)
        return When(Q(search_document__in=holders), then=Value(_A_WORD + points))

    return Case(
        standing(Field.TITLE, [Term(sought.typed, is_beginning=False)], _WHOLE_WORD_OF_TITLE),
        *(standing(field, sought.terms, points) for field, points in _POINTS.items()),
        default=Value(0),
        output_field=IntegerField(),
    )
