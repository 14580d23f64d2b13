# Everything that is done more than once. Two commands are all a fresh machine with
# Go needs: make demo and make test.

SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS   += --no-builtin-rules

GO          ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0
# Staticcheck holds all packages at once, which may be more than the gigabyte at which others begin to collect garbage.
staticcheck  = GOGC=400 GOMEMLIMIT=off $(GO) run $(STATICCHECK)
FUZZTIME    ?= 10s
BENCHTIME   ?= 2s
MUTANTS     ?= 100
SEED        ?= 1

# All that make builds is compiled without tables for debuggers: package world compiles in a tenth less time, into the
# same machine code. Every target has the flag, since what has other flags is compiled once more.
LEAN       := -gcflags=all=-dwarf=false
export GOFLAGS := $(filter-out $(LEAN),$(shell $(GO) env GOFLAGS)) $(LEAN)

# The tests, with a line for every package and a sign of life when one takes long. Vet is part
# of lint, with more tags. Without tables for debuggers the seventy programs are linked in two thirds of the time. A slow
# machine, or a busy one, takes more than the ten minutes that go test gives a package.
PATIENT    := -timeout 2h
LIGHT      := -vet=off -ldflags=-w $(PATIENT)
TEST        = $(GO) run ./internal/testlog $(GO) test -json $(LIGHT)

# Modules of their own, which may need what the engine does without.
NESTED     := batch benchmarks e2e ebitengine examples importers raylib

# folders of the Go files that have a line like this.
folders = $(sort $(dir $(shell grep -rlE --include='*.go' --exclude-dir='_*' $(addprefix --exclude-dir=,$(NESTED)) '$(1)' .)))

# Packages whose code is another one without assembly.
KERNELS     = $(call folders,^//go:build .*purego)

# Tests of what a warm step allocates: suite runs them with the self-checks suspended.
WARM       := NotAllocate|OffByDefault

# Packages in which most tests are of several goroutines.
CONCURRENT := ./internal/par/ ./world/worlds/ ./world/worlds/env/ ./world/worlds/env/remote/ ./world/inspect/ ./world/rollback/wsconn/

# Packages of stages whose tests start workers.
BLOCKWISE   = $(filter-out ./internal/par/ ./world/%,$(call folders,par\.New\b))

# Tests of several workers that are quick enough for every day under the race detector.
WORKERS    := IndependentOfWorkers|SweepsGiveSameBits|OnWorker|TwoWorkers|WorkerSlices|Concurrent|Goroutine|Steal|StagesSee|EveryBlock|PanicIn|FromCallbacks

# Tests of stages that run in blocks, on workers too.
BLOCKS     := WorkerCount|DependOnWorkers|Groups|Slices|ByRows|Partitions|InBlocks|InBatches|GridFinds|GridLayouts|ConcurrentQueries|Signals

# Tests that the words above name, of worlds on the caller's goroutine: there is no race to detect, and the detector makes
# them fifteen times as slow.
ALONE      := ThatChangesIsRecorded|PanicInChangeLeavesWorldAsItWas|GoldenTraces|CanBePushed|CanBeBalanced|ShipCanLand|ObeysItsEquations|WalkerFalls

# Packages whose tests make mutants tries.
MUTATED     = ./joint ./solver/... ./collision/... ./islands ./narrowphase ./manifold ./shape ./shape/outline ./world ./world/character ./internal/state

# Tests that start the go command.
GATES       = $(call folders,^//go:build gates)

.PHONY: demo pictures game test suite examples importers batch games e2e-games site-games raylib kernels check lint gates purego allocation race trim long accuracy fuzz mutants bench cover fmt determinism ci vendor versus site play e2e

# Compilers, linkers and tests collect garbage only near a gigabyte.
MADE := demo test check lint gates suite kernels allocation race examples importers batch games e2e-games e2e
$(MADE): export GOGC := $(or $(GOGC),off)
$(MADE): export GOMEMLIMIT := $(or $(GOMEMLIMIT),1GiB)

# Only what links with C, the race detector and the games in windows, builds package net and all that imports it with C.
test lint gates suite kernels allocation examples importers batch games e2e-games e2e: export CGO_ENABLED := 0

# demo lets a wrecking ball break a castle, prints the table of times and writes a picture.
demo:
	@mkdir -p out
	@echo 'make demo: compiles the engine, which takes a minute on two cores the first time and then nothing'
	@$(GO) run ./cmd/carom run wrecking_ball -gif out/wrecking_ball.gif

# game plays a game in a window: make game NAME=pinball. On Linux that compiles C with the headers of X, also where the
# environment turns C off; on Windows a window needs no C.
NAME ?= platformer
game: export CGO_ENABLED = $(if $(filter windows,$(shell $(GO) env GOOS)),0,1)
HEADERS = X11/Xlib.h X11/Xcursor/Xcursor.h X11/extensions/Xrandr.h X11/extensions/Xinerama.h X11/extensions/XInput2.h \
	X11/extensions/xf86vmode.h GL/gl.h
game:
	@if [ "$$($(GO) env GOOS)" = linux ] && ! missing=$$(printf '#include <%s>\n' $(HEADERS) | $$($(GO) env CC) -E - 2>&1 >/dev/null); then \
		printf '%s\n' "make game: $${missing%%$$'\n'*}" 'A window on Linux needs a C compiler and the headers of X and OpenGL:' \
			'  Debian, Ubuntu: apt-get install gcc libc6-dev libgl1-mesa-dev xorg-dev' \
			'  Fedora:         dnf install gcc mesa-libGL-devel libXcursor-devel libXi-devel libXinerama-devel libXrandr-devel libXxf86vm-devel' \
			'  Arch:           pacman -S gcc mesa libxcursor libxi libxinerama libxrandr libxxf86vm' >&2; \
		exit 1; \
	fi
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
	cd examples && $(GO) run ./trainer -scenes ../testdata/pictures
	cd batch && $(GO) run ./cmd/carom-batch run -out ../out/trebuchet testdata/plans/trebuchet.json
	cp out/trebuchet/heatmap.png testdata/pictures/trebuchet_heatmap.png
	cd examples && $(GO) run ./trainer -picture ../testdata/pictures/walker_curve.png -movie ../testdata/pictures/walker.gif >/dev/null

# PARTS makes targets one after the other, prints the time of each, and says in its last line what was left out
# because this machine lacks it.
PARTS = $(GO) run ./internal/parts -make "$(MAKE)" -name

# test runs every test of the engine's module with the self-checks on. It needs no C compiler. What check runs beside
# it is the same code in other builds, and modules of their own.
test:
	@$(PARTS) 'make test' suite

# The packages that have tests: what has none, and no other package imports, is two tools and a program of the page, which lint
# and site compile.
TESTED      = $(GO) list -tags invariants -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...

# suite begins with world, which takes longest.
suite:
	packages=$$($(TESTED)) && $(TEST) -tags invariants ./world $$packages

# kernels runs what has assembly without it; determinism runs whole scenes so, on 386 and s390x.
kernels:
	$(TEST) -tags "invariants purego" $(KERNELS)

# Go vet of what is kept here alone; see internal/vettool. A target builds the tool for itself, since two may run at once.
VETTOOL     = $(CURDIR)/out/vettool/$@
build_vettool = $(GO) build -o $(VETTOOL) ./internal/vettool
OWN         = -vettool=$(VETTOOL)

# examples runs the tests of the examples that need no window, and vet.
examples:
	$(build_vettool)
	cd examples && packages=$$($(GO) list ./... | grep -v /games/) && $(GO) vet $(OWN) $$packages && $(GO) test $(LIGHT) $$packages
	cd ebitengine && $(GO) test $(LIGHT) ./screen

# importers runs the tests of what reads the files of editors: each is a module of its own.
IMPORTERS   = importers/level importers/tiled importers/ldtk importers/svg importers/cmd/carom-import
importers:
	for module in $(IMPORTERS); do (cd $$module && $(GO) test $(LIGHT) ./...) || exit 1; done

# batch runs the tests of many simulations on Apache Beam, and vet: Beam takes minutes to compile, so each of its
# packages is compiled once, only in check and without optimizing, and staticcheck, which reads them all once more, is left out.
# The tag belongs to the client of Google's storage: 138 packages by which it would find servers inside Google's cloud are left out.
# In check it takes the time that browsers leave.
BEAM        = -tags disable_grpc_modules $(foreach host,github.com/apache google.golang.org cloud.google.com github.com/googleapis,'-gcflags=$(host)/...=-N -l -dwarf=false')
batch:
	$(build_vettool)
	cd batch && nice -n 5 $(GO) test $(LIGHT) $(BEAM) ./... && nice -n 5 $(GO) vet $(OWN) $(BEAM) ./...

# games runs the tests of the games in Go's WebAssembly under node, and vet: that needs neither a window nor the headers
# of X.
WASM = NODE_OPTIONS=--require=$(CURDIR)/ebitengine/testdata/window.js GOOS=js GOARCH=wasm $(GO) test $(LIGHT) -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec"
games:
	@command -v node >/dev/null || { echo 'make games: node is missing; apt-get install nodejs' >&2; exit 1; }
	$(build_vettool)
	cd ebitengine && $(WASM) ./... && GOOS=js GOARCH=wasm $(GO) vet $(OWN) ./...
	cd examples && $(WASM) ./games/... && GOOS=js GOARCH=wasm $(GO) vet $(OWN) ./games/...

# The protocol of Chromium is not optimized: it is compiled once, for lint.
CHROMEDP   := -gcflags='github.com/chromedp/...=-N -l -dwarf=false'

# e2e-games starts every game in a window that nobody sees and in Chromium, gives it keys and looks at it; pictures
# are in out/games.
e2e-games:
	cd e2e && $(GO) test -count=1 $(LIGHT) $(CHROMEDP) ./games

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
	cd e2e && $(GO) test -count=1 $(LIGHT) $(CHROMEDP) ./page

# raylib compiles the drawer for raylib with raylib's C code, which takes many minutes, so no other target calls it. On Windows
# the library comes as a file of its own and needs no C: so lint checks the types of the drawer.
raylib:
	cd raylib && $(GO) vet -tags x11 ./...

# check is what CI runs: all of test in its full extent, and the rest. The browsers come last: they wait for half of their
# time, which batch and determinism take at a lower priority. Browsers without a graphics card take three times as long beside two
# parts of equal priority. Two parts at once have no packages to compile in common that gates has not compiled before, and a
# chain beside the race detector takes about as long. It ends with trim, because the builds of a day leave tens of gigabytes.
check:
	@$(PARTS) 'make check' lint suite gates+kernels+examples+allocation+importers,race batch,games+e2e-games,e2e trim

# Packages with files or calls that depend on the operating system.
SYSTEMS     = $(call folders,"syscall"|"golang.org/x/sys/|^//go:build .*(unix|windows|linux|darwin))

# Packages in which other tags than those of suite add code; elsewhere the tag long only changes numbers.
TAGGED      = $(call folders,^//go:build (gates|platforms|long))

# lint reads the packages with the tags of suite, and vet with all tags. Staticcheck, which needs the tests compiled, shares
# them with suite, and reads with all tags what has code for them. What has no assembly, or no self-checks, is read in the few packages
# where that is another file, as kernels and allocation compile it. The importers are read with the engine, as one workspace, so that it is read once; the
# examples by vet where their tests are compiled. What depends on the system has its types checked as Windows and macOS
# have it too, because no test runs there, all as a processor of 32 bits has it, and what draws on the screen as Windows has it, where that needs no C.
LINTED     := long invariants gates platforms
lint:
	$(build_vettool)
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt is due:" $$unformatted >&2; exit 1; fi
	@work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; $(GO) build -o "$$work/typecheck" ./internal/typecheck; set -x; \
		GOOS=darwin GOARCH=arm64 "$$work/typecheck" $(SYSTEMS); export GOOS=windows GOARCH=amd64; "$$work/typecheck" $(SYSTEMS); \
		export GOOS=linux GOARCH=386; "$$work/typecheck" ./...; export GOOS=windows GOARCH=amd64; \
		(cd examples && "$$work/typecheck" ./...); (cd raylib && "$$work/typecheck" ./...); unset GOOS GOARCH; \
		export GOWORK=$$work/go.work; $(GO) work init . $(IMPORTERS); $(GO) vet $(OWN) -tags "$(LINTED)" ./... $(IMPORTERS:%=./%/...); \
		$(staticcheck) -tags invariants ./... $(IMPORTERS:%=./%/...); $(staticcheck) -tags "$(LINTED)" $(TAGGED)
	$(GO) vet $(OWN) -tags "invariants purego" $(KERNELS)
	$(GO) vet $(OWN) ./internal/invariant ./world/gallery
	$(staticcheck) -tags "invariants purego" $(KERNELS)
	$(staticcheck) ./internal/invariant
	cd benchmarks && $(GO) vet $(OWN) ./...
	cd e2e && $(GO) vet $(OWN) $(CHROMEDP) ./...

# gates: no fused instruction, inlining, the generated assembly, the README's programs, errors on other systems. They
# start the go command themselves, so no cached result is accepted, and no gate may be missing.
gates:
	$(GO) run ./internal/testlog -tests $$(cat /dev/null $(addsuffix *_test.go,$(GATES)) | grep -cE '^func (Test|Fuzz)') \
		$(GO) test -json -vet=off -count=1 $(PATIENT) -tags gates $(GATES)

# purego runs everything without assembly: of check, kernels is the part of it that can differ.
purego:
	$(TEST) -tags "invariants purego" ./world ./...

# allocation proves that a build for games has no self-checks, and that whole scenes allocate nothing in it.
allocation:
	$(TEST) -run '$(WARM)' ./internal/invariant ./world/gallery

# trim keeps the newest gigabytes of the build cache, which belongs to every module on this machine. CACHE= keeps all.
CACHE ?= 4
trim:
	@$(if $(CACHE),.ci/trim $(CACHE))

# CAN_RACE succeeds where the race detector works: it links with a C compiler, and not every system has it.
CAN_RACE = missing=$$($(GO) build -race runtime/cgo 2>&1)

# What needs a C compiler, under the race detector: the tests of some packages that match a pattern, compiled with only what these need.
raced = "$$few/excerpt" -run '$(1)' -tags race,invariants -module github.com/stretchr/testify -to "$$few" $(2) && \
	$(TEST) -overlay "$$few/overlay.json" -modfile "$$few/go.mod" -race -tags invariants -run '$(1)' -skip '$(ALONE)' $(2)

# race runs what may run on several goroutines. Of world and its scenes these are the tests of workers, views, recordings and
# goroutines: a tick on one worker has no race, and the detector makes it fifteen times as slow.
# The tests of the command start their own program as another test, which an excerpt would lack.
race:
	@if $(CAN_RACE); then \
		few=$$(mktemp -d); trap 'rm -rf "$$few"' EXIT; CGO_ENABLED=0 $(GO) build -o "$$few/excerpt" ./internal/excerpt && \
		$(call raced,$(WORKERS)|View|Record|Fork|Observe,./world ./world/gallery) && \
		$(call raced,$(BLOCKS),$(BLOCKWISE)) && \
		$(TEST) -race -tags invariants -run '$(BLOCKS)' ./cmd/carom/ && \
		$(TEST) -race -tags invariants -skip '$(ALONE)' $(CONCURRENT); \
	elif [ "$${missing/not supported/}" = "$$missing" ]; then \
		echo "make race: no race detector, which needs a C compiler: $$missing" >&2; exit 1; \
	else \
		echo 'the race detector, which this system lacks' >>"$${LEFT_OUT:-/dev/stderr}"; \
	fi

# long runs the exhaustive sizes of what test samples.
long:
	$(GO) test -tags "long invariants" -timeout 6h ./...
	$(GO) test -tags "long purego" $(PATIENT) -run Golden ./world/...
	$(GO) test -tags "long gates" $(PATIENT) ./internal/fmagate
	export CGO_ENABLED=0 GOARCH=386; $(GO) test -tags invariants $(PATIENT) ./... && for module in $(IMPORTERS); do (cd $$module && $(GO) test $(PATIENT) ./...) || exit 1; done
	.ci/determinism long

# accuracy prints the table of docs/accuracy.md: figures of the engine beside what they must be.
accuracy:
	$(GO) run ./cmd/accuracy

# fuzz runs every fuzz target for FUZZTIME, those of the importers and of batch too.
fuzz:
	@.ci/fuzz $(FUZZTIME)

# mutants changes the engine at random, a token at a time, and prints the changes that no test notices.
mutants:
	$(GO) run ./internal/mutants -n $(MUTANTS) -seed $(SEED) -least 85 $(MUTATED)

# bench prints ns per step, and other engines on the same scenes beside it.
bench:
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) $(PATIENT) ./world
	cd benchmarks && $(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) $(PATIENT) ./...

# versus prints Carom beside other engines, in Go and under node, and beside Box2D's own program: make versus BOX2D=path.
# It needs npm unless NODE is empty; see benchmarks/README.md.
versus:
	$(MAKE) -C benchmarks race

# vendor fetches the libraries of the page that web/vendor/VERSIONS lists; needs npm.
vendor:
	@.ci/vendor

# ci is what .ci/run does on a machine that has everything. Both parts run at once: the browsers of check mostly wait, and determinism
# computes at a lower priority.
ci:
	@$(PARTS) ci check,determinism

# cover writes out/cover.html and prints the share of each package.
cover:
	mkdir -p out
	$(GO) test -tags invariants $(PATIENT) -coverprofile out/cover.out ./...
	$(GO) tool cover -html out/cover.out -o out/cover.html
	@$(GO) tool cover -func out/cover.out | tail -n 1

fmt:
	gofmt -w .

# determinism compares the golden tests on every platform; see .ci/determinism.
determinism:
	@.ci/determinism
