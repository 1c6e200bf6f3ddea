#!/usr/bin/env bash
# The site in Chromium: two workers, one for each core, each with a site of its own that its files share.
# PROOF=1 runs the tests that are marked `proof` too: second widths, the dark theme, the development build.
set -euo pipefail
cd "$(dirname "$0")/.."

chosen=(-m "not proof")
if [ "${PROOF:-}" = 1 ]; then
  chosen=()
fi

bash scripts/browser.sh
# A file stays with one worker, for what its tests share. The longest files come first: see tests/browser/conftest.py.
exec .venv/bin/python -m pytest tests/browser "${chosen[@]}" -n 2 --dist loadfile --no-loadscope-reorder
