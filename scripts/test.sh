#!/usr/bin/env bash
# All tests: TypeScript beside Python, and then, since they depend on timing, the site in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
npm run --silent test -- --silent --maxWorkers=1 >"$log" 2>&1 &
frontend=$!
.venv/bin/python -m pytest -m "not browser" || failed=$?
wait "$frontend" || failed=$?
cat "$log"
bash scripts/browser_tests.sh || failed=$?
exit "$failed"
