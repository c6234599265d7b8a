# Every target works on a fresh clone. What needs an `if` is Go, in internal tools.
SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GOFLAGS_TAGS := -tags=sqlite_fts5
MATTN        := $(shell go list -m -f '{{.Dir}}' github.com/mattn/go-sqlite3 2>/dev/null || true)
ifeq ($(MATTN),)
MATTN        := $(shell go mod download github.com/mattn/go-sqlite3 >/dev/null 2>&1; go list -m -f '{{.Dir}}' github.com/mattn/go-sqlite3)
endif
export CGO_ENABLED := 1
export CGO_CFLAGS  := -O2 -I$(CURDIR)/host/sqlite/include -I$(MATTN)
export GOFLAGS     := $(GOFLAGS_TAGS)

.PHONY: help
help: ## print the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

.PHONY: env
env: ## print the variables that plain `go` commands need: eval "$(make env)"
	@printf 'export CGO_ENABLED=1 CGO_CFLAGS="%s" GOFLAGS="%s"\n' '$(CGO_CFLAGS)' '$(GOFLAGS)'

.PHONY: build
build: ## bin/impressionism
	go build -trimpath -ldflags '-s -w' -o bin/impressionism ./cmd/impressionism
