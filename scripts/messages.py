"""
Write the catalogue of Python's texts from the code (`make messages`), or check both sides' with `--check`.

Babel does it without GNU gettext. Lingui writes the browser's catalogue; here its texts are checked too.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "locale" / "hi" / "LC_MESSAGES"
BROWSER = ROOT / "frontend" / "src" / "locales" / "hi.po"
APP = ROOT / "frontend" / "src" / "app"

_WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
_KEYWORDS = {"gettext": None, "gettext_noop": None, "gettext_lazy": None}
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+|</?\d>|#")


def extracted() -> Catalog:
    catalog = Catalog(locale="hi", fuzzy=False)
    for file in sorted((ROOT / "apps").rglob("*.py")):
        if "gettext" not in file.read_text(encoding="utf-8"):
            continue
        for _line, text, _comments, _context in extract_from_file("python", str(file), keywords=_KEYWORDS):
            catalog.add(text, locations=[(str(file.relative_to(ROOT)), 0)])
    leads = json.loads((APP / "leads" / "site.json").read_text(encoding="utf-8"))
    for row in json.loads((APP / "routes.json").read_text(encoding="utf-8")):
        if row.get("translated"):
            catalog.add(row["title"], locations=[("frontend/src/app/routes.json", 0)])
            catalog.add(leads[row["name"]], locations=[("frontend/src/app/leads/site.json", 0)])
    return catalog


def updated() -> Catalog:
    """What is in the code, with the translations there are."""
    catalog = read(FOLDER / "django.po")
    catalog.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    # The same texts make the same file, whenever it is written.
    catalog.creation_date = catalog.revision_date = _WRITTEN
    return catalog


def read(file: Path) -> Catalog:
    if not file.exists():
        return Catalog(locale="hi", fuzzy=False)
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    # Lingui leaves the date of the last revision empty, which Babel cannot parse.
    return read_po((line for line in lines if not line.startswith('"PO-Revision-Date')), locale="hi")


def as_files(catalog: Catalog) -> dict[Path, bytes]:
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, catalog, omit_header=True, include_lineno=False, width=110, sort_output=True)
    write_mo(mo, catalog)
    header = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: hi\\n"\n\n'
    return {FOLDER / "django.po": header + po.getvalue(), FOLDER / "django.mo": mo.getvalue()}


def mistakes(file: Path, catalog: Catalog) -> Iterator[str]:
    for message in catalog:
        if not message.id:
            continue
        where = f"{file.relative_to(ROOT)}: {message.id!r}"
        if not message.string:
            yield f"{where} is not translated"
        elif not set(_PLACEHOLDER.findall(message.string)) <= set(_PLACEHOLDER.findall(message.id)):
            yield f"{where} has a placeholder that the English text has not"
        elif set(re.findall(r"\{\w+|</?\d>", message.id)) - set(_PLACEHOLDER.findall(message.string)):
            yield f"{where} lacks a placeholder"


def main() -> int:
    catalog = updated()
    files = as_files(catalog)
    if "--check" not in sys.argv:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            file.write_bytes(content)
        return 0
    wrong = [
        f"{file.relative_to(ROOT)} is behind the code: run make messages"
        for file, content in files.items()
        if not file.exists() or file.read_bytes() != content
    ]
    wrong += [*mistakes(FOLDER / "django.po", catalog), *mistakes(BROWSER, read(BROWSER))]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
