#!/usr/bin/env bash
# The site in Chromium, in two halves of about the same length, one for each core.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/browser.sh
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
.venv/bin/python -m pytest tests/browser/test_[a-k]*.py tests/browser/test_l[a-m]*.py tests/browser/test_m*.py tests/browser/test_[t-v]*.py >"$log" 2>&1 &
first_half=$!
.venv/bin/python -m pytest tests/browser/test_l[n-z]*.py tests/browser/test_[n-sw-z]*.py || failed=$?
wait "$first_half" || failed=$?
cat "$log"
exit "$failed"
