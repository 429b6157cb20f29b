# Two commands: `make play` and `make test`. Both install what they need into .venv, with uv if it is there.
.PHONY: play test check bench clean lock
.DEFAULT_GOAL := play

PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)
JOBS ?= auto

ifeq ($(UV),)
VENV = $(PYTHON) -m venv .venv
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
else
VENV = $(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
PIP = $(UV) pip install --quiet --python $(BIN)/python
endif

# $(1): a lock file. Everything comes from it, checked by hash; the project itself is then linked in.
define install
	@echo "Installing $(1) into .venv …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Yonto needs Python 3.11 or newer; make PYTHON=python3.11 …"; exit 1; }
	@test -x $(BIN)/python || $(VENV)
	@$(PIP) --require-hashes -r $(1)
	@$(PIP) --no-deps -e .
	@touch $@
endef

play: .venv/.play
	@$(BIN)/yonto serve --open

test: check
	$(BIN)/python -m pytest -n $(JOBS)

check: .venv/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.test
	$(BIN)/yonto bench
	@for script in bench/*.py; do echo "— $$script"; $(BIN)/python $$script || exit 1; done

.venv/.play: requirements.lock pyproject.toml
	$(call install,requirements.lock)

.venv/.test: requirements-dev.lock pyproject.toml
	$(call install,requirements-dev.lock)

# Only for whoever changes the dependencies; needs uv.
lock:
	uv pip compile --universal --generate-hashes --quiet --no-header --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --quiet --no-header --python-version 3.11 --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +
