# Everything that is done more than once. Two commands are all a fresh machine with
# Go needs: make demo and make test.

SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS   += --no-builtin-rules

GO          ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0
FUZZTIME    ?= 10s
BENCHTIME   ?= 2s
MUTANTS     ?= 100
SEED        ?= 1

# The tests, with a line for every package and a sign of life when one takes long. Vet is part
# of lint, with more tags. World takes longest, so it begins first.
TEST = $(GO) run ./internal/testlog $(GO) test -json -vet=off

# Modules of their own, which may need what the engine does without.
NESTED     := benchmarks e2e ebitengine examples raylib

# folders of the Go files that have a line like this.
folders = $(sort $(dir $(shell grep -rlE --include='*.go' --exclude-dir='_*' $(addprefix --exclude-dir=,$(NESTED)) '$(1)' .)))

# Packages whose code is another one without assembly, and those whose golden values must
# come out without it too.
KERNELS     = $(call folders,^//go:build .*purego)
GOLDEN      = $(filter ./world/%,$(call folders,^func TestGolden))

# Tests of what a warm step allocates, which run without the self-checks, for these allocate.
# Packages that come to none are the same program with them and without.
WARM       := NotAllocate|OffByDefault
CHECKED     = ./internal/invariant/ $(patsubst $(CURDIR)/%,./%/,$(sort $(shell $(GO) list -test -f \
	'{{range .Deps}}{{if eq . "github.com/carom2d/carom/internal/invariant"}}{{$$.Dir}}{{end}}{{end}}' ./...)))
WARMED      = $(filter $(CHECKED),$(call folders,^func Test\w*($(WARM))))

# Packages that run blocks on workers, and one with whole worlds that do.
CONCURRENT  = $(sort ./internal/par/ ./world/gallery/ $(call folders,carom/internal/par"))

# Tests of several workers that are quick enough for every day under the race detector.
WORKERS    := IndependentOfWorkers|SweepsGiveSameBits|OnWorker|TwoWorkers|WorkerSlices|Concurrent|Goroutine|Steal|StagesSee|EveryBlock|PanicIn|FromCallbacks
WORKING     = $(filter $(CONCURRENT),$(call folders,^func Test\w*($(WORKERS))))

# Tests of worlds with few bodies, which never leave the caller's goroutine: there is no race
# to detect, and the detector makes them fifteen times as slow.
ALONE      := Accuracy|ClosedCorners|ClosedRooms|MixedArticulations|EveryNumberIsFinite|ElasticGas|LongHeaps|HangingRods|Rockers|RandomRooms|RandomContraptions|SpecialValues|RandomArticulations|ArticulationShockLoad|ArticulationLimits|RandomJointsDo|Wedged|BallRolls|ErrorLeavesWorld|PanicInChange|FluidKeepsEnergy|OneWayHolds|OneWayTerrain|BumpersNever|CreateDestroy|SensorsMissNothing

# Packages whose tests make mutants tries.
MUTATED     = ./joint ./solver/... ./collision/... ./narrowphase ./manifold ./shape ./shape/outline ./world ./world/character ./internal/state

# Tests that start the go command.
GATES       = $(call folders,^//go:build gates)

.PHONY: demo pictures game test suite examples games e2e-games site-games raylib kernels warm workers check lint gates purego allocation race long accuracy fuzz mutants bench cover fmt determinism vendor versus site play e2e

# demo lets a wrecking ball break a castle, prints the table of times and writes a picture.
demo:
	mkdir -p out
	$(GO) run ./cmd/carom run wrecking_ball -gif out/wrecking_ball.gif

# game plays a game in a window: make game NAME=pinball.
NAME ?= platformer
game:
	cd examples && $(GO) run ./games/$(NAME)

# pictures draws the animations of testdata/pictures anew.
pictures:
	$(GO) run ./cmd/carom run dominoes -gif testdata/pictures/dominoes.gif -fps 15 -size 640x200 >/dev/null
	$(GO) run ./cmd/carom run wrecking_ball -gif testdata/pictures/wrecking_ball.gif -fps 12 -size 560x280 >/dev/null
	for s in boats pinball wind one_way_tower planet surfaces; do \
		$(GO) run ./cmd/carom run $$s -gif testdata/pictures/$$s.gif -fps 12 -size 400x300 >/dev/null || exit 1; \
	done
	cd examples && $(GO) run ./course ../testdata/pictures >/dev/null
	cd examples && $(GO) run ./explosion ../testdata/pictures >/dev/null
	cd examples && $(GO) run ./sight ../testdata/pictures/sight.gif >/dev/null

# test runs everything with the self-checks on, and once more what may differ otherwise:
# without assembly, without the self-checks, on several workers under the race detector.
test:
	@if missing=$$($(GO) build -race runtime/cgo 2>&1); then \
		$(MAKE) --no-print-directory suite kernels warm workers examples; \
		echo 'make test: all passed, nothing was left out'; \
	elif [ "$${CI:-}" = true ]; then \
		echo "make test: no race detector: $$missing" >&2; exit 1; \
	else \
		CGO_ENABLED=0 $(MAKE) --no-print-directory suite kernels warm examples; \
		echo "make test: all passed; LEFT OUT: the race detector, which needs a C compiler ($${missing##*$$'\n'})"; \
	fi

suite:
	$(TEST) -tags invariants ./world ./...

kernels:
	$(TEST) -tags "invariants purego" $(KERNELS)
	$(TEST) -tags "invariants purego" -run '^TestGolden' $(GOLDEN)

warm:
	$(TEST) -run '$(WARM)' $(WARMED)

workers:
	$(TEST) -race -tags invariants -run '$(WORKERS)' ./world $(WORKING)

# examples runs the tests of the examples that need no window.
examples:
	cd examples && $(GO) test -vet=off $$($(GO) list ./... | grep -v /games/)
	cd ebitengine && $(GO) test -vet=off ./screen

# games runs the tests of the games in Go's WebAssembly under node: that needs neither a window nor the headers of X.
WASM = NODE_OPTIONS=--require=$(CURDIR)/ebitengine/testdata/window.js GOOS=js GOARCH=wasm $(GO) test -vet=off -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec"
games:
	@command -v node >/dev/null || { echo 'make games: node is missing; apt-get install nodejs' >&2; exit 1; }
	cd ebitengine && $(WASM) ./...
	cd examples && $(WASM) ./games/...

# e2e-games starts every game in a window that nobody sees and in Chromium, gives it keys and looks at it; pictures
# are in out/games.
e2e-games:
	cd e2e && $(GO) test -count=1 -timeout 40m ./games

# site-games builds every game for a browser into out/site_games, and prints what each weighs.
site-games:
	mkdir -p out/site_games
	cd examples && $(GO) run ./games/internal/site ../out/site_games

# site writes the page with its gallery to out/site, for any static host; play serves it here and prints its address.
# GAMES=out/site_games takes in what site-games has built.
GAMES ?=
ADDRESS ?= localhost:8080
site:
	$(GO) run ./web/site -games "$(GAMES)"

play:
	$(GO) run ./web/site -games "$(GAMES)" -quick -serve $(ADDRESS)

# e2e drives the page in Chromium: every scene, the controls, the inspector; pictures are in out/site_pictures.
e2e:
	$(GO) run ./web/site -quick
	cd e2e && $(GO) test -count=1 -timeout 40m ./page

# raylib compiles the drawer for raylib with raylib's C code, which takes many minutes, so no other target calls it. On Windows
# the library comes as a file of its own and needs no C: so lint compiles the drawer.
raylib:
	cd raylib && $(GO) vet -tags x11 ./...

# check is what CI runs: all of test in its full extent, and the rest.
check: lint gates suite kernels allocation race examples games e2e-games e2e

lint:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt is due:" $$unformatted >&2; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags "long invariants purego gates platforms" ./...
	cd benchmarks && $(GO) vet ./...
	cd examples && GOOS=js GOARCH=wasm $(GO) vet ./...
	cd ebitengine && GOOS=js GOARCH=wasm $(GO) vet ./...
	cd e2e && $(GO) vet ./...
	cd raylib && CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) run $(STATICCHECK) -tags "long invariants purego gates platforms" ./...

# gates: no fused instruction, inlining, the generated assembly, the README's programs. They
# start the go command themselves, so no cached result is accepted, and no gate may be missing.
gates:
	$(GO) run ./internal/testlog -tests $$(cat /dev/null $(addsuffix *_test.go,$(GATES)) | grep -c '^func Test') \
		$(GO) test -json -vet=off -count=1 -tags gates $(GATES)

# purego runs everything without assembly: of check, kernels is the part of it that can differ.
purego:
	$(TEST) -tags "invariants purego" ./world ./...

# allocation runs the tests of what is allocated without the self-checks in every package.
allocation:
	$(TEST) -run '$(WARM)' ./...

# race runs what may run on several goroutines; it needs a C compiler. Of world and its scenes these are the tests of workers,
# views, recordings and goroutines: a tick on one worker has no race, and the detector makes it fifteen times as slow.
race:
	$(TEST) -race -tags invariants -run '$(WORKERS)|View|Record|Fork|Observe' ./world ./world/gallery
	$(TEST) -race -tags invariants -timeout 20m -skip '$(ALONE)' $(filter-out ./world/%,$(CONCURRENT)) ./world/inspect ./world/rollback/wsconn

# long runs the exhaustive sizes of what test samples.
long:
	$(GO) test -tags "long invariants" -timeout 6h ./...
	$(GO) test -tags "long purego" -timeout 1h -run Golden ./world/...

# accuracy prints the table of docs/accuracy.md: figures of the engine beside what they must be.
accuracy:
	$(GO) run ./cmd/accuracy

# fuzz runs every fuzz target for FUZZTIME.
fuzz:
	@.ci/fuzz $(FUZZTIME)

# mutants changes the engine at random, a token at a time, and prints the changes that no test notices.
mutants:
	$(GO) run ./internal/mutants -n $(MUTANTS) -seed $(SEED) -least 85 $(MUTATED)

# bench prints ns per step, and other engines on the same scenes beside it.
bench:
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./world
	cd benchmarks && $(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) -timeout 1h ./...

# versus prints Carom beside other engines, in Go and under node, and beside Box2D's own program: make versus BOX2D=path.
# It needs npm unless NODE is empty; see benchmarks/README.md.
versus:
	$(MAKE) -C benchmarks race

# vendor fetches the libraries of the page that web/vendor/VERSIONS lists; needs npm.
vendor:
	@.ci/vendor

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
