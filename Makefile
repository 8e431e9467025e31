# Boardside: every command sets up what it needs by itself (a virtual environment in .venv, packages from PyPI).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TYPINGS := .typings/.ready

# make demo: how fast the keys are pressed (1 = a brisk umpire), and whether it ends by itself.
SPEED ?= 20
ONCE ?=
# ... and its ports, if others are taken: make demo PANELS=7511 WEB=8080 TCP=7581
PANELS ?=
WEB ?=
TCP ?=
PORT ?=
IMAGE ?=
# make night: some of its parts, and the seed of the random ones: make night ONLY="mutants fuzz" SEED=7
SEED ?=
# make test: which of them, and of which folder of tests/: make test AREA=game. Another Python in an environment of its own: make test PYTHON=python3.13 VENV=build/venv-3.13
ONLY ?=
AREA ?=
GATED := not slow and not long and not gate and not browser and not realtime

# Programs are started hundreds of times here: what is compiled is kept, also where Python was told not to.
unexport PYTHONDONTWRITEBYTECODE
# The order of a set of words is the same in each run; make night has another one.
export PYTHONHASHSEED ?= 0

.PHONY: help setup lock demo test gate night lint bench pictures hardware dist flash deploy size clean

help: ## What can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(READY) ## The virtual environment, nothing else

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo 'Boardside needs Python 3.11 or later; this is '"$$($(PYTHON) --version)"'. Name another: make PYTHON=python3.12 …'; exit 2; }
	@echo 'Sets up $(VENV) with all packages: about a minute, once.'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
	  || { echo 'The virtual environment could not be made. On Debian and Ubuntu: sudo apt-get install python3-venv'; rm -rf $(VENV); exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# The ESP32 stubs stand in for the whole standard library, so they are kept apart from the host's packages.
$(TYPINGS): pyproject.toml $(READY)
	rm -rf .typings
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target .typings \
	  micropython-esp32-stubs==1.29.0.post1 micropython-stdlib-stubs==1.29.0.post2
	@touch $@

lock: $(READY) ## The newest versions of all packages into requirements.lock, for Python 3.11 and later on every system
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra dev --no-annotate \
	  --custom-compile-command 'make lock' --output-file requirements.lock pyproject.toml

demo: $(READY) ## Four simulated tables play a recorded championship, as a tournament (SPEED=20, ONCE=1 to end by itself; PANELS=7511 WEB=8080 TCP=7581)
	$(BIN)/boardside demo --speed $(SPEED) $(if $(ONCE),--once) --folder run/demo$(addprefix -,$(WEB)) \
	  $(if $(PANELS),--panels $(PANELS)) $(if $(WEB),--web $(WEB)) $(if $(TCP),--tcp $(TCP))

test: $(READY) ## All tests of the rules, the table, the link and the host (three minutes; eight on busy cores); of one part: AREA=game
	@echo 'Runs $(if $(AREA),the tests of $(AREA).,all tests on CPython and on MicroPython: about 3 minutes on two quiet cores and 8 on busy ones. What fails is written to build/failed-tests.log.)'
	$(BIN)/python -m $(if $(AREA),tests.area '$(AREA)' -n 2,pytest -n 3) --dist worksteal -m '$(or $(ONLY),$(GATED))'

gate: $(READY) ## After make test and make lint: halls under faults, known faults in the code, a browser, the wheel (a minute; three on busy cores)
	$(BIN)/python -m pytest -n 2 -m gate
	$(BIN)/python -m tests.chaos.mutants --gate

night: $(READY) ## All that is longer, or random: hours; prints one page (some parts: ONLY="mutants fuzz"; SEED=7)
	$(BIN)/python -m tests.night $(ONLY) $(addprefix --seed ,$(SEED))

hardware: $(READY) ## Check schematics and boards, make gerbers and STL in build/hardware (needs hardware/install-tools.sh)
	$(BIN)/python -m pytest -n 2 tests/hardware
	$(BIN)/python -m hardware.generator make build/hardware

lint: $(READY) $(TYPINGS) ## Format, lint, types, compile; the wiring against pin map and data sheets
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini
	$(BIN)/boardside dev build
	$(BIN)/python -m hardware.generator check --quick

bench: $(READY) ## Measure: latency, throughput, memory, boot; each beside a named baseline
	$(BIN)/python -m tests.bench

pictures: $(READY) ## Before a release: the sheets in docs/umpire and the pictures in docs/img, from the code as it is (needs Chromium)
	$(BIN)/python -m host_tools.guide
	$(BIN)/python -m tests.displays.pictures
	$(BIN)/python -m tests.demo.strip

dist: $(READY) ## Wheel and source archive in dist/, with the compiled firmware in them; the same sources give the same bytes
	SOURCE_DATE_EPOCH=$(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct)) $(BIN)/python -m build --no-isolation --outdir dist .

size: $(READY) ## Compiled size of the firmware, by module
	$(BIN)/boardside dev build --size

flash: $(READY) ## Put MicroPython and Boardside on a new board: make flash PORT=/dev/ttyUSB0 IMAGE=ESP32_GENERIC-SPIRAM.bin
	$(BIN)/boardside flash --port '$(PORT)' --image '$(IMAGE)'

deploy: $(READY) ## Copy the firmware onto a board that has MicroPython: make deploy PORT=/dev/ttyUSB0
	$(BIN)/boardside flash --keep --port '$(PORT)'

clean: ## Remove everything that was made here
	rm -rf $(VENV) .venv-sol .venv-sol.lock .typings build dist run *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
