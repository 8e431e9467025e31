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
COUNT ?= 1000000
SEED ?= 1
MINUTES ?= 60
# make bench: a benchmark that is left out.
WITHOUT ?=

# make test: which of them, and of which folder of tests/: make test AREA=game. Another Python in an environment of its own: make test PYTHON=python3.13 VENV=build/venv-3.13
ONLY ?= not slow and not long
AREA ?=

# Programs are started hundreds of times here: what is compiled is kept, also where Python was told not to.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test slow long check lint mutants fuzz soak bench budgets guide pictures hardware dist flash deploy size clean

help: ## What can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(READY) ## The virtual environment, nothing else

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo 'Boardside needs Python 3.11 or later; this is '"$$($(PYTHON) --version)"'. Name another: make PYTHON=python3.12 …'; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
	  || { echo 'The virtual environment could not be made. On Debian and Ubuntu: sudo apt-get install python3-venv'; rm -rf $(VENV); exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# The ESP32 stubs stand in for the whole standard library, so they are kept apart from the host's packages.
$(TYPINGS): pyproject.toml $(READY)
	rm -rf .typings
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target .typings \
	  micropython-esp32-stubs==1.29.0.post1 micropython-stdlib-stubs==1.29.0.post2
	@touch $@

demo: $(READY) ## Four simulated tables play a recorded championship, as a tournament (SPEED=20, ONCE=1 to end by itself; PANELS=7511 WEB=8080 TCP=7581)
	$(BIN)/boardside demo --speed $(SPEED) $(if $(ONCE),--once) --folder run/demo$(addprefix -,$(WEB)) \
	  $(if $(PANELS),--panels $(PANELS)) $(if $(WEB),--web $(WEB)) $(if $(TCP),--tcp $(TCP))

test: $(READY) ## All tests, on CPython and MicroPython; of the longest some cases (about four minutes); of one part: AREA=game
	$(BIN)/python -m $(if $(AREA),tests.area '$(AREA)' -n 2,pytest -n 3) --dist worksteal -m '$(ONLY)'

slow: $(READY) ## Real servers, lines and networks, simulated tables, a hall under faults (a quarter of an hour)
	BOARDSIDE_SHARE=4 $(BIN)/python -m pytest -n 3 --dist worksteal -m '(slow or drawn) and not long and not kicad'

long: $(READY) ## Every case of everything: millions of strokes, every power cut of whole matches, a hall's whole day (an hour)
	BOARDSIDE_WHOLE=1 $(BIN)/python -m pytest -n 3 --dist worksteal -m '(slow or sampled or long) and not kicad'

check: lint budgets mutants ## Format, lint, types, compile; budgets of instructions; and every known fault put into the code must be caught

mutants: $(READY) ## Known faults, put into link, collector and database one by one: the tests must catch each
	$(BIN)/python -m tests.chaos.mutants

fuzz: $(READY) ## Frames, events, commands, journal images, settings, updates, HTTP, the API at random: COUNT=1000000 SEED=1
	$(BIN)/python -m tests.chaos.fuzz --count $(COUNT) --seed $(SEED)

soak: $(READY) ## Sixteen simulated tables in play for an hour: no growth, no lag (MINUTES=60)
	$(BIN)/python -m tests.soak --tables 16 --minutes $(MINUTES)

hardware: $(READY) ## Check schematics and boards, make gerbers and STL in build/hardware (needs hardware/install-tools.sh)
	BOARDSIDE_REQUIRE_KICAD=1 $(BIN)/python -m pytest -n 2 tests/hardware
	$(BIN)/python -m hardware.generator make build/hardware

lint: $(READY) $(TYPINGS) ## Format, lint, types, compile; the wiring against pin map and data sheets
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini
	$(BIN)/boardside build
	$(BIN)/python -m hardware.generator check --quick

bench: $(READY) ## Measure: latency, throughput, memory, boot; each beside a named baseline
	$(BIN)/python -m tests.bench $(addprefix --without ,$(WITHOUT))

budgets: $(READY) ## No press, page, start or second may take more instructions than its limit (needs valgrind)
	$(BIN)/python -m tests.bench.budgets

guide: $(READY) ## The pictures of the panel guide and docs/umpire/panel-guide.pdf to lie at the table (needs Chromium)
	$(BIN)/python -m host_tools.guide

pictures: $(READY) ## The first picture of README.md, from the demonstration while it plays (needs Chromium)
	$(BIN)/python -m tests.demo.strip

dist: $(READY) ## Wheel and source archive in dist/, with the compiled firmware in them; the same sources give the same bytes
	SOURCE_DATE_EPOCH=$(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct)) $(BIN)/python -m build --no-isolation --outdir dist .

size: $(READY) ## Compiled size of the firmware, by module
	$(BIN)/boardside build --size

flash: $(READY) ## Put MicroPython and Boardside on a new board: make flash PORT=/dev/ttyUSB0 IMAGE=ESP32_GENERIC-SPIRAM.bin
	$(BIN)/boardside flash --port '$(PORT)' --image '$(IMAGE)'

deploy: $(READY) ## Copy the firmware onto a board that has MicroPython: make deploy PORT=/dev/ttyUSB0
	$(BIN)/boardside deploy --port '$(PORT)'

clean: ## Remove everything that was made here
	rm -rf $(VENV) .venv-sol .venv-sol.lock .typings build dist run *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
