"""All API endpoints, read from the URL patterns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from apps.core.error_responses import unknown_endpoint

ANY_METHOD = "ANY"
"""The methods of a function view, which the URL pattern does not show."""


def api_endpoints() -> set[tuple[str, str]]:
    """Every (method, route) below /api, without HEAD."""
    patterns = get_resolver().url_patterns
    return {
        (method, route)
        for route, callback in walk(patterns)
        if route.startswith("api") and callback is not unknown_endpoint
        for method in _methods(callback)
    }


def walk(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from walk(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.callback


def _methods(callback: Any) -> list[str]:
    view = getattr(callback, "view_class", None)
    if view is None:
        return [ANY_METHOD]
    return [name.upper() for name in view.http_method_names if name != "head" and hasattr(view, name)]
