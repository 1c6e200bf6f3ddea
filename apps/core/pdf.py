"""
PDFs and pictures, rendered by Typst from a folder of `templates/`.

User input is passed to the template as data and is never parsed as markup. A template can read only files of
its own folder and the fonts come with the project, so the same data give the same bytes everywhere.
"""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

import typst

from apps.core.plain_text import is_invisible

FONTS = Path(__file__).parent / "pdf_fonts"
TEMPLATES = Path(__file__).parents[2] / "templates"


def render(template: Path, *, data: Mapping[str, Any], dated: date) -> bytes:
    """A PDF that is tagged for screen readers; the template reads the data from `sys.inputs.document`."""
    return typst.compile(
        template,
        root=template.parent,
        font_paths=_fonts(),
        sys_inputs={"document": json.dumps(data)},
        timestamp=datetime.combine(dated, time(), tzinfo=UTC),
    )


def render_png(template: Path, *, data: Mapping[str, Any]) -> bytes:
    """A page of one pixel to the point."""
    return typst.compile(
        template,
        root=template.parent,
        font_paths=_fonts(),
        sys_inputs={"document": json.dumps(data)},
        format="png",
        ppi=72,
    )


def single_line(text: str) -> str:
    """The text on one line, without invisible characters."""
    return "".join(char for char in " ".join(text.split()) if not is_invisible(char))


def long_day(day: date) -> str:
    """'21 November 2026'"""
    return f"{day.day} {day:%B %Y}"


@cache
def _fonts() -> typst.Fonts:
    # Typst's embedded fonts are the fallback for characters that ours lack.
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[FONTS])
