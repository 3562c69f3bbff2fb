package emulate

import "gv2/frontend/kernel"

// relevance finds the code that must be executed: the least sets of statements,
// variables and arrays such that
//
//   - barriers, warp synchronisation, assertions, assumptions, returns and
//     accesses to shared and global memory are executed,
//   - with a statement, so is what encloses it and the jumps that leave that,
//   - the conditions, addresses and arguments of what is executed are known as
//     far as anything is, and with a variable or an array everything that
//     determines its value, in any order of execution.
//
// All else (most floating point, loops that only sum up) cannot change an event.
//
// For runs with stored values the code that determines them is executed too, but
// no loops or jumps beyond those that are executed anyway: a request for values
// must not decide whether the kernel is static. A statement with such a loop or
// jump is summarised: everything it changes is unknown afterwards.
//
// Lean code takes the values of floating-point variables to be unknown, and computes none of them. Most decide nothing, but a branch
// on the one that a calculation ends with would make all of it relevant.
type relevance struct {
	program *Program
	values  map[int]bool // sites whose stored values matter
	base    *relevance   // without values; nil if there are none
	// lean is set for code without floating-point variables, and leftOut if some of them would be relevant.
	lean, leftOut bool
	// summaries lists what summarised statements change.
	summaries map[int32]*summary
	kept      []bool // by node
	vars      map[*kernel.Var]bool
	arrays    []bool
	// sets and changes list the nodes that assign a variable or change an array.
	sets    map[*kernel.Var][]int32
	changes [][]int32
	work    []int32
}

// summary is the variables and arrays that a statement changes.
type summary struct {
	vars   map[*kernel.Var]bool
	arrays map[int32]bool // local ones
}

// find fills the sets.
func (r *relevance) find() {
	p := r.program
	r.summaries, r.kept = map[int32]*summary{}, make([]bool, len(p.tree.nodes))
	r.vars, r.sets = map[*kernel.Var]bool{}, map[*kernel.Var][]int32{}
	r.arrays, r.changes = make([]bool, len(p.kernel.Arrays)), make([][]int32, len(p.kernel.Arrays))
	for i := range p.tree.nodes {
		r.define(int32(i))
	}
	for i := range p.tree.nodes {
		if r.root(int32(i)) {
			r.keep(int32(i))
		}
	}
	for len(r.work) > 0 {
		i := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		r.demand(i)
	}
}

func (r *relevance) define(i int32) {
	s := r.program.tree.nodes[i].stmt
	if v := kernel.Assigned(s); v != nil {
		r.sets[v] = append(r.sets[v], i)
	}
	switch s := s.(type) {
	case *kernel.Store:
		a := r.program.arrays[s.Acc.Array]
		r.changes[a] = append(r.changes[a], i)
	case *kernel.Atomic:
		a := r.program.arrays[s.Acc.Array]
		r.changes[a] = append(r.changes[a], i)
	default:
		// Others change no memory.
	}
}

// root reports whether a statement is relevant by itself.
func (r *relevance) root(i int32) bool {
	n := &r.program.tree.nodes[i]
	if n.site >= 0 {
		return true
	}
	switch s := n.stmt.(type) {
	case *kernel.Assume, *kernel.Return:
		return true
	case *kernel.Loop:
		// A loop without end matters even if it causes no event.
		c, ok := s.Cond.(*kernel.Const)
		return ok && c.Val != 0 && len(n.jumps) == 0 && !r.leaves(i)
	default:
		// Others are relevant only through what they affect.
	}
	return false
}

// leaves reports whether a jump inside node i goes out of it.
func (r *relevance) leaves(i int32) bool {
	n := &r.program.tree.nodes[i]
	for _, part := range n.parts {
		for _, j := range part {
			inner := &r.program.tree.nodes[j]
			if _, ok := inner.stmt.(*kernel.Return); ok || inner.goal >= 0 && inner.goal < i || r.leaves(j) {
				return true
			}
		}
	}
	return false
}

func (r *relevance) keep(i int32) {
	if i >= 0 && !r.kept[i] {
		r.kept[i] = true
		r.work = append(r.work, i)
	}
}

// demand adds everything that the execution of kept node i needs.
func (r *relevance) demand(i int32) {
	n := &r.program.tree.nodes[i]
	r.keep(n.parent)
	for _, j := range n.jumps {
		r.keep(j)
	}
	switch s := n.stmt.(type) {
	case *kernel.Assign:
		r.need(s.X)
	case *kernel.Load:
		r.need(s.Acc.Index)
		r.needAgent(s.Agent)
	case *kernel.Store:
		r.need(s.Acc.Index)
		r.needAgent(s.Agent)
		if n.site >= 0 && r.values[int(n.site)] {
			r.need(s.X)
			r.needSource(i)
		}
	case *kernel.Atomic:
		r.need(s.Acc.Index)
	case *kernel.If:
		r.need(s.Cond)
	case *kernel.Loop:
		r.need(s.Cond)
	case *kernel.Assert:
		r.need(s.Cond)
	case *kernel.Assume:
		r.need(s.Cond)
	case *kernel.Async:
		if s.Pending != nil {
			r.need(s.Pending)
		}
	default:
		// Others jump, set an arbitrary value, or synchronise.
		if op, ok := kernel.SyncOf(s); ok {
			for _, e := range op.Meeting() {
				r.need(e)
			}
		}
	}
}

// needAgent makes relevant where an agent's access ends.
func (r *relevance) needAgent(a *kernel.Agent) {
	if a != nil && a.At != nil {
		r.need(a.At.Index)
	}
}

// leavesOut reports whether the code takes the value of a variable to be unknown.
func (r *relevance) leavesOut(v *kernel.Var) bool {
	return r.lean && v.T.Kind == kernel.Float && !v.Param
}

// need makes the variables of e relevant.
func (r *relevance) need(e kernel.Expr) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if ref, ok := e.(*kernel.VarRef); ok && !r.vars[ref.Var] {
			if r.leavesOut(ref.Var) {
				r.leftOut = true
				return true
			}
			r.vars[ref.Var] = true
			for _, i := range r.sets[ref.Var] {
				if s := r.summary(i); s != nil {
					s.vars[ref.Var] = true
					continue
				}
				r.keep(i)
				r.needValue(i)
			}
		}
		return true
	})
}

// needValue adds the dependences of the variable that node i assigns, beyond
// those of executing the node.
func (r *relevance) needValue(i int32) {
	switch s := r.program.tree.nodes[i].stmt.(type) {
	case *kernel.Load:
		r.needArray(s.Acc.Array)
	case *kernel.Shuffle:
		r.need(s.Value)
		r.need(s.Lane)
		r.need(s.Width)
	default:
		// Others assign values that executing them needs anyway, or contributions
		// of threads.
		if op, ok := kernel.SyncOf(s); ok && op.Arg != nil {
			r.need(op.Arg)
		}
	}
}

// needArray makes the contents of a relevant. Those of global memory are never
// known, so stores there do not matter.
func (r *relevance) needArray(a *kernel.Array) {
	index := r.program.arrays[a]
	if r.arrays[index] {
		return
	}
	r.arrays[index] = true
	if a.Space == kernel.Global {
		return
	}
	for _, i := range r.changes[index] {
		if s := r.summary(i); s != nil {
			s.arrays[int32(index)] = true
			continue
		}
		r.keep(i)
		switch s := r.program.tree.nodes[i].stmt.(type) {
		case *kernel.Store:
			r.need(s.X)
			r.needSource(i)
		case *kernel.Atomic:
			for _, x := range s.Args {
				r.need(x)
			}
		default:
			// Others change no memory.
		}
	}
}

// summary is that of the outermost statement around node i to be summarised,
// nil if there is none.
func (r *relevance) summary(i int32) *summary {
	if r.base == nil {
		return nil
	}
	found := int32(-1)
	for ; i >= 0 && !r.base.kept[i]; i = r.program.tree.nodes[i].parent {
		if !r.plain(i) {
			found = i
		}
	}
	if found < 0 {
		return nil
	}
	s := r.summaries[found]
	if s == nil {
		s = &summary{vars: map[*kernel.Var]bool{}, arrays: map[int32]bool{}}
		r.summaries[found] = s
		r.keep(r.program.tree.nodes[found].parent)
	}
	return s
}

// plain reports whether node i has neither a loop nor a jump in it.
func (r *relevance) plain(i int32) bool {
	n := &r.program.tree.nodes[i]
	switch n.stmt.(type) {
	case *kernel.Loop, *kernel.Region, *kernel.Break, *kernel.Continue, *kernel.Leave, *kernel.Return:
		return false
	default:
		// Others do not move control by themselves.
	}
	for _, part := range n.parts {
		for _, j := range part {
			if !r.plain(j) {
				return false
			}
		}
	}
	return true
}
