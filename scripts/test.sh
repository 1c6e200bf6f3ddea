#!/usr/bin/env bash
# Everything: Python, TypeScript, and the whole site in a real browser.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/browser.sh
npm run --silent test -- --silent
.venv/bin/python -m pytest
