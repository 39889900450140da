# make play   open the window                          make play ARGS="culvert --plain" plays in the terminal
# make test   lint, types, import contracts, tests    make test PYTEST_ARGS="-k door"
# make lint   only the checks that run no game        make bench, make train, make soak, make clean
VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=
PYTEST_ARGS ?=
WORKERS ?= 2
GAMES ?= 1000
SOAK_GAMES ?= 20
DECISIONS ?= 100000
SOAK_DIR ?= soak

# Each stamp is younger than pyproject.toml when the environment holds what that file asks for.
PLAY := $(VENV)/.installed-play
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench
TRAIN := $(VENV)/.installed-train

.PHONY: screenshots play test lint bench train soak clean

# Where there is neither a window nor a person to ask (2), bots play a game in the terminal.
play: $(PLAY)
	@$(if $(ARGS),$(BIN)/broodfall play $(ARGS),$(BIN)/broodfall || { test $$? -eq 2 && $(BIN)/broodfall play --no-save; })

test: lint
	$(BIN)/python -m pytest -n $(WORKERS) $(PYTEST_ARGS)

lint: $(DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BENCH)
	$(BIN)/python -m benchmarks $(ARGS)

# An agent that learns, some minutes of one core; it fails if the agent does not beat random play.
train: $(TRAIN)
	$(BIN)/python -m examples.training.train_ppo $(ARGS)

# Many games with every contract held against them, then as many random DECISIONS in arenas where all rule systems
# meet, with every invariant after each, then many games of every shipped mission; one file of results each. What fails
# is kept as a position file, and an error or a stuck turn stops it.
soak: $(DEV)
	$(BIN)/python -m tools.soak --games $(SOAK_GAMES) --jobs $(WORKERS) --keep $(SOAK_DIR)/failed
	$(BIN)/python -m tools.soak arenas --decisions $(DECISIONS) --every 0 --no-bots --jobs $(WORKERS) \
		--keep $(SOAK_DIR)/failed
	@mkdir -p $(SOAK_DIR)
	@for scenario in maps/*.toml; do \
		echo "== $$scenario"; \
		$(BIN)/broodfall sim $$scenario -n $(GAMES) --jobs $(WORKERS) --seed 1 \
			--out $(SOAK_DIR)/$$(basename $$scenario .toml).jsonl --overwrite $(ARGS) || exit 1; \
	done

# The pictures of docs/images.
screenshots: $(DEV)
	$(BIN)/python -m tools.screenshots

clean:
	rm -rf $(VENV) build dist $(SOAK_DIR) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAY): pyproject.toml tools/venv.sh
	@echo "Setting up $(VENV) (once) ..."
	@tools/venv.sh $(VENV) play
	@touch $@

$(DEV): pyproject.toml tools/venv.sh
	@echo "Setting up $(VENV) with the development tools (once) ..."
	@tools/venv.sh $(VENV) dev
	@touch $@

$(TRAIN): pyproject.toml tools/venv.sh
	@echo "Setting up $(VENV) with what learning takes (once) ..."
	@tools/venv.sh $(VENV) train
	@touch $@

$(BENCH): pyproject.toml tools/venv.sh
	@echo "Setting up $(VENV) with what is compared against (once) ..."
	@tools/venv.sh $(VENV) bench
	@touch $@
