"""Which built files a page links: the route's styles and script, and the font."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings


@dataclass(frozen=True, slots=True)
class RouteAssets:
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


def of_route(module: str) -> RouteAssets:
    files = _read(Path(settings.ROUTE_ASSETS_FILE)).get(f"route-{module}", {})
    return RouteAssets(scripts=tuple(files.get("js", ())), styles=tuple(files.get("css", ())))


def font() -> str | None:
    """The address of the one font, which a page asks for before it knows the style sheet."""
    assets = _read(Path(str(settings.WEBPACK_LOADER["DEFAULT"]["STATS_FILE"]))).get("assets", {})
    return next((file["publicPath"] for name, file in assets.items() if name.endswith(".woff2")), None)


def _read(file: Path) -> dict[str, Any]:
    return _read_once(str(file)) if not settings.DEBUG else _read_now(str(file))


def _read_now(file: str) -> dict[str, Any]:
    path = Path(file)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


_read_once = cache(_read_now)
