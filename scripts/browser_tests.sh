#!/usr/bin/env bash
# The site in Chromium, in three parts of about the same length: two cores have time for three, as tests often wait.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/browser.sh
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=0
part() { .venv/bin/python -m pytest "$@"; }
part tests/browser/test_[a-d]*.py tests/browser/test_s[!aceu]*.py tests/browser/test_[v-z]*.py >"$logs/first" 2>&1 &
first=$!
part tests/browser/test_[e-l]*.py tests/browser/test_sa*.py tests/browser/test_sc*.py tests/browser/test_su*.py >"$logs/second" 2>&1 &
second=$!
part tests/browser/test_[m-r]*.py tests/browser/test_se*.py tests/browser/test_[tu]*.py || failed=$?
wait "$first" || failed=$?
wait "$second" || failed=$?
cat "$logs/first" "$logs/second"
exit "$failed"
