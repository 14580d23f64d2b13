# Everything that is done more than once. Two commands are all a fresh machine with
# Go needs: make demo and make test.

SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS   += --no-builtin-rules

GO          ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0
FUZZTIME    ?= 10s
BENCHTIME   ?= 2s

# Packages that run blocks on workers: worth a second run under the race detector.
CONCURRENT  := ./internal/par ./broadphase ./solver/... ./collision/... ./world

# Tests of worlds with few bodies, which never leave the caller's goroutine: there is no race
# to detect, and the detector makes them fifteen times as slow.
ALONE       := Accuracy|SpecialValues|RandomArticulations|ArticulationShockLoad|ArticulationLimits|RandomJointsDo|Wedged|BallRolls

.PHONY: demo test check bench fuzz cover fmt long determinism race lint gates

# demo simulates the pyramid, prints the table of times and writes a picture.
demo:
	mkdir -p out
	$(GO) run ./cmd/carom run pyramid -gif out/pyramid.gif

# test runs everything with the self-checks on, with the vector kernels and without them.
# What has no kernels is the same program both times, and go test knows.
test:
	$(GO) test -tags invariants ./...
	$(GO) test -tags "invariants purego" ./...
	$(GO) test -run DoesNotAllocate ./...
	$(MAKE) race

race:
	$(GO) test -race -short -tags invariants -skip '$(ALONE)' $(CONCURRENT)

# check is what CI runs.
check: lint test gates

lint:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt is due:" $$unformatted >&2; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags "long invariants" ./...
	cd benchmarks && $(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) run $(STATICCHECK) -tags "long invariants purego" ./...

# gates: who imports whom, no fused instruction, inlining, the README's programs. They start
# the go command themselves, so no cached result is accepted.
gates:
	$(GO) test -count=1 ./internal/arch ./internal/fmagate ./internal/inlining ./internal/readme

# long runs the exhaustive sizes of what test samples.
long:
	$(GO) test -tags "long invariants" -timeout 6h ./...
	$(GO) test -tags "long purego" -timeout 1h -run Golden ./world/...

# fuzz runs every fuzz target for FUZZTIME.
fuzz:
	@.ci/fuzz $(FUZZTIME)

# bench prints ns per step, and other engines on the same scenes beside it.
bench:
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./world
	cd benchmarks && $(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) -timeout 1h ./...

# cover writes out/cover.html and prints the share of each package.
cover:
	mkdir -p out
	$(GO) test -tags invariants -coverprofile out/cover.out ./...
	$(GO) tool cover -html out/cover.out -o out/cover.html
	@$(GO) tool cover -func out/cover.out | tail -n 1

fmt:
	gofmt -w .

# determinism compares the golden tests on every platform; see .ci/determinism.
determinism:
	@.ci/determinism
