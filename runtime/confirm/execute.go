package confirm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/interleave"
	"gv2/runtime/weft"
)

// executions of a kernel for a few inputs and schedules, to see whether faults that
// the translation suspects are there.
type executions struct {
	decision.Case
	// known are reports of runs, by what they were started with; left is how many
	// instructions may still be executed.
	known       map[string]*execution
	left, inAll int
	// inTurn is set while the blocks run one after the other.
	inTurn bool
}

// execution is one run.
type execution struct {
	interleave.Report
	kernel *kernel.Kernel
	values claim.Values // of launch dimensions that are open
}

// The limits: executions for one fault, of which each third is one for other values of
// parameters than those that the translation names; how many are made once some other
// fault of the property was seen; instructions of one, more for many threads, and of all, and how many times fewer where the kernel's verdict is known already; threads.
const (
	runsTried   = 96
	runsFirst   = 8
	runsOther   = 3
	runsEnough  = 32
	runsInTurn  = 8
	stepsOfRun  = 300_000
	stepsOfEach = 1500
	stepsAtMost = 3_000_000
	stepsInAll  = 12_000_000
	lessIfBrief = 6
	fewThreads  = 1024
	mostThreads = 16384
)

func executionsOf(c decision.Case) *executions {
	x := &executions{Case: c, known: map[string]*execution{}, inAll: stepsInAll}
	if c.Opts.Brief {
		x.inAll /= lessIfBrief
	}
	x.left = x.inAll
	return x
}

// shows is show, with the values of the fault or else those with which it was found first.
func (x *executions) shows(f *claim.Finding) (claim.Finding, bool) {
	if seen, ok := x.show(f); ok || f.Found == nil {
		return seen, ok
	}
	x.left = max(x.left, x.inAll/2)
	return x.show(f.Found)
}

// show looks for an execution in which the fault happens, or else another one of the
// same property, and reports what is seen there.
func (x *executions) show(f *claim.Finding) (claim.Finding, bool) {
	var best *claim.Finding
	rank := none
	for n := range runsTried {
		if x.Clock.Over() || rank == sameFault || best != nil && n >= runsEnough {
			break
		}
		e := x.run(f, n)
		if e == nil || e.Void != "" {
			continue
		}
		for i := range e.Faults {
			if seen, like := x.finding(e, &e.Faults[i], f); like > rank {
				best, rank = seen, like
			}
		}
	}
	if best == nil && f.Property == kernel.DataRace {
		best = x.oneByOne(f)
	}
	if best != nil {
		best.Across = best.Across && x.acrossToo(best)
		return *best, true
	}
	if f.Property == kernel.DataRace {
		if seen := x.replayed(f); len(seen) > 0 {
			return seen[0], true
		}
	}
	return claim.Finding{}, false
}

// oneByOne looks for the fault where the blocks run one after the other: what each of them tries for once, such as a lock, is then free, and only
// what orders them in memory is between them.
func (x *executions) oneByOne(f *claim.Finding) *claim.Finding {
	x.inTurn, x.left = true, max(x.left, x.inAll/4)
	defer func() { x.inTurn = false }()
	for n := range runsInTurn {
		if x.Clock.Over() {
			break
		}
		e := x.run(f, n)
		if e == nil || e.Void != "" {
			continue
		}
		for i := range e.Faults {
			if seen, like := x.finding(e, &e.Faults[i], f); like > none {
				return seen
			}
		}
	}
	return nil
}

// acrossToo reports whether an execution has shown the race between blocks.
func (x *executions) acrossToo(f *claim.Finding) bool {
	for _, e := range x.known {
		for i := range e.Faults {
			if seen, like := x.finding(e, &e.Faults[i], f); like > otherFault && seen.BetweenBlocks() {
				return true
			}
		}
	}
	return false
}

// How much a fault that was seen is like the one that the translation means.
const (
	none = iota
	otherFault
	sameLines // but in one block instead of two, or the other way round
	sameFault
)

// run executes the kernel for the n-th time for a fault; nil if that cannot be done.
func (x *executions) run(f *claim.Finding, n int) *execution {
	o := interleave.Options{
		Input: uint64(n), Schedule: uint64(n), OneByOne: x.inTurn, Wrap: f.Cause != "", IntraGroup: x.Opts.Encoding.IntraGroup,
	}
	named := f.Values
	if n%runsOther == runsOther-1 {
		named = nil
	}
	k, values, ok := x.launched(named, n)
	if !ok && named != nil {
		// The grid or the block that the translation names is too large to be executed.
		named = nil
		k, values, ok = x.launched(nil, n)
	}
	if !ok {
		return nil
	}
	o.Params = namedParams(k, named)
	o.Blocks = chosenBlocks(k, f, n)
	o.MaxSteps = min(max(stepsOfRun, stepsOfEach*len(o.Blocks)*k.Launch.Threads()), stepsAtMost)
	key := fmt.Sprint(k.Launch, o)
	if e := x.known[key]; e != nil {
		return e
	}
	program, err := interleave.Compile(k)
	if err != nil || x.left <= 0 {
		return nil
	}
	e := &execution{Report: program.Run(o), kernel: k, values: values}
	x.left -= e.Steps
	x.known[key] = e
	return e
}

// launched is the kernel with the launch that the values name, or a small one where
// they name none.
func (x *executions) launched(named claim.Values, n int) (*kernel.Kernel, claim.Values, bool) {
	k, values := *x.Kernel, claim.Values{}
	set := func(dims *[3]int, name string, small ...int) {
		for dim, size := range dims {
			if size != 0 {
				continue
			}
			key := name + "." + "xyz"[dim:dim+1]
			v, given := named.Number(key)
			if !given {
				v = int64(small[0])
			}
			dims[dim], values[key] = int(v), strconv.FormatInt(v, 10)
			small = small[1:]
		}
	}
	set(&k.Launch.GridDim, "gridDim", smallGrid(&k.Launch, n)...)
	set(&k.Launch.BlockDim, "blockDim", kernel.WarpSize, 1, 1)
	threads := k.Launch.Threads()
	return &k, values, threads > 0 && threads <= mostThreads && k.Launch.Blocks() > 0
}

// smallGrid is how many blocks the n-th execution has in the dimensions that are open, the first of
// these first. Grids are wide, high and square in turn, because a fault may need
// more rows than columns, or the other way round (a transpose that takes the wrong one for its stride).
func smallGrid(l *kernel.Launch, n int) []int {
	open := 0
	for _, size := range l.GridDim {
		if size == 0 {
			open++
		}
	}
	several := 2 + n%2
	shape := n / runsOther % 4
	switch {
	case open > 1 && shape == 1:
		return []int{1, several, 1}
	case open > 1 && shape == 2:
		return []int{several, several, 1}
	}
	return []int{several, 1, 1}
}

// namedParams are the values of parameters among those that a finding names.
func namedParams(k *kernel.Kernel, named claim.Values) map[string]int64 {
	out := map[string]int64{}
	for _, p := range k.Params {
		if n, given := named.Number(p.Name); given {
			out[p.Name] = n
		}
	}
	return out
}

// chosenBlocks are the blocks that run: those of the fault, and in every second
// execution all others for which there is room.
func chosenBlocks(k *kernel.Kernel, f *claim.Finding, n int) []int {
	all, most := k.Launch.Blocks(), fewThreads/k.Launch.Threads()
	if n%2 == 1 {
		most = mostThreads / k.Launch.Threads()
	}
	var out []int
	for _, a := range f.Accesses {
		// The grid that runs may be smaller than the one that the prover had in mind.
		if a.Block != nil && within(*a.Block, k.Launch.GridDim) {
			out = append(out, linear(*a.Block, k.Launch.GridDim))
		}
	}
	for n := 0; n < all && len(out) < max(most, 2); n++ {
		out = append(out, n)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// within reports whether a grid has the block.
func within(at [3]int64, dims [3]int) bool {
	for d, i := range at {
		if i < 0 || i >= int64(dims[d]) {
			return false
		}
	}
	return true
}

func linear(at [3]int64, dims [3]int) int {
	return int(at[0]) + dims[0]*(int(at[1])+dims[1]*int(at[2]))
}

// finding describes a fault that was seen, and tells how much it is like the one that
// the translation means; none for one of another property.
func (x *executions) finding(e *execution, seen *interleave.Fault, f *claim.Finding) (*claim.Finding, int) {
	out := &claim.Finding{Property: f.Property, Kind: string(f.Property), Severity: claim.ErrorSeverity, Count: f.Count, Scope: f.Scope, Seen: claim.Executed, By: claim.Execution}
	out.Values, out.Contents = e.valuesOf(), contentsSeen(seen)
	for _, side := range seen.Sides {
		out.Accesses = append(out.Accesses, e.access(side))
	}
	switch {
	case seen.Property == kernel.DataRace && f.Property == kernel.DataRace:
		return out, asRace(x.Kernel.Launch, out, seen, f)
	case seen.Property == kernel.Divergence && f.Property == kernel.Divergence:
		return out, asDivergence(x.Kernel.Launch, out, f)
	case seen.Property == kernel.Assertion && out.Pos() == f.Pos():
		a := seen.Sides[0].Stmt.(*kernel.Assert)
		if f.Property == kernel.LoopInvariant {
			out.Accesses[0].Kind = "invariant"
		}
		out.Message = claim.ConditionSentence(x.Kernel.Launch, f.Property, a.Text, out.Accesses)
		return out, sameFault
	}
	return nil, none
}

// contentsSeen are the elements of inputs that the threads have read.
func contentsSeen(seen *interleave.Fault) []claim.Content {
	var list []claim.Content
	for _, side := range seen.Sides {
		for _, w := range side.Words {
			if w.Array.Init != nil || w.Array.Elem.Kind == kernel.Float {
				continue
			}
			text := claim.ScalarText(w.Array.Elem, w.Value)
			if w.Array.Elem.Kind == kernel.Bool {
				text = strconv.FormatBool(w.Value != 0)
			}
			if c := (claim.Content{Element: claim.ElementPart(w.Array, w.Index), Value: text}); !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// asDivergence completes a divergence that was seen: the thread in front is the one that
// reaches the barrier.
func asDivergence(l kernel.Launch, out, f *claim.Finding) int {
	like := otherFault
	if out.Accesses[1].Src.Pos == f.Pos() {
		slices.Reverse(out.Accesses)
	}
	if out.Pos() == f.Pos() {
		like = sameFault
	}
	out.Accesses[1].Src, out.Accesses[1].Kind = out.Accesses[0].Src, "barrier"
	out.Message = claim.DivergenceSentence(l, out.Accesses[0], out.Accesses[1], true)
	return like
}

// asRace completes a race that was seen, its sides in the order that the translation has
// them in.
func asRace(l kernel.Launch, out *claim.Finding, seen *interleave.Fault, f *claim.Finding) int {
	lines := func() bool {
		return len(f.Accesses) < 2 || claim.Line(out.Pos()) == claim.Line(f.Pos()) && claim.Line(out.Accesses[1].Src.Pos) == claim.Line(f.Accesses[1].Src.Pos)
	}
	same := lines()
	if !same {
		slices.Reverse(out.Accesses)
		if same = lines(); !same {
			slices.Reverse(out.Accesses)
		}
	}
	out.Scope = claim.WithinBlock
	if out.BetweenBlocks() {
		out.Scope = claim.BetweenBlocks
	}
	index := claim.DeclaredIndex(seen.Array, seen.Index)
	out.Kind = out.Accesses[0].Kind + "-" + out.Accesses[1].Kind
	out.Array, out.Space, out.Index = claim.ArrayLabel(seen.Array), seen.Array.Space.String(), &index
	like := otherFault
	if same && out.Array == f.Array {
		like, out.Cause = sameLines, f.Cause
		if out.BetweenBlocks() == f.BetweenBlocks() {
			like, out.Across = sameFault, f.Across
		}
	}
	out.Message = claim.RaceSentence(l, *out, claim.Accessed(seen.Array, seen.Index))
	return like
}

func (e *execution) access(s interleave.Side) claim.Access {
	thread := e.kernel.Launch.ThreadAt(s.Thread)
	block := e.kernel.Launch.BlockAt(s.Block)
	a := claim.Access{Thread: &thread, Block: &block, Kind: "exit"}
	if s.Stmt == nil {
		return a
	}
	a.Kind = claim.AccessKind(s.Stmt)
	a.Src = s.Stmt.Source()
	return a
}

// valuesOf are the values of parameters, as a C programmer would write them, and of
// open launch dimensions.
func (e *execution) valuesOf() claim.Values {
	out := maps.Clone(e.values)
	for _, p := range e.kernel.Params {
		v, known := e.Params[p.Name]
		switch {
		case !known:
		case p.T.Kind == kernel.Bool:
			out[p.Name] = strconv.FormatBool(v != 0)
		default:
			out[p.Name] = claim.ScalarText(p.T, v)
		}
	}
	return out
}

// inputsTried is how many inputs the exact engine executes the kernel with.
const inputsTried = 4

// replayed asks the exact engine for a race with some input: it also knows barriers
// of a part of the block. It returns the races of the execution that shows the race, this one
// first; else those of the first that shows any.
func (x *executions) replayed(f *claim.Finding) []claim.Finding {
	k, values, ok := x.launched(f.Values, 0)
	if ok && k.Launch.Blocks() > weft.DefaultMaxBlocks { // a grid that the prover chose
		k, values, ok = x.launched(nil, 0)
	}
	if !ok || x.Opts.Engine == decision.BoogieEngine || k.Launch.Blocks() > weft.DefaultMaxBlocks {
		return nil
	}
	var other []claim.Finding
	named := namedParams(k, f.Values)
	tries := []map[string]int64{named}
	if few := smaller(k, named); few != nil {
		tries = slices.Insert(tries, 0, few) // they convince more, and are done sooner
	}
	for _, params := range tries {
		for input := uint64(1); input <= inputsTried && !x.Clock.Over(); input++ {
			report, err := x.withInput(k, params, input)
			if err != nil || report.Verdicts[kernel.DataRace].Status != claim.Refuted {
				continue
			}
			view := weft.View{Kernel: k, Report: report, Values: shown(k, f.Values, params)}
			maps.Copy(view.Values, values)
			seen, found := seenRaces(view, f)
			if found {
				return seen
			}
			if other == nil {
				other = seen
			}
		}
	}
	return other
}

// seenRaces are the races of an execution, those like f first, and whether there are any of these.
func seenRaces(view weft.View, f *claim.Finding) ([]claim.Finding, bool) {
	var like, other []claim.Finding
	for _, seen := range view.Findings() {
		if seen.Property != f.Property || seen.Severity != claim.ErrorSeverity {
			continue
		}
		seen.Scope, seen.Seen, seen.By = f.Scope, claim.Executed, claim.Weft
		if len(f.Accesses) > 1 && atLines(seen.Accesses, f.Accesses) || len(f.Accesses) == 1 && seen.Array == f.Array {
			like = append(like, seen)
		} else {
			other = append(other, seen)
		}
	}
	return append(like, other...), len(like) > 0
}

// shown are values with those of parameters instead.
func shown(k *kernel.Kernel, values claim.Values, params map[string]int64) claim.Values {
	out := claim.Values{}
	maps.Copy(out, values)
	for _, p := range k.Params {
		if v, given := params[p.Name]; given && p.T.Kind != kernel.Bool {
			out[p.Name] = claim.ScalarText(p.T, v)
		}
	}
	return out
}

// withInput runs the exact engine with these parameters and that input.
func (x *executions) withInput(k *kernel.Kernel, params map[string]int64, input uint64) (*weft.Report, error) {
	ctx, cancel := decision.Within(x.Clock.Ctx, x.Clock.Until())
	defer cancel()
	o := x.Opts.ExactOptions()
	o.Params, o.Input = params, input
	return weft.Check(ctx, k, o)
}

// smaller are the parameters with a small value for each whose value is large, as far as the
// preconditions allow that; nil if none is.
func smaller(k *kernel.Kernel, params map[string]int64) map[string]int64 {
	out, changed := maps.Clone(params), false
	for _, p := range k.Params {
		if v, given := params[p.Name]; given && (v > largeValue || v < 0) {
			for _, few := range []int64{2, 3, 1, kernel.WarpSize} {
				with := maps.Clone(out)
				with[p.Name] = few
				if full, ok := fact.Satisfying(k, with); ok && len(full) == len(with) {
					out, changed = with, true
					break
				}
			}
		}
	}
	if !changed {
		return nil
	}
	return out
}

// largeValue is what a value has to be larger than to be replaced by a small one.
const largeValue = 64

// atLines reports whether two accesses are at the same lines as two others.
func atLines(a, b []claim.Access) bool {
	at := func(a claim.Access) diag.Pos { return claim.Line(a.Src.Pos) }
	return at(a[0]) == at(b[0]) && at(a[1]) == at(b[1]) || at(a[0]) == at(b[1]) && at(a[1]) == at(b[0])
}
