# Everything runs from a virtual environment in the checkout, made on first use.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help play serve test types definitions colours check bench fuzz fmt vsix clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# Reinstalled only when pyproject.toml changes: the install is editable.
$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || \
	  { echo "rulelang needs Python 3.11 or newer, and there is no '$(PYTHON)' here. Try: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "rulelang needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.11"; exit 1; }
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

play: $(STAMP) ## Play a game
	@$(BIN)/rulelang play

serve: $(STAMP) ## Play in the browser
	@$(BIN)/rulelang serve

# What is imported is compiled once for all tests and the programs that they start, whatever the shell says.
test: export PYTHONDONTWRITEBYTECODE =
test: $(STAMP) ## Run every check: lint, format, types, definitions, scenarios, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory -j3 types definitions colours
	$(BIN)/python -m pytest -n auto --dist worksteal
	@$(BIN)/python -m tests.web.browsers

types:
	$(BIN)/mypy

definitions:
	$(BIN)/rulelang check --strict
	$(BIN)/rulelang fmt --check
	$(BIN)/rulelang test --all-rules

colours:
	@[ -d editors/vscode/node_modules ] || ! command -v npm >/dev/null || npm --prefix editors/vscode ci --silent || \
	  echo "npm could not fetch the TextMate engine: colours are not compared with it"

check: $(STAMP) ## Check the game definitions only
	$(BIN)/rulelang check

bench: $(STAMP) ## Measure how fast games are compiled and played
	$(BIN)/python -m benchmarks.run

fuzz: $(STAMP) ## Run the property tests for long
	RULELANG_FUZZ=long $(BIN)/python -m pytest -m fuzz -n auto --dist worksteal

fmt: $(STAMP) ## Format the Python code and fix what can be fixed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

vsix: ## Package the extension for VS Code (needs node and npm)
	npm --prefix editors/vscode ci --silent
	npm --prefix editors/vscode run package

clean: ## Remove the virtual environment and everything generated
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
