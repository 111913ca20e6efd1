# Needs Python 3.11 or newer and make; everything else goes into .venv, pinned by hash in the lock files.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Tests start hundreds of commands. Without bytecode, each of them would compile the whole package again.
unexport PYTHONDONTWRITEBYTECODE

# The first Python here that is new enough; choose another with: make PYTHON=/path/to/python3
NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c "$(NEW_ENOUGH)" 2>/dev/null && echo $$p && break; done)

VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
# make bench SETS="war gva": only these sets
SETS ?=

.PHONY: help
help: ## show this list
	@echo "Tollbook: make TARGET"
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 12

.PHONY: demo
demo: $(VENV)/.installed ## install Tollbook into .venv and read the ten invented sample reports
	@$(BIN)/tollbook demo

.PHONY: test
test: lint ## install the developer's tools and run every check
	@# At the same time: tests that wait for something leave a core to the gate and to mypy.
	@$(MAKE) --no-print-directory -j 3 tests gate types

.PHONY: lint
lint: $(VENV)/.installed-dev ## style, layers of imports, declared dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/deptry .

.PHONY: types
types: $(VENV)/.installed-dev ## mypy --strict
	$(BIN)/mypy --strict

# Work stealing gives each process one half of the tests in their order, so that most books of a module are made once.
.PHONY: tests
tests: $(VENV)/.installed-dev ## pytest
	@# The index of the gazetteer is built here, once, and not by every process of the tests.
	@$(BIN)/python -c "from tollbook import gazetteer; gazetteer.is_known('Kyiv')"
	$(BIN)/pytest -n $(JOBS) --dist worksteal

.PHONY: coverage
coverage: $(VENV)/.installed-dev ## pytest again, tracing which lines the tests run, with the floor of coverage
	$(BIN)/pytest -n $(JOBS) --dist worksteal --cov --cov-report=term

# make gate GATE=--require-data: fail, rather than skip, where the measuring data are absent
GATE ?=

.PHONY: gate
gate: $(VENV)/.installed-dev ## a small sample of every measuring set against bench/floors.json
	$(BIN)/python -m bench.gate $(GATE)

.PHONY: bench
bench: $(VENV)/.installed-dev ## whole measuring sets into bench/RESULTS.md; SETS="war gva" for some
	$(BIN)/python -m bench.run $(SETS)

.PHONY: pages
pages: $(VENV)/.installed-dev ## make the parts of the documents that come from code and measurements
	$(BIN)/python -m documentation.made

.PHONY: docs
docs: pages ## build the documentation site: build/site/index.html, readable offline
	$(BIN)/mkdocs build --strict --quiet

.PHONY: pictures
pictures: $(VENV)/.installed-dev ## take the pictures of the documentation, with Chromium and the invented reports
	$(BIN)/python -m documentation.pictures

LOCALE := src/tollbook/locale

.PHONY: messages
messages: $(VENV)/.installed-dev ## collect the sentences for people into locale/tollbook.pot and every translation
	$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --no-default-keywords \
		--keywords "message plural:1,2 gettext ngettext:1,2 _" --no-location --sort-output --no-wrap --omit-header \
		--output-file $(LOCALE)/tollbook.pot src/tollbook bench/accuracy.py
	@for catalogue in $(wildcard $(LOCALE)/*/tollbook.po); do \
		$(BIN)/pybabel --quiet update --input-file $(LOCALE)/tollbook.pot --output-file $$catalogue \
			--locale $$(basename $$(dirname $$catalogue)) --no-wrap --ignore-obsolete --no-fuzzy-matching; done

# Locks come from the public index alone, whatever pip is set to here, so that every hash is to be had everywhere.
# UPGRADE=--upgrade takes the newest versions.
UPGRADE ?=
COMPILE = env -u PIP_FIND_LINKS -u PIP_INDEX_URL -u PIP_EXTRA_INDEX_URL PIP_CONFIG_FILE=/dev/null \
	CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --build-deps-for editable $(UPGRADE)

.PHONY: lock
lock: $(VENV)/.installed-dev ## write both lock files from pyproject.toml (on Python 3.11)
	$(COMPILE) --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

.PHONY: clean
clean: ## remove .venv and what the tools left
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Tollbook needs Python 3.11 or newer with its venv module, and none was found here." >&2; \
		echo "Install it (Debian, Ubuntu: apt install python3 python3-venv), or: make PYTHON=/path/to/python3" >&2; \
		exit 1; fi
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python requirements.lock pyproject.toml
	$(call install,requirements.lock)

$(VENV)/.installed-dev: $(BIN)/python requirements-dev.lock pyproject.toml
	$(call install,requirements-dev.lock)

# The build backend is in the lock too, so that nothing unpinned is fetched to install Tollbook itself. The locked pip
# comes first: pip before 23.3, which Python 3.11 brings, takes the newest "coverage[toml]" where "coverage" is pinned,
# and then refuses it for want of a hash. Modules are compiled when they are first imported, not all of them here.
define install
	@echo "Installing what $(1) pins into $(VENV); this takes a minute or two the first time."
	@sed -n '/^pip==/,/^ *#/p' requirements-dev.lock > $(VENV)/pip.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/pip.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r $(1)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
endef
