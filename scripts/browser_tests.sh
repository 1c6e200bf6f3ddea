#!/usr/bin/env bash
# The site in Chromium: two workers, one for each core, each with a site of its own that its files share.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/browser.sh
# A file stays with one worker, for what its tests share. The longest files come first: see tests/browser/conftest.py.
exec .venv/bin/python -m pytest tests/browser -n 2 --dist loadfile --no-loadscope-reorder
