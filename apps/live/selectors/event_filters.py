"""
The filters of a list of live events: those that the API accepts, and those in a page's URL.

The browser filters what the page has loaded (frontend/src/features/live/lib/eventFilters.ts), and the server
renders the same from the same URL. So of a page only the URL is needed here.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.http import QueryDict

from apps.core.url_params import trim

_CHOICES = {"price": ("free", "paid"), "date": ("today", "week", "month")}
_NAMES = ("price", "host", "date", "language", "category")
_MAX_TEXT_LENGTH = 120


@dataclass(frozen=True, slots=True)
class EventFilters:
    """None: any."""

    language: str | None = None
    category: str | None = None
    """The title of a category."""

    @property
    def condition(self) -> Q:
        lookups = {"language": self.language, "category__title": self.category}
        return Q(**{lookup: value for lookup, value in lookups.items() if value is not None})


def query_string(params: QueryDict) -> str:
    """The filters that the page knows, in one order; anything else of the URL is left out."""
    first = {name: trim(next(iter(params.getlist(name)), "")) for name in _NAMES}
    chosen = {
        name: value
        for name, value in first.items()
        if (value in _CHOICES[name] if name in _CHOICES else 0 < len(value) <= _MAX_TEXT_LENGTH)
    }
    return urlencode(chosen)
