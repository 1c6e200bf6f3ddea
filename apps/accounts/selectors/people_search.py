"""Finding people by the beginning of a number, an email address or a word of a name, each by its index."""

import re
import unicodedata
from typing import Any

from django.db.models import Q

from apps.accounts.models import NameTail, User
from apps.core.prefix_search import Folded, folded_starts_with

_SEPARATORS = re.compile("[\\s().\u2010-\u2015-]")
_NUMBER = re.compile(r"(?:(?:\+|00)91|0?91(?=[0-9]{10}\Z)|0)?([6-9][0-9]{2,9})")
_DIGITS = 10
_SHORTEST = 2
_MOST_ROTATED = 3


def mobile_prefix(text: str) -> str:
    """The beginning of a mobile number in any usual spelling, at least three digits; or ''."""
    digits = "".join(str(unicodedata.decimal(one, one)) for one in _SEPARATORS.sub("", text))
    match = _NUMBER.fullmatch(digits)
    return match[1] if match else ""


def complete_number(text: str) -> str:
    """A complete mobile number in any usual spelling, in ten digits; or ''."""
    prefix = mobile_prefix(text)
    return prefix if len(prefix) == _DIGITS else ""


def first_matches(*, text: str, limit: int) -> list[User]:
    """
    People whose number, email address or a word of whose name starts with the text.

    Those whose whole name does come first, then those by a later word. Three queries at most, each stops at
    its limit; where they find nobody, the words are tried in other orders.
    """
    number = mobile_prefix(text)
    if number:
        return list(User.objects.filter(_by_number(number)).order_by("mobile")[:limit])
    if len(text) < _SHORTEST:
        return []
    by_email = _by_email(text).order_by("folded_email", "pk")
    if "@" in text:
        return list(by_email[:limit])
    found = {person.pk: person for person in [*_first_by_name(text, limit), *by_email[:limit]]}
    for rotated in _rotations(text):
        found = found or {person.pk: person for person in _first_by_name(rotated, limit)}
    return list(found.values())[:limit]


def _first_by_name(text: str, limit: int) -> list[User]:
    people = _by_name(text).order_by("folded_name", "pk")[:limit]
    tails = _by_tail(text).select_related("person").order_by("folded_text", "person")[:limit]
    return [*people, *(tail.person for tail in tails)]


def _rotations(text: str) -> list[str]:
    """'Rao Asha' also as 'Asha Rao'; more than three words are no name in another order."""
    words = text.split()
    starts = range(1, len(words)) if len(words) <= _MOST_ROTATED else ()
    return [" ".join([*words[start:], *words[:start]]) for start in starts]


def matching(*, text: str) -> Q:
    """
    The same as a condition for people.

    The ids come from a union, each part of which has its index: an OR with a subquery would read all people.
    """
    number = mobile_prefix(text)
    if number:
        return _by_number(number)
    parts = [
        _by_name(text).order_by().values("pk"),
        _by_email(text).order_by().values("pk"),
        _by_tail(text).order_by().values("person"),
    ]
    for rotated in _rotations(text):
        parts += [
            _by_name(rotated).order_by().values("pk"),
            _by_tail(rotated).order_by().values("person"),
        ]
    return Q(pk__in=parts[0].union(*parts[1:]))


def _by_name(text: str) -> Any:
    people: Any = User.objects.alias(folded_name=Folded("name"))
    return people.filter(folded_starts_with("folded_name", text))


def _by_email(text: str) -> Any:
    people: Any = User.objects.alias(folded_email=Folded("email"))
    return people.filter(folded_starts_with("folded_email", text))


def _by_tail(text: str) -> Any:
    """From the second word of a name on."""
    tails: Any = NameTail.objects.alias(folded_text=Folded("text"))
    return tails.filter(folded_starts_with("folded_text", text))


def _by_number(prefix: str) -> Q:
    # All numbers have ten digits, so the range needs no index of its own.
    return Q(mobile__range=(prefix.ljust(10, "0"), prefix.ljust(10, "9")))
