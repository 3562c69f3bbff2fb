package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"gv2/cmd/internal/terminal"
	"gv2/frontend/compiler"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/verdict"
)

// settings are the flags that several commands share.
type settings struct {
	blockDim, gridDim, clusterDim string
	blockDimDefault               string
	launches                      string
	kernels                       []string
	params                        []string
	sharedBytes                   int64
	defines                       []string
	include                       []string
	lang                          string
	frontend                      string
	nvcc                          string
	arch                          archValue
	engine                        string
	solver                        string
	check                         []string
	arith                         string
	encodingName                  string
	warpSync                      bool
	barrierRule                   string
	progress                      string
	resident                      int
	maxCommands                   int64
	intraGroup                    bool
	space                         string
	arrayBounds                   bool
	sameValue                     string
	loopUnroll                    int
	timeout                       time.Duration
	effort                        int64
	invariants                    string
	selfCheck                     bool
	constantTables                string
	changed                       func(name string) bool
	// build is the folder of a compile_commands.json, and commands what it says; nil if none is named.
	build    string
	commands *compiler.Commands
	// text reads a file that is to be verified; nil means from the disk.
	text func(name string) ([]byte, error)
	// language is what --lang names, nil if the name of the file tells.
	language unit.Language
	// input is what these flags say about the input, once validate has accepted them.
	input unit.Options
}

// register declares the flags of a command that may use either engine.
func (s *settings) register(f *pflag.FlagSet) {
	s.registerInput(f)
	s.registerTranslation(f)
	s.registerCheck(f)
	s.registerExact(f)
	s.registerLimit(f)
	s.registerEngine(f)
}

func (s *settings) registerEngine(f *pflag.FlagSet) {
	f.StringVar(&s.engine, "engine", verdict.AutoEngine, "auto (the exact engine first, a prover for what that cannot decide), boogie or weft")
	f.StringVar(&s.solver, "solver", verdict.Solvers[0], "who proves programs of two threads: z3; cvc5; boogie, which runs Boogie and through it Z3; or both, z3 and boogie, whose answers are compared")
}

// choose puts the solver that the flags name in the place of solve; the function that it
// returns ends it.
func (s *settings) choose(solve *verdict.Solve) (end func(), err error) {
	chosen, end, err := verdict.SolverOf(s.solver)
	if err == nil {
		*solve = chosen
	}
	return end, err
}

// registerInput declares what says which program is meant.
func (s *settings) registerInput(f *pflag.FlagSet) {
	s.changed = f.Changed
	s.registerLaunch(f)
	f.StringArrayVarP(&s.defines, "define", "D", nil, "define a macro, NAME or NAME=VALUE; may repeat")
	f.StringArrayVarP(&s.include, "include", "I", nil, "search a directory for included files; may repeat")
	f.StringVarP(&s.build, "build", "p", "", "take include folders, macros and the architecture of each file from the compile_commands.json in that folder")
	f.StringVar(&s.lang, "lang", "auto", "the language of the input: cuda, ptx, or auto (by the name of the file, cuda for -)")
	f.StringVar(&s.frontend, "frontend", autoFrontend, "who reads CUDA C++: cuda (gv2), ptx (a compiler, of whose PTX the verdict is), or auto (gv2, and a compiler for kernels that gv2 does not support)")
	f.StringVar(&s.nvcc, "nvcc", "", "the compiler that makes PTX of CUDA C++ (default nvcc or clang++ in PATH)")
	s.arch = 800
	f.Var(&s.arch, "arch", "the architecture, sm_80, or the value of __CUDA_ARCH__")
	f.StringVar(&s.constantTables, "constant-tables", "initial", "contents of __constant__ tables that are not const: initial (their initialisers) or unknown (the host may write them)")
	f.BoolVar(&s.selfCheck, "self-check", false, "check the rules of every tree after each pass")
}

// registerTranslation declares what shapes the Boogie program.
func (s *settings) registerTranslation(f *pflag.FlagSet) {
	s.registerEncoding(f)
	f.StringVar(&s.invariants, "invariants", "candidates", "loop invariants: candidates (guesses; Houdini keeps those that hold), inferred (only those that hold: gv2 runs Houdini itself), minimal (only as many of these as the proofs need), none (only your own)")
}

// registerEncoding declares how the program is made, apart from its invariants.
func (s *settings) registerEncoding(f *pflag.FlagSet) {
	s.registerArith(f)
	f.StringVar(&s.encodingName, "encoding", "auto", "how barriers are modelled: barrier (of the whole block), generation (named ones too, by counting), auto (generation where a kernel needs it)")
	f.IntVar(&s.loopUnroll, "loop-unroll", 0, "check only that many iterations of each loop, and report 'bounded' (default any number, by invariants)")
}

func (s *settings) registerArith(f *pflag.FlagSet) {
	f.StringVar(&s.arith, "arith", "auto", "how C integers are modelled: auto, int or bv")
}

// registerCheck declares what is checked.
func (s *settings) registerCheck(f *pflag.FlagSet) {
	f.StringSliceVar(&s.check, "check", nil, "properties to check (default all but "+propertyNames(func(p *kernel.PropertyInfo) bool { return p.OnRequest })+"): "+propertyNames(nil))
	f.BoolVar(&s.arrayBounds, "check-array-bounds", false, "besides the properties of --check, check that accesses stay within arrays of known length (default: report those that no input keeps within)")
	f.BoolVar(&s.intraGroup, "intra-group", false, "look for races within a block only")
	f.StringVar(&s.space, "space", "all", "the memory to look for races on: all, or shared, which leaves out accesses to global memory")
	f.StringVar(&s.sameValue, "same-value-writes", "report", "races between writes of the same value: allow, or report as benign")
}

// registerExact declares the rules that only the exact engine models.
func (s *settings) registerExact(f *pflag.FlagSet) {
	f.BoolVar(&s.warpSync, "warp-sync", false, "the threads of a warp run in lock step, as old code expects: the exact engine models all of it, the translation a part, so that a fault that only the translation finds is unknown")
	f.StringVar(&s.barrierRule, "barrier-rule", verdict.BarrierRules[0], "what __syncthreads() needs: cuda (every thread at the same statement), or volta (exited threads do not count, statements may differ)")
	f.StringVar(&s.progress, "progress", verdict.ProgressRules[0], "which threads go on: fair (each, as since sm_70), or lockstep (those of a warp together, so that a lock that one of them holds and another waits for is a deadlock)")
	f.IntVar(&s.resident, "resident-blocks", 0, "how many blocks of the grid run at a time; the others begin when these end (default: all, as an assumption where blocks wait for others)")
	f.Int64Var(&s.maxCommands, "max-commands", verdict.DefaultMaxCommands, "how many accesses, barrier operations and loop iterations the exact engine executes")
}

func (s *settings) registerLimit(f *pflag.FlagSet) {
	f.DurationVar(&s.timeout, "timeout", 60*time.Second, "time limit for each kernel, with reading its file")
	f.Int64Var(&s.effort, "effort", 0, "a machine-independent limit instead of --timeout: units of the prover for each procedure and question")
	_ = f.MarkHidden("effort")
}

func (s *settings) registerLaunch(f *pflag.FlagSet) {
	f.StringVar(&s.blockDim, "block-dim", "", "threads per block: 64, 8,8 or [8,8,1]; * for any (default: see Defaults)")
	f.StringVar(&s.blockDimDefault, "block-dim-default", "", "threads per block of kernels for which neither the file nor --block-dim gives them")
	f.StringVar(&s.launches, "launches", "all", "what to take from the launches in the file: all (sizes, constant arguments, relations between arguments and sizes), sizes, or none")
	f.StringVar(&s.clusterDim, "cluster-dim", "", "blocks of a cluster: 2, 2,2 or [2,2,1] (default as __cluster_dims__ says)")
	f.StringVar(&s.gridDim, "grid-dim", "", "blocks: 4, 2,2 or [2,2,1]; * for any (default any number in x and in each dimension that the kernel uses)")
	f.StringSliceVar(&s.kernels, "kernel", nil, "kernels to process (default every __global__ function)")
	f.StringArrayVar(&s.params, "param", nil, "fix a scalar parameter, n=128; may repeat (default any value)")
	f.Int64Var(&s.sharedBytes, "shared-bytes", -1, "size of dynamic shared memory in bytes (default unknown)")
	f.Lookup("shared-bytes").DefValue = "0" // shown as no default
}

// propertyNames lists the properties that has holds of, all if it is nil.
func propertyNames(has func(*kernel.PropertyInfo) bool) string {
	var names []string
	for _, p := range kernel.Properties(has) {
		names = append(names, string(p))
	}
	return strings.Join(names, ", ")
}

// validate reports the first flag whose value is wrong, and what this version
// does not have.
func (s *settings) validate() error {
	for _, check := range []func() error{s.validateWords, s.validateNumbers, s.readLaunch, s.validateChecks, s.readInput} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) validateWords() error {
	for _, w := range []struct{ flag, value string }{
		{"engine", s.engine},
		{"solver", s.solver},
		{"barrier-rule", s.barrierRule},
		{"progress", s.progress},
		{"encoding", s.encodingName},
		{"arith", s.arith},
		{"same-value-writes", s.sameValue},
		{"space", s.space},
		{"frontend", s.frontend},
		{"constant-tables", s.constantTables},
		{"invariants", s.invariants},
	} {
		if s.changed(w.flag) {
			if err := oneOf(w.flag, w.value, words[w.flag]); err != nil {
				return err
			}
		}
	}
	return nil
}

// The values of --messages.
const (
	ownMessages       = "gv2"
	gpuverifyMessages = "gpuverify"
)

// words are the values of flags that take one of a few.
var words = map[string][]string{
	"engine":            verdict.EngineNames,
	"solver":            verdict.Solvers,
	"barrier-rule":      verdict.BarrierRules,
	"progress":          verdict.ProgressRules,
	"encoding":          verdict.Encodings,
	"arith":             verdict.Ariths,
	"same-value-writes": {"allow", "report"},
	"constant-tables":   {"initial", "unknown"},
	"space":             {"all", "shared"},
	"frontend":          frontends,
	"invariants":        verdict.InvariantSources,
	"launches":          {"all", "sizes", "none"},
	"messages":          {ownMessages, gpuverifyMessages},
	"color":             terminal.Colors,
	"lang":              append([]string{"auto"}, unit.LanguageNames()...),
}

// oneOf reports a flag whose value is none of its words.
func oneOf(flag, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return usagef("--%s %s: choose one of %s", flag, value, strings.Join(allowed, ", "))
}

func (s *settings) validateNumbers() error {
	switch {
	case s.loopUnroll < 0 || s.changed("loop-unroll") && s.loopUnroll == 0:
		return usagef("--loop-unroll %d: must be at least 1", s.loopUnroll)
	case s.changed("timeout") && s.timeout <= 0:
		return usagef("--timeout %s: must be more than zero", s.timeout)
	case s.changed("effort") && s.effort <= 0:
		return usagef("--effort %d: must be more than zero", s.effort)
	case s.changed("max-commands") && s.maxCommands <= 0:
		return usagef("--max-commands %d: must be more than zero", s.maxCommands)
	case s.changed("resident-blocks") && s.resident < 1:
		return usagef("--resident-blocks %d: must be at least 1", s.resident)
	case s.changed("shared-bytes") && s.sharedBytes < 0:
		return usagef("--shared-bytes %d: must not be negative", s.sharedBytes)
	case s.arch < 100:
		return usagef("--arch %d: __CUDA_ARCH__ values look like 800", s.arch)
	}
	return nil
}

// readLaunch reads the sizes of block and grid.
func (s *settings) readLaunch() error {
	for _, d := range []struct {
		flag, text string
		parse      func(string) ([3]int, error)
		to         **[3]int
	}{
		{"block-dim", s.blockDim, unit.ParseBlockDim, &s.input.BlockDim},
		{"block-dim-default", s.blockDimDefault, unit.ParseBlockDim, &s.input.BlockDimDefault},
		{"grid-dim", s.gridDim, unit.ParseGridDim, &s.input.GridDim},
		{"cluster-dim", s.clusterDim, unit.ParseClusterDim, &s.input.ClusterDim},
	} {
		if d.text == "" {
			continue
		}
		dims, err := d.parse(d.text)
		if err != nil {
			return usagef("--%s %w", d.flag, err)
		}
		*d.to = &dims
	}
	var err error
	if s.input.Launches, err = unit.ParseLaunches(s.launches); err != nil {
		return usagef("--launches %w", err)
	}
	return nil
}

// readInput reads what else is about the input.
func (s *settings) readInput() (err error) {
	in := &s.input
	if s.lang != "auto" {
		l, ok := unit.Named(s.lang)
		if !ok {
			return usagef("--lang %s: gv2 reads %s", s.lang, strings.Join(unit.LanguageNames(), " and "))
		}
		s.language = l
	}
	if s.build != "" {
		if s.commands, err = compiler.ReadCommands(s.build); err != nil {
			return usagef("--build %w", err)
		}
	}
	if in.Params, err = unit.ParseParams(s.params); err != nil {
		return err
	}
	in.Typed = unit.TypedParams(s.params)
	if in.Define, err = unit.ParseDefines(s.defines); err != nil {
		return err
	}
	in.Kernels, in.SharedBytes, in.Include, in.Arch = s.kernels, s.sharedBytes, s.include, int(s.arch)
	in.OnlyShared = s.space == "shared"
	in.UnknownConstants, in.SelfCheck = s.constantTables == "unknown", s.selfCheck
	in.Bounds, in.FixedChecks = s.checksBounds(), len(s.check) > 0
	return nil
}

func (s *settings) validateChecks() error {
	for _, name := range s.check {
		if kernel.Property(name).Info() == nil {
			return usagef("--check %s: choose from %s", name, propertyNames(nil))
		}
	}
	if s.changed("check") && len(s.check) == 0 {
		return usagef("--check: name at least one of %s", propertyNames(nil))
	}
	return nil
}

// checksBounds reports whether to check accesses against the lengths of their arrays.
func (s *settings) checksBounds() bool {
	return s.arrayBounds || slices.Contains(s.check, string(kernel.Bounds))
}

// question is what the flags ask; validate has accepted them.
func (s *settings) question() *verdict.Question {
	q := &verdict.Question{
		Engine: s.engine, IntraGroup: s.intraGroup, AllowSameValue: s.sameValue == "allow",
		Arith: s.arith, Encoding: s.encodingName, Invariants: s.invariants, LoopUnroll: s.loopUnroll,
		BarrierRule: s.barrierRule, Progress: s.progress, Resident: s.resident, WarpSync: s.warpSync, MaxCommands: s.maxCommands,
		Timeout: s.timeout, Effort: s.effort, SelfCheck: s.selfCheck,
	}
	q.CertainBounds = len(s.check) == 0 && !s.changed("check-array-bounds") && s.space != "shared"
	for _, name := range s.check {
		q.Properties = append(q.Properties, kernel.Property(name))
	}
	if len(s.check) > 0 && s.arrayBounds {
		q.Properties = append(q.Properties, kernel.Bounds)
	}
	return q
}

// archValue is the value of __CUDA_ARCH__, which may be written as the name of an
// architecture: sm_80 and compute_80 are 800, sm_90a is 900.
type archValue int

func (a *archValue) String() string { return strconv.Itoa(int(*a)) }

// Type names the value in help texts.
func (a *archValue) Type() string { return "int" }

// Set reads 800, sm_80 or compute_80.
func (a *archValue) Set(text string) error {
	digits, named := text, false
	for _, prefix := range []string{"sm_", "compute_"} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			digits, named = strings.TrimRight(rest, "af"), true
		}
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return fmt.Errorf("%q is not an architecture", text)
	}
	if named {
		n *= 10
	}
	*a = archValue(n)
	return nil
}

// exitHelp stands under the help of the commands that decide something.
const exitHelp = `
Exit codes: 0 everything asked for is proved (translate: written); 1 a fault was found; 2 something is undecided:
unknown, out of time, bounded only, or conditional (proved under a condition; verify --strict: 1); 3 a construct is not supported, with its place; 4 the input or the command
line is wrong; 5 a tool is missing or failed. With several kernels the first of 4, 1, 5, 3, 2 that occurred.

Defaults: the number of threads per block comes from --block-dim, else from __launch_bounds__, else from a comment
in the first lines of the file, //--blockDim=64 --gridDim=1 --shared-bytes=512 --param n=128; without such a comment
the launches of the kernel in the file come before __launch_bounds__. The grid may have any number of blocks, unless
the flag, the comment or a launch says otherwise; scalar parameters may have any value.`
