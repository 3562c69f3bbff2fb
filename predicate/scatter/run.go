package scatter

import (
	"errors"
	"maps"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// runner executes a predicated kernel for all threads of a block in lock step: each
// statement by every thread before the next. Unknown values are nodes.
type runner struct {
	nodes   *nodes
	kernel  *kernel.Kernel
	uniform map[*kernel.Var]bool
	threads int
	state
	// path are the literals that hold here, for all threads.
	path []literal
	// asked numbers the stores in question; disjoint tells of pairs of them that were seen
	// whether threads never meet at their elements. earlier are those that were executed
	// before in the list of statements at hand.
	asked    map[kernel.Stmt]int
	disjoint map[pair]bool
	earlier  []scattered
	// trial is set while a loop's body runs only to test what it preserves.
	trial bool
	// work is what has been done so far, and limit how much that may be.
	work, limit int
	// inLoop is set in a loop; shortened once a loop was too much to execute.
	inLoop, shortened bool
	// rounds are those of counters in shared memory; spoilt are the counters of all blocks that atomics do
	// more to than count up, and placed is where stores lie in ranges of them.
	rounds rounds
	spoilt map[*kernel.Array]bool
	placed map[*kernel.Store]placed
}

// state is the values of variables and shared memory.
type state struct {
	vars map[*kernel.Var][]value
	// cells are the contents of shared arrays, nil if nothing is known.
	cells map[*kernel.Array][]value
}

func (s state) clone() state {
	out := state{maps.Clone(s.vars), make(map[*kernel.Array][]value, len(s.cells))}
	for a, c := range s.cells {
		out.cells[a] = append([]value(nil), c...)
	}
	return out
}

// Limits: cells of an array, statements times threads, iterations of a loop before
// it counts as endless, numbered values.
const (
	maxCells      = 1 << 14
	maxWork       = 6_000_000
	maxIterations = 4096
	maxNodes      = 8_000_000
	runsPerWork   = 8 // runs of sums that count as much as a statement of a thread
)

var (
	errDiverged = errors.New("threads that wait for each other may be at different statements")
	errBudget   = errors.New("too much to execute")
)

func newRunner(prog *predicate.Program, asked map[kernel.Stmt]int) *runner {
	r := &runner{
		nodes: newNodes(), kernel: prog.Kernel, uniform: prog.Uniform, threads: prog.Kernel.Launch.Threads(),
		state: state{map[*kernel.Var][]value{}, map[*kernel.Array][]value{}}, asked: asked, disjoint: map[pair]bool{},
		limit: maxWork, spoilt: map[*kernel.Array]bool{}, placed: map[*kernel.Store]placed{},
	}
	for _, a := range prog.Kernel.Arrays {
		if a.Space == kernel.Shared && a.Elem.Kind == kernel.Int {
			r.cells[a] = make([]value, followed(a, r.threads))
		}
	}
	return r
}

// followed is the number of cells of an array that the run tracks, from the first
// on.
func followed(a *kernel.Array, threads int) int64 {
	if a.Len < 0 {
		return int64(4 * threads)
	}
	return min(a.Len, maxCells)
}

func (r *runner) variable(v *kernel.Var) []value {
	if held := r.vars[v]; held != nil {
		return held
	}
	held := r.unknown(v.T)
	if v.Param || r.uniform[v] {
		held = r.common(v.T)
	}
	r.vars[v] = held
	return held
}

// pred is the condition under which each thread executes a statement.
func (r *runner) pred(e kernel.Expr) []value {
	if e == nil {
		return r.same(number(1))
	}
	return r.eval(e)
}

func (r *runner) block(stmts []predicate.Stmt) error {
	around := r.earlier
	r.earlier = nil
	defer func() { r.earlier = around }()
	for _, s := range stmts {
		r.work += r.threads
		if r.work > r.limit || r.nodes.count() > maxNodes {
			return errBudget
		}
		var err error
		switch s := s.(type) {
		case *predicate.Do:
			err = r.do(s)
		case *predicate.If:
			err = r.branch(s)
		case *predicate.While:
			err = r.loop(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) do(d *predicate.Do) error {
	pred := r.pred(d.Pred)
	if kernel.MeetsInWarp(d.Stmt) && !r.warpsTogether(pred) {
		return errDiverged
	}
	switch s := d.Stmt.(type) {
	case *kernel.Assign:
		r.assign(s.Dst, pred, r.eval(s.X))
	case *kernel.Load:
		if s.Dst != nil {
			r.assign(s.Dst, pred, r.load(s, pred))
		}
	case *kernel.Store:
		r.store(s, pred)
	case *kernel.Atomic:
		var got []value
		if s.Dst != nil {
			got = r.unknown(s.Dst.T)
		}
		r.reserve(s, pred, got)
		r.atomic(s, pred, got)
		if s.Dst != nil {
			r.assign(s.Dst, pred, got)
		}
	case *kernel.Barrier:
		return r.barrier(s, pred)
	case *kernel.Shuffle:
		r.assign(s.Dst, pred, r.shuffle(s, pred))
	case *kernel.Vote:
		r.assign(s.Dst, pred, r.vote(s, pred))
	case *kernel.Havoc:
		r.assign(s.Dst, pred, r.unknown(s.Dst.T))
	default:
		// Others set nothing, and order nothing that matters to the run.
	}
	return nil
}

// assign sets v for the threads that execute the statement. A uniform variable has
// one value for all threads even if that is unknown.
func (r *runner) assign(v *kernel.Var, pred, x []value) {
	if v == nil {
		return
	}
	old := r.vars[v]
	for _, p := range pred {
		if c, ok := p.known(); old == nil && (!ok || c == 0) {
			old = r.variable(v)
		}
	}
	if old == nil {
		old = x // all threads set it
	}
	out := r.chosen(pred, x, old, v.T)
	if r.uniform[v] && !allSame(out) {
		out = r.common(v.T)
	}
	r.vars[v] = out
}

func allSame(list []value) bool {
	for _, v := range list[1:] {
		if !v.equal(list[0]) {
			return false
		}
	}
	return true
}

// branch takes the branch of a known uniform condition, or both of them one after the
// other, each from the current state.
func (r *runner) branch(s *predicate.If) error {
	cond := r.eval(s.Cond)
	c, ok := cond[0].sole()
	if !ok || !allSame(cond) {
		c = single(r.nodes.fresh(within(0, 1)))
	}
	if c = r.nodes.truth(c); c.isConst() {
		if c.c != 0 {
			return r.block(s.Then)
		}
		return r.block(s.Else)
	}
	counts := counting(s.Then) || counting(s.Else)
	before := r.state.clone()
	r.unsettleIf(counts)
	if err := r.given(c, s.Then); err != nil {
		return err
	}
	then := r.state
	r.state = before
	r.unsettleIf(counts)
	if err := r.given(not(c), s.Else); err != nil {
		return err
	}
	r.unsettleIf(counts)
	r.join(c, then)
	return nil
}

// given executes the statements under the condition that the truth value is 1.
func (r *runner) given(c form, stmts []predicate.Stmt) error {
	holds, ok := r.nodes.literals(c)
	if !ok {
		return nil
	}
	path := r.path
	defer func() { r.path = path }()
	if r.path, ok = also(path, holds); !ok {
		return nil
	}
	return r.block(stmts)
}

// join makes the state that of then if the truth value is 1.
func (r *runner) join(c form, then state) {
	cond := just(c)
	for v, x := range then.vars {
		if y := r.variable(v); &x[0] != &y[0] {
			r.vars[v] = r.chosen(r.same(cond), x, y, v.T)
		}
	}
	for a, x := range then.cells {
		y := r.cells[a]
		for i := range y {
			if x[i] == nil || y[i] == nil {
				y[i] = nil
				continue
			}
			y[i] = r.nodes.merge(r.nodes.choose(cond, x[i], y[i], a.Elem), typeBounds(a.Elem))
		}
	}
}
