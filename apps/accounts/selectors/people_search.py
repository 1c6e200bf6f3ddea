"""Finding people by the beginning of their number, name or email address, each by its index."""

import re
from typing import Any

from django.db.models import Q

from apps.accounts.models import User
from apps.core.prefix_search import Folded, folded_starts_with

_SEPARATORS = re.compile(r"[\s()-]")
_NUMBER = re.compile(r"(?:\+91|91(?=[0-9]{10}\Z)|0)?([6-9][0-9]{2,9})")
_SHORTEST = 2


def mobile_prefix(text: str) -> str:
    """The beginning of a mobile number in any usual spelling, at least three digits; or ''."""
    match = _NUMBER.fullmatch(_SEPARATORS.sub("", text))
    return match[1] if match else ""


def first_matches(*, text: str, limit: int) -> list[User]:
    """
    People whose number, name or email address starts with the text, names in alphabetical order.

    Two queries at most, each stops at its limit.
    """
    number = mobile_prefix(text)
    if number:
        return list(User.objects.filter(_by_number(number)).order_by("mobile")[:limit])
    if len(text) < _SHORTEST:
        return []
    people: Any = User.objects.alias(folded_name=Folded("name"), folded_email=Folded("email"))
    by_email = people.filter(folded_starts_with("folded_email", text)).order_by("folded_email", "pk")
    if "@" in text:
        return list(by_email[:limit])
    by_name = people.filter(folded_starts_with("folded_name", text)).order_by("folded_name", "pk")
    found = {person.pk: person for rows in (by_name, by_email) for person in rows[:limit]}
    return list(found.values())[:limit]


def matching(*, text: str) -> Q:
    """The same as a condition, for a queryset with the aliases `folded_name` and `folded_email`."""
    number = mobile_prefix(text)
    if number:
        return _by_number(number)
    return folded_starts_with("folded_name", text) | folded_starts_with("folded_email", text)


def _by_number(prefix: str) -> Q:
    # All numbers have ten digits, so the range needs no index of its own.
    return Q(mobile__range=(prefix.ljust(10, "0"), prefix.ljust(10, "9")))
