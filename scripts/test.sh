#!/usr/bin/env bash
# All tests: Python, TypeScript, and then, since they depend on timing, the site in Chromium. `make test` tries a tenth
# of the examples, `make proof` (PROOF=1) all of them. docs/testing.md says what runs where.
set -euo pipefail
cd "$(dirname "$0")/.."

# What SQLite repeats of the run on PostgreSQL: arguments for pytest.
on_sqlite=(
  # Search, progress, sums by day, triggers and backups have SQL of their own for each database.
  apps/catalog/tests/test_search*.py apps/site/tests/test_search.py apps/accounts/tests/test_people_search.py
  apps/catalog/tests/test_progress*.py apps/catalog/tests/test_certificate_waits.py tests/test_course_moments.py
  apps/office/tests/test_home.py apps/office/tests/test_readiness.py apps/office/tests/test_doctor.py
  tests/staff/test_undeletable*.py tests/staff/test_audit_trail.py
  # One writer at a time, and jobs that a lock on a file keeps apart.
  apps/core/tests/test_transactions.py apps/core/tests/test_operations_commands.py
  apps/outbox/tests/test_races.py apps/outbox/tests/test_heartbeats.py
  apps/commerce/tests/test_order_races.py apps/commerce/tests/test_provider_jobs.py
  # Migrations.
  tests/live/test_meeting_migrations.py tests/staff/test_confirmed_prices_migration.py
  # The endpoints of the contract.
  apps/accounts/tests/test_logins.py apps/accounts/tests/test_profile.py apps/content/tests/test_faq.py
  apps/catalog/tests/test_course*.py apps/catalog/tests/test_topics.py apps/catalog/tests/test_enrolments.py
  apps/live/tests/test_lists.py apps/live/tests/test_details.py apps/live/tests/test_changes.py
  apps/pro/tests/test_section.py
  apps/commerce/tests/test_purchase.py apps/commerce/tests/test_confirming.py apps/commerce/tests/test_refusals.py
)
chosen="not browser and not proof"
if [ "${PROOF:-}" = 1 ]; then
  chosen="not browser"
  on_sqlite=(-n 2 --dist worksteal)
fi

database="${CI_DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres}"
redis="${CI_REDIS_URL:-redis://127.0.0.1:6379/7}"

services_answer() {
  .venv/bin/python - "$database" "$redis" 2>/dev/null <<'PYTHON'
import sys
import psycopg, redis
with psycopg.connect(sys.argv[1], connect_timeout=3) as server:
    [may_create] = server.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = user").fetchone()
redis.Redis.from_url(sys.argv[2], socket_connect_timeout=3).ping()
sys.exit(not may_create)
PYTHON
}
python_tests() { .venv/bin/python -m pytest -q "$@"; }
frontend_tests() { npm run --silent test -- --silent --maxWorkers="$1"; }

failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if [ "${REQUIRE_SERVICES:-}" = 1 ] || services_answer; then
  printf '\n== Python on PostgreSQL with Redis\n'
  DATABASE_URL="$database" REDIS_URL="$redis" \
    python_tests -n 2 --dist worksteal --create-db -m "$chosen" || failed=$?
  frontend_tests 1 >"$log" 2>&1 &
  frontend=$!
  printf '\n== Python on SQLite: what differs there\n'
  REQUIRE_SERVICES=0 python_tests -m "$chosen and not once" "${on_sqlite[@]}" || failed=$?
  printf '\n== TypeScript\n'
  wait "$frontend" || failed=$?
  cat "$log"
else
  printf '\n== Python on SQLite: PostgreSQL and Redis do not answer\n'
  python_tests -n 2 --dist worksteal -m "$chosen" || failed=$?
  printf '\n== TypeScript\n'
  frontend_tests 2 || failed=$?
fi

printf '\n== The site in Chromium\n'
REQUIRE_SERVICES=0 bash scripts/browser_tests.sh || failed=$?
exit "$failed"
