package fact

import "gv2/frontend/kernel"

// Uniformity tells which variables, expressions and control conditions have the
// same value for both threads of a pair.
//
// The analysis is a reachability question on a graph. Its nodes are variables
// and points of control; an edge says that if its source can differ between the
// threads, so can its target. threadIdx, atomics, shuffles and arbitrary values
// are sources. A variable depends on what is assigned to it and on the control
// of the assignment; a branch on its condition; a loop on its condition and on
// the control of every jump out of it, because threads that leave in different
// iterations see different values afterwards; the code after a jump on the
// jump's control, up to the end of the construct that the jump leaves. The
// graph is linear in the kernel and is searched once.
//
// The analysis does not follow variables through the text: one differing
// assignment makes a variable differ everywhere. A variable that is read before
// it is assigned has the value of the lowering's Havoc, and Havoc differs
// between threads.
type Uniformity struct {
	kernel  *kernel.Kernel
	pair    Pair
	written map[*kernel.Array]bool
	vars    map[*kernel.Var]int
	edges   [][]int32
	differs []bool
	loops   map[*kernel.Loop]int
	exits   map[*kernel.Loop]bool
	jumps   map[Target][]int
	// exchanges holds the control of each warp function with a mask.
	exchanges map[kernel.Stmt]int
}

// differing is the node from which all sources of difference start.
const differing = 0

// Uniform analyses k for two threads of pair.
func Uniform(k *kernel.Kernel, pair Pair) *Uniformity {
	return UniformIn(k, k.Body, pair)
}

// UniformIn analyses k with another body, which lacks only statements that no
// thread reaches.
func UniformIn(k *kernel.Kernel, body []kernel.Stmt, pair Pair) *Uniformity {
	u := &Uniformity{
		kernel: k, pair: pair, written: Written(k),
		vars:  map[*kernel.Var]int{},
		loops: map[*kernel.Loop]int{}, exits: map[*kernel.Loop]bool{}, jumps: map[Target][]int{},
		exchanges: map[kernel.Stmt]int{},
	}
	u.node() // differing
	u.block(body, u.node(), nil)
	u.unassigned()
	u.solve()
	return u
}

// unassigned: a variable without assignment has an arbitrary value in each
// thread.
func (u *Uniformity) unassigned() {
	set := map[*kernel.Var]bool{}
	kernel.Walk(u.kernel.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			set[v] = true
		}
		return true
	})
	for _, v := range u.kernel.Vars {
		if !set[v] {
			u.flow(differing, u.variable(v))
		}
	}
}

// Var reports whether v is the same for both threads at every point.
func (u *Uniformity) Var(v *kernel.Var) bool {
	n, ok := u.vars[v]
	return !ok || !u.differs[n]
}

// Expr reports whether e is the same for both threads wherever it stands.
func (u *Uniformity) Expr(e kernel.Expr) bool {
	same := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			same = same && u.Var(e.Var)
		case *kernel.Builtin:
			same = same && u.builtin(e)
		default:
			// Others are as their operands are.
		}
		return same
	})
	return same
}

// Loop reports whether both threads run l the same number of times, each time it
// is reached.
func (u *Uniformity) Loop(l *kernel.Loop) bool { return !u.differs[u.loops[l]] }

// Exits reports whether a jump in l leaves it.
func (u *Uniformity) Exits(l *kernel.Loop) bool { return u.exits[l] }

// JumpsTo reports whether both threads take some jumps to t together (all), and
// whether one thread may take some alone (each).
func (u *Uniformity) JumpsTo(t Target) (all, each bool) {
	for _, n := range u.jumps[t] {
		if u.differs[n] {
			each = true
		} else {
			all = true
		}
	}
	return all, each
}

func (u *Uniformity) builtin(b *kernel.Builtin) bool { return SameBuiltin(u.kernel.Launch, u.pair, b) }

// SameBuiltin reports whether b is the same for both threads of a pair: a dimension of
// size one has only the index zero.
func SameBuiltin(l kernel.Launch, pair Pair, b *kernel.Builtin) bool {
	switch b.Kind {
	case kernel.ThreadIdx:
		return l.BlockDim[b.Dim] == 1
	case kernel.BlockIdx:
		return pair == SameBlock || l.GridDim[b.Dim] == 1
	}
	return true
}

func (u *Uniformity) node() int {
	u.edges = append(u.edges, nil)
	return len(u.edges) - 1
}

func (u *Uniformity) flow(from, to int) {
	u.edges[from] = append(u.edges[from], int32(to))
}

func (u *Uniformity) variable(v *kernel.Var) int {
	n, ok := u.vars[v]
	if !ok {
		n = u.node()
		u.vars[v] = n
	}
	return n
}

// reads makes to depend on the variables that e reads.
func (u *Uniformity) reads(e kernel.Expr, to int) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			u.flow(u.variable(e.Var), to)
		case *kernel.Builtin:
			if !u.builtin(e) {
				u.flow(differing, to)
			}
		default:
			// Others are as their operands are.
		}
		return true
	})
}

// escapes are the jumps that leave a statement, by target: the node is the
// control under which they are taken.
type escapes map[Target]int

// add merges more into e, which may be nil.
func (u *Uniformity) add(e, more escapes) escapes {
	if len(more) == 0 {
		return e
	}
	if e == nil {
		e = escapes{}
	}
	for t, n := range more {
		if old, ok := e[t]; ok && old != n {
			both := u.node()
			u.flow(old, both)
			u.flow(n, both)
			n = both
		}
		e[t] = n
	}
	return e
}

// block adds the statements under the control ctl and returns the jumps that
// escape them.
func (u *Uniformity) block(stmts []kernel.Stmt, ctl int, in *Enclosing) escapes {
	var all escapes
	for _, s := range stmts {
		e := u.stmt(s, ctl, in)
		if len(e) > 0 {
			ctl = u.behind(ctl, e)
			all = u.add(all, e)
		}
		if IsJump(s) {
			break
		}
	}
	return all
}

// behind is the control after a statement with the escapes e.
func (u *Uniformity) behind(ctl int, e escapes) int {
	n := u.node()
	u.flow(ctl, n)
	for _, from := range e {
		u.flow(from, n)
	}
	return n
}

func (u *Uniformity) stmt(s kernel.Stmt, ctl int, in *Enclosing) escapes {
	if t, ok := TargetOf(s, in); ok {
		u.jumps[t] = append(u.jumps[t], ctl)
		return escapes{t: ctl}
	}
	switch s := s.(type) {
	case *kernel.If:
		branch := u.node()
		u.flow(ctl, branch)
		u.reads(s.Cond, branch)
		e := u.block(s.Then, branch, in)
		return u.add(e, u.block(s.Else, branch, in))
	case *kernel.Region:
		e := u.block(s.Body, ctl, in.Enter(s))
		delete(e, Target{Kind: EndOfRegion, Stmt: s})
		return e
	case *kernel.Loop:
		return u.loop(s, ctl, in.Enter(s))
	default:
		// Others have no statements inside.
	}
	if kernel.MaskOf(s) != nil {
		u.exchanges[s] = ctl
	}
	if v := kernel.Assigned(s); v != nil {
		n := u.variable(v)
		u.flow(ctl, n)
		u.assigned(s, n)
	}
	return nil
}

// loop: a continue only affects the rest of its iteration, every other jump the
// whole loop.
func (u *Uniformity) loop(l *kernel.Loop, ctl int, in *Enclosing) escapes {
	n, ok := u.loops[l]
	if !ok {
		n = u.node()
		u.loops[l] = n
	}
	u.flow(ctl, n)
	u.reads(l.Cond, n)
	e := u.block(l.Body, n, in)
	delete(e, Target{Kind: EndOfIteration, Stmt: l})
	e = u.add(e, u.block(l.Post, n, in))
	e = u.add(e, u.block(l.Head, n, in))
	for _, from := range e {
		u.flow(from, n)
	}
	u.exits[l] = u.exits[l] || len(e) > 0
	delete(e, Target{Kind: EndOfLoop, Stmt: l})
	return e
}

// assigned makes n depend on the value that s gives its variable.
func (u *Uniformity) assigned(s kernel.Stmt, n int) {
	switch s := s.(type) {
	case *kernel.Assign:
		u.reads(s.X, n)
		return
	case *kernel.Load:
		if u.sameMemory(s) {
			u.reads(s.Acc.Index, n)
			return
		}
	case *kernel.Barrier:
		if u.sameBarrier(s) {
			return
		}
	case *kernel.Shuffle:
		if WholeWarp(u.kernel, s) {
			u.reads(s.Value, n)
			return
		}
	default:
		// The values that others set may differ between threads.
	}
	u.flow(differing, n)
}

// sameMemory: both threads find the same value at the same index of memory that
// they share and nothing writes.
func (u *Uniformity) sameMemory(l *kernel.Load) bool {
	space := l.Acc.Array.Space
	return (space == kernel.Global || space == kernel.Constant || space == kernel.Shared && u.pair == SameBlock) &&
		!u.written[l.Acc.Array] && !l.Volatile && l.Acc.Width == 1
}

// sameBarrier: a reduction over the whole block has one result for the block.
func (u *Uniformity) sameBarrier(b *kernel.Barrier) bool {
	_, constant := b.ID.(*kernel.Const)
	return u.pair == SameBlock && b.Kind == kernel.Sync && b.Count == nil && constant
}

// solve marks all nodes that can be reached from differing.
func (u *Uniformity) solve() {
	u.differs = make([]bool, len(u.edges))
	u.differs[differing] = true
	work := []int32{differing}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range u.edges[n] {
			if !u.differs[to] {
				u.differs[to] = true
				work = append(work, to)
			}
		}
	}
}

// Written returns the arrays that k stores to or updates atomically. All others
// keep their contents while the kernel runs.
func Written(k *kernel.Kernel) map[*kernel.Array]bool {
	written := map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Store:
			written[s.Acc.Array] = true
		case *kernel.Atomic:
			written[s.Acc.Array] = true
		default:
			// Others change no memory.
		}
		return true
	})
	return written
}
