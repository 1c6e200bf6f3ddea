"""Which calls there are, read from the URL patterns themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from apps.core.failures import unknown_call

ANY_METHOD = "ANY"
"""What a call that is a plain function takes: it says so in its code alone."""


def of_api() -> set[tuple[str, str]]:
    """Every (method, route) below /api, HEAD left out: it is GET."""
    patterns = get_resolver().url_patterns
    return {
        (method, route)
        for route, callback in walked(patterns)
        if route.startswith("api") and callback is not unknown_call
        for method in _methods(callback)
    }


def walked(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from walked(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.callback


def _methods(callback: Any) -> list[str]:
    view = getattr(callback, "view_class", None)
    if view is None:
        return [ANY_METHOD]
    return [name.upper() for name in view.http_method_names if name != "head" and hasattr(view, name)]
