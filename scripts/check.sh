#!/usr/bin/env bash
# Static checks; CONTRIBUTING.md lists them.
set -euo pipefail
cd "$(dirname "$0")/.."
export DJANGO_SETTINGS_MODULE=config.settings.test
bin=.venv/bin

step() { printf '\n== %s\n' "$1"; }

step "Python: lint and formatting"
$bin/ruff check .
$bin/ruff format --check --quiet .

step "Python: types"
$bin/mypy apps config

step "Import contracts"
$bin/lint-imports --no-cache

step "Migrations match the models"
$bin/python manage.py makemigrations --check --dry-run

step "OpenAPI schema and the types generated from it"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
$bin/python manage.py spectacular --format openapi-json --validate --fail-on-warn --file "$scratch/openapi.json"
diff -q docs/openapi.json "$scratch/openapi.json" || { echo "docs/openapi.json is behind: run make schema"; exit 1; }
node_modules/.bin/openapi-typescript docs/openapi.json --default-non-nullable=false -o "$scratch/schema.d.ts" >/dev/null
diff -q frontend/src/shared/api/generated/schema.d.ts "$scratch/schema.d.ts" || { echo "schema.d.ts is behind: run make schema"; exit 1; }
node frontend/build/writeLimits.js docs/openapi.json "$scratch/limits.d.ts"
diff -q frontend/src/shared/api/generated/limits.d.ts "$scratch/limits.d.ts" || { echo "limits.d.ts is behind: run make schema"; exit 1; }

step "TypeScript: lint, formatting and types"
npm run --silent lint
npm run --silent typecheck

step "Catalogues of translated texts"
cp frontend/src/locales/hi.po "$scratch/"
for task in "extract --clean" "compile --strict"; do
  # shellcheck disable=SC2086
  CATALOGUES="$scratch" node_modules/.bin/lingui $task --workers 1 --config frontend/lingui.config.js >"$scratch/lingui.log" 2>&1 ||
    { cat "$scratch/lingui.log"; exit 1; }
done
for file in hi.po hi.ts; do
  diff -q "frontend/src/locales/$file" "$scratch/$file" || { echo "$file is behind the code: run make messages"; exit 1; }
done
$bin/python scripts/messages.py --check

step "Production settings"
env -i PATH="$PATH" DATA_DIR="$scratch" DJANGO_SETTINGS_MODULE=config.settings.production \
  SECRET_KEY="$($bin/python -c 'import secrets; print(secrets.token_urlsafe(60))')" \
  ALLOWED_HOSTS=www.example.in SITE_URL=https://www.example.in \
  RAZORPAY_KEY_ID=rzp_live_check RAZORPAY_KEY_SECRET=check RAZORPAY_WEBHOOK_SECRETS=check \
  SMS_AUTH_KEY=check \
  $bin/python manage.py check --deploy --fail-level WARNING

step "Bundle sizes"
$bin/python scripts/sizes.py
