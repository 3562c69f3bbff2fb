package exact

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// Launches relate parameters to the grid: gridDim.x == (n + 15) / 16. Faults of such kernels are
// mostly those of sizes that are no multiples of a block, and rows of another length than the grid
// covers: a launch of two blocks or four has them. Such a launch can be executed as a whole, with the
// values that the relations allow, in a moment, where the prover takes long to find its way
// through products of parameters.

// What small launches may cost: commands, launches, blocks of one of them, and how many parameters are given values.
const (
	launchedCommands = 400_000
	mostLaunches     = 48
	mostBlocks       = 9
	mostRelated      = 3
)

// Launched looks for faults in small launches that the relations of the kernel's launches allow. It finds
// faults only.
func (e *Engine) Launched() {
	open := e.d.Kernel.Launch.Blocks() == 0 && e.d.Kernel.Launch.Threads() > 0
	if e.d.Report == nil || !open || !e.d.Unknown(kernel.DataRace) || !e.d.BlockedBy().None() {
		return
	}
	l := relationsOf(e.d.Kernel)
	if l == nil {
		return
	}
	e.d.Opts.Trace.Ask(decision.WeftEngine, "small launches that the relations between grid and parameters allow")
	t := &valueSearch{
		e: e, d: e.d, budget: launchedCommands, until: e.d.Clock.Deadline(e.d.Share),
		proved: map[kernel.Property][]map[string]int64{}, refuted: map[kernel.Property][]claim.Evidence{},
	}
	for _, values := range l.assignments() {
		k, fixed, ok := l.launch(values)
		if !ok {
			continue
		}
		t.k = k
		if r, err := e.run(k, t.until, t.budget, fixed); err == nil {
			t.spend(r)
			t.tally(r, fixed, true)
		} else {
			t.over = true
		}
		if l.left--; t.over || l.left == 0 || len(t.refuted) > 0 {
			break
		}
	}
	t.enterRefuted()
}

// relations are what is known of the launches of a kernel with an open grid.
type relations struct {
	k          *kernel.Kernel
	conditions []kernel.Expr
	// params are those that some condition relates to the grid, and values what each is tried with.
	params []*kernel.Var
	values [][]int64
	// left is how many launches may still be executed.
	left int
}

// relationsOf are the relations of k, nil if no dimension of the grid that is open follows from parameters.
func relationsOf(k *kernel.Kernel) *relations {
	l := &relations{k: k, conditions: conditionsAtEntry(k), left: mostLaunches}
	constants := map[*kernel.Var][]int64{}
	follows := false
	for _, c := range l.conditions {
		var read []*kernel.Var
		var numbers []int64
		grid := false
		kernel.WalkExpr(c, func(e kernel.Expr) bool {
			switch e := e.(type) {
			case *kernel.VarRef:
				read = append(read, e.Var)
			case *kernel.Const:
				numbers = append(numbers, e.Val)
			case *kernel.Builtin:
				grid = grid || slices.Contains(claim.GridNames[:], kernel.ExprString(e))
			default:
				// Others are of these.
			}
			return true
		})
		for _, v := range read {
			if v.Param && v.T.Kind == kernel.Int {
				constants[v] = append(constants[v], numbers...)
				follows = follows || grid
			}
		}
	}
	for _, p := range k.Params {
		if numbers, is := constants[p]; is {
			l.params = append(l.params, p)
			l.values = append(l.values, l.sizes(p, numbers))
		}
	}
	if !follows || len(l.params) > mostRelated {
		return nil
	}
	return l
}

// sizes are values for a parameter that is compared with those numbers: tiles and blocks, one more than these, and
// two of them; small ones first.
func (l *relations) sizes(p *kernel.Var, numbers []int64) []int64 {
	var out []int64
	for _, n := range l.k.Launch.BlockDim {
		numbers = append(numbers, int64(n))
	}
	for _, n := range numbers {
		if 1 < n && n <= fact.LargestTried {
			out = append(out, n, n+1, 2*n, 2*n+1)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(v int64) bool { return !fact.Fits(p.T, v) })
}

// assignments are values of all parameters, those first that are small together.
func (l *relations) assignments() []map[string]int64 {
	out := []map[string]int64{{}}
	for i, p := range l.params {
		var longer []map[string]int64
		for _, fixed := range out {
			for _, v := range l.values[i] {
				longer = append(longer, fact.Extended(fixed, p, v))
			}
		}
		out = longer
	}
	sum := func(fixed map[string]int64) (n int64) {
		for _, v := range fixed {
			n += v
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b map[string]int64) int { return int(sum(a) - sum(b)) })
	return out
}

// launch is the kernel as launched with these values: the first small grid of several blocks that meets all conditions.
func (l *relations) launch(values map[string]int64) (*kernel.Kernel, map[string]int64, bool) {
	k, fixed := *l.k, fact.Extended(values, l.params[0], values[l.params[0].Name])
	if !l.grid(&k, fixed, 0) {
		return nil, nil, false
	}
	return &k, fixed, true
}

// grid gives the dimensions from dim on their sizes.
func (l *relations) grid(k *kernel.Kernel, fixed map[string]int64, dim int) bool {
	if dim == len(k.Launch.GridDim) {
		blocks := k.Launch.Blocks()
		return 1 < blocks && blocks <= mostBlocks && l.allowed(fixed)
	}
	if k.Launch.GridDim[dim] != 0 {
		return l.grid(k, fixed, dim+1)
	}
	name := claim.GridNames[dim]
	for n := int64(1); n <= mostBlocks; n++ {
		fixed[name], k.Launch.GridDim[dim] = n, int(n)
		if allowedSoFar(k, fixed) && l.grid(k, fixed, dim+1) {
			return true
		}
	}
	delete(fixed, name)
	k.Launch.GridDim[dim] = 0
	return false
}

// allowed reports whether all conditions are known to hold.
func (l *relations) allowed(fixed map[string]int64) bool {
	return !slices.ContainsFunc(l.conditions, func(c kernel.Expr) bool {
		holds, known := fact.Judged(c, fixed)
		return !known || !holds
	})
}
