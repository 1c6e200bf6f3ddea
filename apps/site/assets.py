"""The built files that a page contains or links: styles, the route's script and the font."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe


@dataclass(frozen=True, slots=True)
class Sheet:
    """A style sheet. Without its text, as in development, the page links it."""

    address: str
    text: SafeString | None


@dataclass(frozen=True, slots=True)
class RouteAssets:
    scripts: tuple[str, ...] = ()
    sheets: tuple[Sheet, ...] = ()


_CATALOGUES = {"hi-IN": "language-hi"}
"""The chunk with the texts of a language. English has none."""


def route_assets(module: str, *, locale: str) -> RouteAssets:
    groups = _read(Path(settings.ROUTE_ASSETS_FILE))
    loaded_first = (f"route-{module}", _CATALOGUES.get(locale, ""))
    return RouteAssets(
        scripts=tuple(file for name in loaded_first for file in groups.get(name, {}).get("js", ())),
        sheets=tuple(_sheets([groups.get("main", {}), groups.get(f"route-{module}", {})])),
    )


def font() -> str | None:
    """The URL of the font, which pages preload."""
    assets = _read(Path(str(settings.WEBPACK_LOADER["DEFAULT"]["STATS_FILE"]))).get("assets", {})
    return next((file["publicPath"] for name, file in assets.items() if name.endswith(".woff2")), None)


def _sheets(groups: Sequence[dict[str, Any]]) -> Iterator[Sheet]:
    for group in groups:
        for url in group.get("css", ()):
            yield Sheet(url, None if settings.DEBUG else _text(url))


@cache
def _text(url: str) -> SafeString | None:
    """Inlined, so that the first paint needs no second request."""
    file = Path(settings.STATIC_ROOT) / url.removeprefix(settings.STATIC_URL)
    # From our own build. Nothing in it may close the style element.
    return mark_safe(file.read_text(encoding="utf-8").replace("</", r"<\/")) if file.exists() else None  # noqa: S308


def _read(file: Path) -> dict[str, Any]:
    return _read_once(str(file)) if not settings.DEBUG else _read_now(str(file))


def _read_now(file: str) -> dict[str, Any]:
    path = Path(file)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


_read_once = cache(_read_now)
