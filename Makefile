# make man     manual pages, in bin/man
# make install  gv2, manual pages, completions and the CMake function below PREFIX (/usr/local)
# make demo    verify three bundled kernels and show the report
# make test    the test suite, in minutes
# make test-all  all of the tests that make test samples, in hours
# They install Z3 from Debian if it is missing, and make test Boogie and cvc5, where they can be
# had: what compares with them is skipped without them.

GO         ?= go
FUZZTIME   ?= 20000x
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
SUDO       := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
DEMO        = testdata/demo

.PHONY: build man demo test test-all kernels plans loops agree agree-ptx encodings crosscheck translations mutants oracle bench bench-solver fuzz differential lint golden-boogie tools reference platforms slurm editor install completions packages release-check snapshot playground playground-test

# Without cgo, which gv2 does not need: a process without it starts in half the time.
build:
	CGO_ENABLED=0 $(GO) build -o bin/gv2 ./cmd/gv2

# Manual pages of all commands, for packages: bin/man/gv2.1 and one for each command.
man:
	$(GO) run -tags man ./cmd/gv2 man bin/man

# Completions of the shells, for packages: bin/completions.
completions: build
	install -d bin/completions
	bin/gv2 completion bash > bin/completions/gv2.bash
	bin/gv2 completion zsh > bin/completions/_gv2
	bin/gv2 completion fish > bin/completions/gv2.fish

# The program, manual pages and completions below PREFIX; DESTDIR goes in front for packages.
PREFIX ?= /usr/local
install: build man completions
	install -D -m 755 bin/gv2 $(DESTDIR)$(PREFIX)/bin/gv2
	for page in bin/man/*.1; do install -D -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/man1/$${page##*/} || exit 1; done
	install -D -m 644 bin/completions/gv2.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/gv2
	install -D -m 644 bin/completions/_gv2 $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_gv2
	install -D -m 644 bin/completions/gv2.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/gv2.fish
	install -D -m 644 cmake/Gv2.cmake $(DESTDIR)$(PREFIX)/share/cmake/Modules/Gv2.cmake

# What make install installs, the function for CMake, and the hook for pre-commit.
packages:
	@.ci/packages

# Checks the configuration of releases; snapshot builds what a release has, for all platforms, in dist. A goreleaser that
# is installed is taken; else it is compiled, which takes five minutes of a processor once. The platforms take two each, and
# goreleaser would give up after an hour, which a busy machine may need.
GORELEASER ?= $(shell command -v goreleaser || echo "$(GO) run github.com/goreleaser/goreleaser/v2@v2.12.7")
release-check:
	$(GORELEASER) check .ci/goreleaser.yaml

snapshot:
	$(GORELEASER) release --config .ci/goreleaser.yaml --snapshot --clean --skip=publish --timeout 6h

INSTALL = $(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

tools:
	@command -v z3 >/dev/null || { echo "installing z3"; $(INSTALL) z3; }

reference: tools
	@command -v boogie >/dev/null || { echo "installing boogie, which tests compare with"; $(INSTALL) boogie; } || \
	  echo "no boogie to be had here: the tests that compare with it are skipped"
	@command -v cvc5 >/dev/null || { echo "installing cvc5, which tests compare with"; $(INSTALL) cvc5; } || \
	  echo "no cvc5 to be had here: the tests that compare with it are skipped"
	@command -v g++ >/dev/null || { echo "installing g++, which tests compare with and compile with"; $(INSTALL) g++; } || \
	  echo "no g++ to be had here: the tests that need it are skipped"

demo: tools build
	@.ci/demo bin/gv2 $(DEMO)

# No test result depends on the speed of the machine: the time limit only ends tests that hang.
test: reference
	@.ci/test -timeout 2h ./...

# All of the tests that make test samples.
test-all: reference kernels plans loops agree encodings crosscheck translations mutants oracle
	@.ci/test -timeout 2h ./...

# Every kernel against its annotations: make test leaves out those that take longest.
kernels: tools
	KERNELS=all $(GO) test -timeout 3h -v -run 'TestKernels' ./cmd/gv2

# Every change of a barrier operation, by both engines; every fence, scope and order of kernels whose threads synchronise
# through memory, dropped or weaker, against the axioms.
mutants: tools
	DISCIPLINES=3 $(GO) test -timeout 24h -v -run 'NeedEachFence|DisciplineMutants' ./runtime/verdict
	GV2_MUTANTS=all $(GO) test -timeout 24h -v -run 'GenerationMutants|ScheduleMutants' ./runtime/verdict

# Executes random kernels and mutants and compares the runs with the verdicts:
# ORACLE_SEEDS and ORACLE_MUTANTS choose which. The comparisons of the front end with g++ belong to it.
oracle: tools differential
	ORACLE_SEEDS=$${ORACLE_SEEDS:-1000-1200} ORACLE_MUTANTS=$${ORACLE_MUTANTS:-0-200} \
	  $(GO) test -timeout 3h -v -run 'ProvedKernels|Mutants|LongKernels|SubtleFaults|ExactEngine' ./runtime/verdict

# The steps of the decision on every kernel, against the golden plans.
plans: tools
	KERNELS=all PLANS=all $(GO) test -timeout 3h -v -run 'TestPlans' ./cmd/gv2

# Every kernel of testdata/kernels/loops against its index, and every rule of candidates left out once.
loops: tools
	LOOP_KERNELS=all $(GO) test -timeout 3h -v -run 'TestLoopKernels|TestEveryRule' ./cmd/gv2

# Both engines on every kernel that the exact one decides.
agree: tools
	ENGINES=all $(GO) test -timeout 3h -v -run 'TestEnginesAgree' ./cmd/gv2

# The verdicts on kernels and on what NVIDIA's compiler makes of them (NVCC, or nvcc in PATH), against
# testdata/ptx/AGREEMENT.tsv: AGREE=O3:2/20 is a part of those at -O3, AGREE=G:memory/12 some with -G.
AGREE ?= O3:
agree-ptx: tools
	PTXAGREE=$(AGREE) $(GO) test -timeout 12h -v -run 'TestPTXOfKernels' ./cmd/gv2

# Every kernel with barriers of the whole block, by both encodings of barriers.
encodings: tools
	ENCODINGS=all $(GO) test -timeout 3h -v -run 'TestEncodingsAgree' ./cmd/gv2

# Every question about every kernel, to Z3 and to Boogie, and random programs to Z3, to
# Boogie and to runs. CROSSCHECK=2/8 is the second eighth, GV2_Z3 another Z3 or cvc5, RANDOM_SEED=100000
# makes other random programs.
crosscheck: reference
	CROSSCHECK=$${CROSSCHECK:-all} $(GO) test -timeout 12h -v -run 'TestSolversAgree' ./cmd/gv2
	RANDOM_PROGRAMS=$${RANDOM_PROGRAMS:-2000} $(GO) test -timeout 3h -v -run 'RunsRefuteNo|ConditionsAgree|RichPrograms|MutantsOf' ./boogie/interp

# Whatever gv2 translate writes, to the real Boogie as its first lines say.
translations: reference
	TRANSLATIONS=$${TRANSLATIONS:-all} $(GO) test -timeout 12h -v -run 'TestTranslationsVerify' ./cmd/gv2

# Only packages that have some are linked for it. BENCHFLAGS=-benchtime=1x and PART=3/50 make it short.
BENCHED = $$(git ls-files '*_test.go' | xargs grep -l '^func Benchmark' | xargs -n1 dirname | sort -u | sed 's|^|./|')
bench: tools
	$(GO) test -run '^$$' -bench . -benchmem $(BENCHFLAGS) $(BENCHED)

# The figures about solvers in the READMEs, in some 40 minutes of a quiet machine. SUITE is the folder
# testsuite/CUDA of GPUVerify, which is left out without it. BENCH=DIR MINUTES=5 measures for five
# minutes and goes on from there the next time.
bench-solver: reference
	@.ci/bench-solver

# Every fuzz target for FUZZTIME inputs, one after the other: go test fuzzes one at a time. A
# count and not a time: when the time ends go test at times fails with its own deadline.
fuzz:
	@.ci/fuzz $(FUZZTIME)

# Random programs, lowered and run by the tests' interpreter, random classes and constant
# expressions, and what random host programs launch, against g++.
differential:
	VALUES_FUZZ=$${VALUES_FUZZ:-400} VALUES_SEED=$${VALUES_SEED:-1000} $(GO) test -timeout 2h -count=1 -run VerdictsOnValues -v ./cmd/gv2
	DIFFERENTIAL=1 HOST_FUZZ=$${HOST_FUZZ:-1000} HOST_SEED=$${HOST_SEED:-1000} $(GO) test -timeout 1h -count=1 -run "AgainstExecution|NamesAreThose" -v ./frontend/host
	LAUNCHES_FUZZ=$${LAUNCHES_FUZZ:-500} LAUNCHES_SEED=$${LAUNCHES_SEED:-1000} $(GO) test -timeout 2h -count=1 -run "LaunchesAgainstExecution" -v ./frontend/unit
	LOWER_FUZZ=$${LOWER_FUZZ:-500} CONSTANTS_FUZZ=$${CONSTANTS_FUZZ:-3000} OVERLOADS_FUZZ=$${OVERLOADS_FUZZ:-1000} $(GO) test -count=1 -run 'ByCompiler|AgainstCompiler' -v ./frontend/lower ./frontend/source

# Builds and vets for Linux, macOS, Windows and WebAssembly.
platforms:
	@.ci/platforms

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

# A suite in parts by a real Slurm of one node, which is installed from Debian and started as a user's processes.
slurm: tools build
	@.ci/slurm bin/gv2

# Neovim, which is installed from Debian, talks to gv2 lsp.
editor: build
	@.ci/lsp bin/gv2

# The real Boogie must accept every golden translation.
golden-boogie: reference
	@.ci/golden-boogie

# The playground as static files, which any server serves: the page, its editor, gv2 and Z3 as WebAssembly.
playground:
	@command -v npm >/dev/null || { echo "installing npm, which has the editor and Z3"; $(INSTALL) npm; }
	$(GO) run ./cmd/internal/playground/build bin/playground

# The page in a real Chromium, which is installed from Debian; pictures are in bin/playground-shots.
playground-test: playground tools
	@command -v chromium >/dev/null || { echo "installing chromium, in which the page is tried"; $(INSTALL) chromium; } || \
	  echo "no chromium to be had here: the page is not tried, which is a fault in CI"
	$(GO) test -tags browser -count=1 -timeout 40m -v -run Page ./cmd/internal/playground
