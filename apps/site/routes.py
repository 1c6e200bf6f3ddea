"""The route table, which the browser's router reads from the same file."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop

_APP = Path(settings.BASE_DIR) / "frontend" / "src" / "app"


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    path: str
    title: str
    module: str
    lead: str
    is_guarded: bool = False
    is_bare: bool = False
    is_item: bool = False
    is_local: bool = False
    is_unlisted: bool = False
    """Public, but its URL contains a key: search engines leave it out, and no script of others runs there."""
    is_translated: bool = False
    """Otherwise the page is in English, and only what is around it is in the chosen language."""


@dataclass(frozen=True, slots=True)
class Match:
    route: Route
    values: dict[str, str]

    @property
    def path(self) -> str:
        """Without what a visitor's URL adds to it, such as slashes: all who open the page share it."""
        return re.sub(r":(\w+)", lambda name: self.values[name[1]], self.route.path)


NOT_FOUND = "not-found"


@cache
def table() -> tuple[Route, ...]:
    # In separate files because each script that uses a lead contains the whole file.
    files = ("site", "home", "member", "academy", "pro", "legalPages")
    leads = {name: lead for file in files for name, lead in _read(f"leads/{file}.json").items()}
    return tuple(_route(row, lead=leads[row["name"]]) for row in _read("routes.json"))


@cache
def not_found() -> Match:
    """The page of all URLs that match nothing."""
    title = gettext_noop("Page not found")
    lead = gettext_noop("We can't find this page. It may have moved, or the link may be wrong.")
    # No route matches this path, in the browser neither.
    route = Route(NOT_FOUND, "/*", title, NOT_FOUND, lead=lead, is_translated=True)
    return Match(route, {})


def match(path: str) -> Match:
    """The route of this path, with or without a trailing slash."""
    trimmed = path.rstrip("/") or "/"
    for route, pattern in _patterns():
        if (found := pattern.fullmatch(trimmed)) and (settings.STYLEGUIDE or not route.is_local):
            return Match(route, found.groupdict())
    return not_found()


@cache
def _patterns() -> tuple[tuple[Route, re.Pattern[str]], ...]:
    return tuple((route, _pattern(route.path)) for route in table())


def _pattern(path: str) -> re.Pattern[str]:
    parts = [
        f"(?P<{part[1:]}>[^/]+)" if part.startswith(":") else re.escape(part) for part in path.split("/")
    ]
    return re.compile("/".join(parts))


def _route(row: dict[str, Any], *, lead: str) -> Route:
    path = row.get("path", f"/{row['name']}")
    return Route(
        name=row["name"],
        path=path,
        title=row["title"],
        module=row.get("module") or _own_module(row["name"]),
        lead=lead,
        is_guarded=row.get("guarded", False),
        is_bare=row.get("bare", False),
        # Only members see what other pages with a value are about.
        is_item=":" in path and not row.get("guarded", False),
        is_local=row.get("local", False),
        is_unlisted=row.get("unlisted", False),
        is_translated=row.get("translated", False),
    )


def _own_module(name: str) -> str:
    """The module of the same name, else the legal page module, as in app/routing/routes.ts."""
    return name if (_APP / "routes" / f"{name}.tsx").exists() else "legal-page"


def _read(name: str) -> Any:
    return json.loads((_APP / name).read_text(encoding="utf-8"))
