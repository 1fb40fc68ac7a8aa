# DreamBench: each target makes its own .venv and installs the Debian packages it needs, or says
# in one line which are missing.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.PHONY: help system reproduce apart test check bench crash lab notebooks paper docs wheel demo-llm tiny-model external frozen clean lock

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
AUDIT_KEY := 36b4ba86a8a2caca4a5df724fd3a91c2f3b01e384cb3946a4676d5e22fc781c1
PACKAGES := bubblewrap python3 python3-venv git
APART := mem0 mem0-newest minilm langmem supermemory codex mini-swe-agent qwen-code

help:           ## This list
	@grep -hE '^[a-z-]+: .*##|^[a-z-]+:  *##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

system:         ## Debian packages the sandbox needs (installed when root, else named)
	@.ci/packages $(PACKAGES)

$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: set PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

reproduce: system $(VENV)/ready  ## The whole experiment: notebooks, figures, tables, HTML
	$(BIN)/dreambench reproduce

apart: system $(VENV)/ready  ## Other people's memories and agents that tests drive, each apart
	$(BIN)/dreambench install $(APART)

test: system $(VENV)/ready  ## Every test, notebooks included
	-$(BIN)/dreambench install $(APART)  # what cannot be had is skipped, with the reason
	$(BIN)/python -m pytest -q -n 2 --dist loadfile
	$(BIN)/python -m pytest -q -n 2 --dist loadfile -p no:cacheprovider --nbval \
	  --nbval-sanitize-with notebooks/sanitize.cfg --nbval-cell-timeout 600 notebooks/*.ipynb

check: system $(VENV)/ready  ## Lint, types, gates of every trap (fresh secrets, or KEY=HEX64)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check dreambench_lib tests
	$(BIN)/mypy
	$(BIN)/dreambench traps check $(if $(KEY),--key $(KEY))

bench: system $(VENV)/ready  ## Benchmarks (medians and ratios; the tests never time anything)
	@mkdir -p runs
	$(BIN)/python -m pytest -q tests/benchmarks --override-ini testpaths=tests/benchmarks \
	  --override-ini addopts= --import-mode=importlib --benchmark-columns=min,median,max,rounds \
	  --benchmark-json runs/bench.json
	$(BIN)/python tests/benchmarks/readme.py runs/bench.json

paper: system $(VENV)/ready  ## Typeset paper/main.pdf; a stale or typed number stops it
	@.ci/packages texlive-latex-recommended
	$(BIN)/python -m dreambench_lib.report.typeset

docs: $(VENV)/ready  ## The documentation in site/, readable without a network or a server
	$(BIN)/mkdocs build --strict --quiet --site-dir site

wheel: $(VENV)/ready  ## Wheel and source archive in dist/, the same bytes each time
	$(BIN)/python -m hatchling build --target sdist --target wheel

crash: system $(VENV)/ready  ## The whole crash matrix: twenty moments for each fault
	DREAMBENCH_CRASHES=20 $(BIN)/python -m pytest -q tests/crash

demo-llm: system $(VENV)/ready  ## Real agents before a scripted model (installs them first)
	$(BIN)/python -m tests.demo_llm

lab: system $(VENV)/ready  ## JupyterLab, opened at the start notebook
	$(BIN)/jupyter lab --notebook-dir=notebooks --LabApp.default_url=/lab/tree/00-start-here.ipynb

notebooks: system $(VENV)/ready  ## Run and normalise the committed notebooks
	$(BIN)/python -m dreambench_lib.report.regenerate

tiny-model: system $(VENV)/ready  ## A real, tiny model, through the gateway (compiles llama.cpp)
	$(BIN)/python -m tests.tiny_model

frozen: system $(VENV)/ready  ## Judge and audit every trap, and make the frozen runs anew
	$(BIN)/dreambench traps check --log results/admission.jsonl
	$(BIN)/dreambench traps audit --seeds 20 --flakes 20 --key $(AUDIT_KEY) \
	  --log results/admission.jsonl --out results/trap-audit.json
	# In a cache of its own, so that no verdict is older than this run.
	set -e; export XDG_CACHE_HOME=$$(mktemp -d); \
	for run in offline-60 offline-60-tight; do rm -rf results/$$run; \
	  $(BIN)/dreambench run --config results/$$run.toml --out results/$$run; \
	  $(BIN)/dreambench hygiene derive results/$$run; done; \
	rm -rf results/pressure; \
	for n in 0 3 10 30 100; do $(BIN)/dreambench run --config results/pressure.toml \
	  --pressure $$n --out results/pressure/n$$n; done; \
	for k in 30 100; do $(BIN)/dreambench run --config results/pressure.toml \
	  --distractors $$k --out results/pressure/k$$k; done; \
	rm -rf "$$XDG_CACHE_HOME"
	rm -f results/offline-60*/attempts.jsonl results/pressure/*/attempts.jsonl

external: apart  ## Make the frozen run of other people's memories anew
	rm -rf results/external-60
	$(BIN)/dreambench run --no-cache --config results/external-60.toml --out results/external-60
	$(BIN)/dreambench hygiene derive results/external-60
	rm -f results/external-60/attempts.jsonl

lock: $(VENV)/ready  ## Write constraints.txt from what is installed
	$(BIN)/pip freeze --exclude-editable --exclude dreambench | sort -f > constraints.txt

clean:          ## Remove the venv, working runs and caches (not your cache folder)
	rm -rf $(VENV) runs build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
