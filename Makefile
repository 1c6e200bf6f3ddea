# `make run` and `make test` do everything; `make help` lists all commands.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory --silent

export PORT ?= 8000
export DATA_DIR ?= var
# Some machines set it. `make run` starts six Python processes and a whole test run some hundred: without the compiled
# files each of them compiles all modules again.
unexport PYTHONDONTWRITEBYTECODE
DEMO ?= 1

BIN := .venv/bin
PYTHON := $(BIN)/python
SOURCES := $(shell find frontend static/brand -type f -not -path '*/node_modules/*' 2>/dev/null) package.json

.PHONY: help run dev test proof check bench build schema messages format lock sbom audit clean

help: ## List the commands
	grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: build ## Install, build, seed and serve on 127.0.0.1:PORT (8000); see the README for DATA_DIR and DEMO
	$(PYTHON) scripts/prepare.py
	exec $(PYTHON) scripts/serve.py

dev: .build/python .build/node ## Django and webpack, both reloading when files change
	LOG_FORMAT=plain $(PYTHON) scripts/prepare.py
	LOG_FORMAT=plain exec $(PYTHON) scripts/serve.py --dev

build: .build/site ## Install and build the frontend

test: .build/python-dev .build/site ## All tests: Python, TypeScript, the site in Chromium
	bash scripts/test.sh

proof: .build/python-dev .build/site ## The same with all examples, and with the suites that take long; before a release
	PROOF=1 bash scripts/test.sh

check: .build/python-dev .build/site ## Lint, format, types, import contracts, schema and migration drift, deploy check, sizes
	bash scripts/check.sh

bench: .build/python-dev .build/site ## Benchmarks
	$(PYTHON) -m bench

schema: .build/python-dev .build/node ## Write docs/openapi.json and the TypeScript types from the code
	DJANGO_SETTINGS_MODULE=config.settings.test $(PYTHON) manage.py spectacular --format openapi-json --file docs/openapi.json
	npm run --silent types

messages: .build/python-dev .build/node ## Write the catalogues of translated texts from the code
	node_modules/.bin/lingui extract --clean --workers 1 --config frontend/lingui.config.js >/dev/null
	node_modules/.bin/lingui compile --strict --workers 1 --config frontend/lingui.config.js >/dev/null
	$(PYTHON) scripts/messages.py

format: .build/python-dev .build/node ## Format all files
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .
	npm run --silent format

lock: .build/python-dev ## Pin the Python dependencies again from requirements/*.in
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header requirements/runtime.in -o requirements.txt
	cd requirements && ../$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header dev.in -o dev.txt

sbom: ## Write the list of what runs and is sent to browsers, .build/sbom.json (CycloneDX)
	python3 scripts/sbom.py

audit: ## Ask for known holes in the dependencies; fails if nobody could be asked
	bash scripts/audit.sh

clean: ## Remove what was installed and built; data stays
	rm -rf .venv node_modules .build static/dist

# Each step leaves a stamp file, so that only changed steps run again.
.build/python: requirements.txt
	mkdir -p .build
	[ -x $(PYTHON) ] || "$$(bash scripts/fastest_python.sh)" -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

.build/python-dev: .build/python requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	touch $@

.build/node: package.json package-lock.json
	mkdir -p .build
	npm ci --silent --no-progress
	touch $@

.build/site: .build/python .build/node $(SOURCES)
	npm run --silent build
	DJANGO_SETTINGS_MODULE=config.settings.build $(PYTHON) manage.py collectstatic --noinput --clear --verbosity 0
	touch $@
