#!/usr/bin/env bash
# Known holes in the pinned packages: 0 if both sources answered and know none, 1 if they know some, 2 if one of
# them did not answer, so that nothing is known.
set -uo pipefail
cd "$(dirname "$0")/.."
status=0

check() { # name, what only an answer contains, command
  local name=$1 mark=$2 answer code=0
  shift 2
  answer=$(timeout 120 "$@" 2>/dev/null) || code=$?
  if [[ $answer != *"$mark"* ]]; then
    echo "$name: NOT CHECKED, because no advisory source answered"
    [ "$status" = 1 ] || status=2
  elif [ "$code" != 0 ]; then
    printf '%s: KNOWN HOLES\n%s\n' "$name" "$answer"
    status=1
  else
    echo "$name: no known holes"
  fi
}

check "npm audit" '"auditReportVersion"' npm audit --json --fetch-retries=0 --fetch-timeout=4000
check "pip-audit (needs to be installed)" '"dependencies"' \
  pip-audit --format json --timeout 4 --disable-pip --require-hashes -r requirements.txt -r requirements/dev.txt
exit "$status"
