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
  apps/core/tests/test_migration_operations.py apps/core/tests/test_squashed_migrations.py
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
  on_sqlite=()
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
step() { printf '\n== %s\n' "$1"; }
# On both cores. worksteal: whoever is done takes over what is left.
python_tests() { .venv/bin/python -m pytest -q -n 2 --dist worksteal "$@"; }

failed=0
if [ "${REQUIRE_SERVICES:-}" = 1 ] || services_answer; then
  step "Python on PostgreSQL with Redis"
  DATABASE_URL="$database" REDIS_URL="$redis" python_tests --create-db -m "$chosen" || failed=$?
  step "Python on SQLite: what differs there"
  REQUIRE_SERVICES=0 DATABASE_URL="" REDIS_URL="" python_tests -m "$chosen and not once" "${on_sqlite[@]}" || failed=$?
else
  step "Python on SQLite, since PostgreSQL and Redis do not answer"
  python_tests -m "$chosen" || failed=$?
fi
step "TypeScript"
npm run --silent test -- --silent --maxWorkers=2 || failed=$?
step "The site in Chromium"
REQUIRE_SERVICES=0 bash scripts/browser_tests.sh || failed=$?
exit "$failed"
