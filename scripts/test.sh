#!/usr/bin/env bash
# All tests: TypeScript, Python, and the site in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/browser.sh
npm run --silent test -- --silent
.venv/bin/python -m pytest
