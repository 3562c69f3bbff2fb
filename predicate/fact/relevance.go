package fact

import "gv2/frontend/kernel"

// Relevance is a backward slice of a kernel: everything that can influence
// which statements threads reach, which memory they access, and which
// assertions hold. Everything else, such as all floating-point work of an
// ordinary kernel, cannot decide a race, a divergence or an assertion.
//
// Like Uniformity it is one search of a graph, here of dependences: an access
// needs its index, a variable the statements that set it, a statement the
// compound statement around it, that its condition and the jumps that end it, a
// loaded value the array's contents, those the stored values.
//
// Termination does not count: a loop without relevant statements is irrelevant.
type Relevance struct {
	Vars map[*kernel.Var]bool
	// Arrays whose contents matter.
	Arrays map[*kernel.Array]bool
	// Values are the written arrays with a store whose value is computed from
	// constants, parameters and built-ins by integer operations: cheap to compare
	// if two threads write the same element. Slice keeps those values; that of
	// any other store is arbitrary.
	Values map[*kernel.Array]bool

	cheap map[kernel.Stmt]bool // these stores
	kept  map[kernel.Stmt]bool
}

// Kept reports whether the statement matters.
func (r *Relevance) Kept(s kernel.Stmt) bool { return r.kept[s] }

// Cheap reports whether s is a store of one of the Values.
func (r *Relevance) Cheap(s kernel.Stmt) bool { return r.cheap[s] }

// Relevant computes the relevance of everything in k.
func Relevant(k *kernel.Kernel) *Relevance { return RelevantTo(k, SameBlock) }

// RelevantTo computes the relevance for two threads of pair. Threads of
// different blocks share global memory only, and do not wait for each other: a
// barrier matters to them if relevant memory may have changed after it.
func RelevantTo(k *kernel.Kernel, pair Pair) *Relevance { return relevant(k, pair, false) }

// RelevantWithLoads is RelevantTo for a more precise comparison of the values that
// two threads write: it also keeps values loaded from memory that nothing writes.
// That makes most kernels larger.
func RelevantWithLoads(k *kernel.Kernel, pair Pair) *Relevance { return relevant(k, pair, true) }

// RelevantFor is RelevantWithLoads if loads is set, else RelevantTo, with a cached
// answer.
func RelevantFor(k *kernel.Kernel, pair Pair, loads bool) *Relevance {
	type relevance struct {
		pair  Pair
		loads bool
	}
	return Once(k, relevance{pair, loads}, func() *Relevance { return relevant(k, pair, loads) })
}

func relevant(k *kernel.Kernel, pair Pair, loads bool) *Relevance {
	r := &Relevance{
		Vars: map[*kernel.Var]bool{}, Arrays: map[*kernel.Array]bool{},
		cheap: cheapStores(k, loads), kept: map[kernel.Stmt]bool{},
	}
	r.Values = storedTo(r.cheap)
	n := &needs{from: map[any][]any{}, pair: pair, cheap: r.cheap, written: Written(k), asked: kernel.AskedAccesses(k)}
	if pair == SameBlock {
		n.split = splitExchanges(k)
	}
	n.block(k.Body, nil, nil)
	r.search(n)
	return r
}

// always is the root, which needs every statement with an effect of its own.
type always struct{}

// needs is the graph. Its nodes are *kernel.Var, *kernel.Array, statements and
// always.
type needs struct {
	from    map[any][]any
	pair    Pair
	cheap   map[kernel.Stmt]bool
	written map[*kernel.Array]bool
	split   map[kernel.Stmt]bool     // the exchanges to be checked
	asked   map[kernel.Accessed]bool // the accesses to which annotations refer
	// meetings is set where only that matters which threads meet where.
	meetings bool
}

// always adds a statement with an effect of its own.
func (n *needs) always(s kernel.Stmt) {
	if !n.meetings {
		n.add(always{}, s)
	}
}

func (n *needs) add(from, to any) { n.from[from] = append(n.from[from], to) }

func (n *needs) reads(from any, e kernel.Expr) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if v, ok := e.(*kernel.VarRef); ok {
			n.add(from, v.Var)
		}
		return true
	})
}

// block adds the statements; parent is the compound statement around them.
func (n *needs) block(stmts []kernel.Stmt, parent kernel.Stmt, in *Enclosing) {
	for _, s := range stmts {
		if parent != nil {
			n.add(s, parent)
		}
		n.stmt(s, in)
	}
}

func (n *needs) stmt(s kernel.Stmt, in *Enclosing) {
	if t, ok := TargetOf(s, in); ok {
		n.jump(s, t)
		return
	}
	switch s := s.(type) {
	case *kernel.If:
		n.reads(s, s.Cond)
		n.block(s.Then, s, in)
		n.block(s.Else, s, in)
	case *kernel.Region:
		n.block(s.Body, s, in.Enter(s))
	case *kernel.Loop:
		n.loop(s, in.Enter(s))
	default:
		// Others have no statements inside.
		n.leaf(s)
	}
}

// jump adds the dependence of a construct on a jump that leaves it.
func (n *needs) jump(s kernel.Stmt, t Target) {
	if t.Stmt == nil {
		n.add(always{}, s)
		return
	}
	n.add(t.Stmt, s)
}

func (n *needs) loop(l *kernel.Loop, in *Enclosing) {
	n.reads(l, l.Cond)
	n.block(l.Head, l, in)
	n.block(l.Body, l, in)
	n.block(l.Post, l, in)
	for _, inv := range l.Invariants {
		if !inv.Candidate {
			n.add(always{}, l)
		}
		n.reads(l, inv.Cond)
		n.block(inv.Head, l, in)
	}
}

func (n *needs) leaf(s kernel.Stmt) {
	switch s := s.(type) {
	case *kernel.Load:
		n.access(s, &s.Acc)
		if s.Dst != nil {
			n.add(s.Dst, s)
			n.add(s.Dst, s.Acc.Array)
		}
	case *kernel.Store:
		n.access(s, &s.Acc)
		n.reads(s.Acc.Array, s.X)
		if n.cheap[s] && n.shares(s.Acc.Array) && !n.meetings {
			n.reads(always{}, s.X)
		}
	case *kernel.Atomic:
		n.access(s, &s.Acc)
		for _, a := range s.Args {
			n.reads(s.Acc.Array, a)
		}
		if s.Dst != nil {
			n.add(s.Dst, s)
			n.add(s.Dst, s.Acc.Array)
		}
	case *kernel.Barrier:
		n.meeting(s)
		n.reads(s, s.ID)
		n.reads(s, s.Count)
		n.reads(s, s.Parity)
		if s.Dst != nil {
			n.add(s.Dst, s)
			n.reads(s.Dst, s.Arg)
		}
	case *kernel.WarpSync, *kernel.Fence:
		n.meeting(s)
		kernel.Exprs(s, func(e kernel.Expr) { n.reads(s, e) })
	case *kernel.Assert:
		n.always(s)
		kernel.Exprs(s, func(e kernel.Expr) { n.reads(s, e) })
	case *kernel.Assume:
		n.add(always{}, s)
		kernel.Exprs(s, func(e kernel.Expr) { n.reads(s, e) })
	default:
		// Assign, Havoc, and exchanges of lanes matter if their results do. Every other
		// synchronisation matters always.
		op, syncs := kernel.SyncOf(s)
		if syncs && op.Object.Barrier() {
			n.meeting(s)
			kernel.Exprs(s, func(e kernel.Expr) { n.reads(s, e) })
		}
		dst := kernel.Assigned(s)
		n.add(dst, s)
		// What needs its whole warp is to be checked also after a thread's return.
		if n.meetings && syncs && op.Together() {
			n.add(always{}, s)
			for _, e := range op.Meeting() {
				n.reads(s, e)
			}
		}
		if n.split[s] || syncs && op.Aligned && n.pair == SameBlock {
			n.add(always{}, s)
		}
		kernel.Exprs(s, func(e kernel.Expr) { n.reads(dst, e) })
	}
}

// access: every access to memory that threads share is checked; one to local
// memory matters only for the contents.
func (n *needs) access(s kernel.Stmt, a *kernel.Access) {
	n.reads(s, a.Index)
	for _, t := range a.Tokens {
		n.reads(s, t.Index)
		if t.Rank != nil {
			n.reads(s, t.Rank)
		}
	}
	load, isLoad := s.(*kernel.Load)
	// Reads of an array that nothing writes do not race, and neither do reads in annotations.
	if n.shares(a.Array) && (n.written[a.Array] || n.asked[accessed(s)]) && !(isLoad && load.Ghost) {
		n.always(s)
	}
	if !isLoad {
		n.add(a.Array, s)
	}
}

// accessed is the expression by which an annotation refers to the access of s.
func accessed(s kernel.Stmt) kernel.Accessed {
	switch s := s.(type) {
	case *kernel.Load:
		return kernel.Accessed{Kind: kernel.ReadAccess, Array: s.Acc.Array}
	case *kernel.Store:
		return kernel.Accessed{Kind: kernel.WriteAccess, Array: s.Acc.Array}
	default:
		// Annotations refer to reads and writes alone.
	}
	return kernel.Accessed{}
}

// shares reports whether both threads of the pair can access the array.
func (n *needs) shares(a *kernel.Array) bool {
	return a.Space != kernel.Local && (n.pair == SameBlock || a.Space != kernel.Shared)
}

// meeting: threads of a block wait for each other, those of two blocks at a
// barrier of the grid only; elsewhere a meeting matters because values written
// meanwhile may be read after it.
func (n *needs) meeting(s kernel.Stmt) {
	if n.meetings && !kernel.Meets(s) {
		return // a fence
	}
	if n.pair == SameBlock || OrdersGrid(s) {
		n.add(always{}, s)
		return
	}
	for a := range n.written {
		n.add(a, s)
	}
}

// search marks all nodes that can be reached from always.
func (r *Relevance) search(n *needs) {
	seen := map[any]bool{always{}: true}
	work := []any{always{}}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range n.from[at] {
			if seen[to] {
				continue
			}
			seen[to] = true
			work = append(work, to)
			switch to := to.(type) {
			case *kernel.Var:
				r.Vars[to] = true
			case *kernel.Array:
				r.Arrays[to] = true
			case kernel.Stmt:
				r.kept[to] = true
			}
		}
	}
}

// OrdersGrid reports whether threads of different blocks meet at s.
func OrdersGrid(s kernel.Stmt) bool {
	op, ok := kernel.SyncOf(s)
	return ok && op.Who == kernel.GridThreads
}
