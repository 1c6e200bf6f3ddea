"""Check the download size of each page's first load: JavaScript, CSS and the font, gzipped."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "static" / "dist"
KILO = 1000

SCRIPT_LIMIT = 122 * KILO
STYLE_LIMIT = 15 * KILO
FONT_LIMIT = 45 * KILO
LANGUAGE_LIMIT = 8 * KILO
"""
The texts of another language than English, with the code that formats them. A page in Hindi: 130 kB in all.
"""
HIGHER_SCRIPT_LIMITS = {"route-styleguide": 156 * KILO}
"""Pages that no visitor opens."""


def gzip_size(files: list[str]) -> int:
    return sum(len(gzip.compress((DIST / Path(name).name).read_bytes(), 9)) for name in files)


def main() -> int:
    groups = json.loads((ROOT / ".build" / "route-assets.json").read_text())
    shell = groups["main"]
    failures = 0
    for name, group in sorted(groups.items()):
        if not name.startswith("route-"):
            continue
        scripts = gzip_size([*shell["js"], *group["js"]])
        styles = gzip_size([*shell["css"], *group["css"]])
        is_met = scripts <= HIGHER_SCRIPT_LIMITS.get(name, SCRIPT_LIMIT) and styles <= STYLE_LIMIT
        failures += not is_met
        mark = "ok " if is_met else "BIG"
        print(f"{mark} {name:28} {scripts / KILO:6.1f} kB script {styles / KILO:5.1f} kB style")
    language = gzip_size(groups["language-hi"]["js"])
    failures += language > LANGUAGE_LIMIT
    mark = "ok " if language <= LANGUAGE_LIMIT else "BIG"
    print(f"{mark} {'language-hi':28} {language / KILO:6.1f} kB script")
    [font] = DIST.glob("*.woff2")
    font_size = font.stat().st_size
    print(f"{'ok ' if font_size <= FONT_LIMIT else 'BIG'} {'font':28} {font_size / KILO:6.1f} kB")
    return 1 if failures or font_size > FONT_LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
