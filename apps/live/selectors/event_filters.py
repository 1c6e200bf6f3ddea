"""
The filters of a list of live events in a URL.

The browser filters what the page has loaded (frontend/src/features/live/lib/eventFilters.ts), and the server
renders the same from the same URL. So only the URL is needed here.
"""

from urllib.parse import urlencode

from django.http import QueryDict

_CHOICES = {"price": ("free", "paid"), "date": ("today", "week", "month")}
_MAX_HOST_LENGTH = 120


def query_string(params: QueryDict) -> str:
    """The filters that the page knows, in one order; anything else of the URL is left out."""
    first = {name: next(iter(params.getlist(name)), "").strip() for name in ("price", "host", "date")}
    chosen = {
        name: value
        for name, value in first.items()
        if (value in _CHOICES[name] if name in _CHOICES else 0 < len(value) <= _MAX_HOST_LENGTH)
    }
    return urlencode(chosen)
