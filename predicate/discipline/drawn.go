package discipline

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Numbers that atomicAdd(&next, 1) returns do not repeat, in the whole grid, as long as fewer are drawn than there are. A thread that has drawn one
// may publish the flag with that number:
//
//	i = atomicAdd(&tail, 1);  item[i] = x;  __threadfence();  ready[i] = 1;
//
// No other drawing gives i, and each stores once, so an element is stored to once at most: publish, drawsOf. What the thread does between the drawing and the
// store is before what comes after the sight of that element and a fence.
//
// One thread may draw for its block:
//
//	if (threadIdx.x == 0) mine = atomicAdd(&next, 1);
//	__syncthreads();
//
// If nothing races on mine, and all threads of the block reach the same barriers, which the proof shows, then what a thread reads of it from there on, until the block
// is here again, is the number of its block: nobody else stores to mine, and the next store is behind a barrier that the thread has yet to
// reach. The translation does not know what another thread has put into shared memory. So each thread gets a number of a counter that tells only blocks apart
// (kernel.Array.OfBlocks), with the assumption that it is the one that it reads right behind the barrier; later loads are given that number. The k-th number
// of a thread is the k-th that its block has drawn, and no two blocks ever draw the same.

// drawnForBlocks makes what blocks have drawn known. own are the variables with the number of a block that draws once; found has the
// words and premises.
func drawnForBlocks(k *kernel.Kernel) (out *kernel.Kernel, own map[*kernel.Var]bool, found Found) {
	d := &drawing{kernel: k, names: kernel.NewNames(k), a: &analysis{kernel: k}, defs: singleDefinitions(k), uses: usesOf(k), own: map[*kernel.Var]bool{}}
	body := d.list(k.Body, false)
	if len(d.arrays) == 0 {
		return k, nil, Found{}
	}
	c := *k
	c.Body = body
	c.Arrays, c.Vars = append(slices.Clone(k.Arrays), d.arrays...), append(slices.Clone(k.Vars), d.vars...)
	return &c, d.own, d.found
}

type drawing struct {
	kernel *kernel.Kernel
	names  *kernel.Names
	a      *analysis // for what it knows of conditions
	defs   map[*kernel.Var]kernel.Expr
	uses   map[*kernel.Array]*uses
	arrays []*kernel.Array
	vars   []*kernel.Var
	own    map[*kernel.Var]bool
	found  Found
}

// list looks for the pattern in a list and those inside.
func (d *drawing) list(stmts []kernel.Stmt, loop bool) []kernel.Stmt {
	var out []kernel.Stmt
	for i, s := range stmts {
		_, is := s.(*kernel.Loop)
		out = append(out, kernel.MapBlocks(s, func(inner []kernel.Stmt) []kernel.Stmt { return d.list(inner, loop || is) }))
		branch, ok := s.(*kernel.If)
		if !ok || !meetsNext(stmts, i, 1) {
			continue
		}
		if drawn, at := d.store(branch); at != nil {
			meet := i + 1
			for _, is := stmts[meet].(*kernel.Barrier); !is; _, is = stmts[meet].(*kernel.Barrier) {
				meet++
			}
			g := d.number(at)
			d.own[g] = !loop
			out = append(out, stmts[i+1:meet+1]...)
			out = append(out, d.behind(drawn, at, g)...)
			rest := d.list(stmts[meet+1:], loop)
			return append(out, d.told(rest, at, g)...)
		}
	}
	return out
}

// store is the store by which the one thread tells its block what it has drawn, and where it has; nil if the branch is another.
func (d *drawing) store(branch *kernel.If) (drawn *kernel.Atomic, at *kernel.Store) {
	r := rounds{a: d.a, defs: d.defs}
	if _, exactly := d.a.singleThread(r.expanded(branch.Cond), true); !exactly || len(branch.Else) > 0 {
		return nil, nil
	}
	for _, s := range branch.Then {
		switch s := s.(type) {
		case *kernel.Atomic:
			if drawn == nil && s.Dst != nil && at == nil && d.a.steps(s, 1) && d.onlyDrawn(s.Acc.Array, kernel.Global) && d.fixed(&s.Acc) {
				drawn = s
				continue
			}
			if at != nil {
				return nil, nil
			}
		case *kernel.Store:
			if at != nil {
				return nil, nil
			}
			if drawn != nil && s.X != nil && kernel.IsRef(kernel.StripSameWidth(s.X), drawn.Dst) && d.cell(s, drawn) {
				at = s
			}
		case *kernel.Assign:
			if drawn != nil && at == nil && s.Dst == drawn.Dst {
				return nil, nil
			}
		default:
			// What is inside others may be executed or not, and may change what was drawn.
			if at != nil || drawn != nil {
				return nil, nil
			}
		}
	}
	return drawn, at
}

// fixed reports whether an access is of one element at a constant place.
func (d *drawing) fixed(acc *kernel.Access) bool {
	_, ok := constant(acc.Index)
	return ok && acc.Width == 1 && acc.Member == nil
}

// cell reports whether nothing else stores to the element of shared memory, which holds what was drawn as it is.
func (d *drawing) cell(s *kernel.Store, drawn *kernel.Atomic) bool {
	u, array := d.uses[s.Acc.Array], s.Acc.Array
	return array.Space == kernel.Shared && array.Elem.Kind == kernel.Int && array.Elem.Bits == drawn.Acc.Array.Elem.Bits && s.X.Type().Bits == array.Elem.Bits && d.fixed(&s.Acc) &&
		len(u.writes)+len(u.volatileStores) == 1 && len(u.swaps)+len(u.exchanges)+len(u.adds)+len(u.stores)+len(u.others) == 0
}

// onlyDrawn reports whether all that changes an array counts it up by one, for all threads of the grid.
func (d *drawing) onlyDrawn(array *kernel.Array, space kernel.Space) bool {
	return onlyDrawn(d.a, d.uses[array], array) && array.Space == space
}

func onlyDrawn(a *analysis, u *uses, array *kernel.Array) bool {
	if u == nil || array.Elem.Kind != kernel.Int || array.Elem.Bits < 32 || len(u.swaps)+len(u.exchanges)+len(u.stores)+len(u.others)+len(u.writes)+len(u.volatileStores) > 0 {
		return false
	}
	for _, s := range u.adds {
		if !a.steps(s, 1) || s.Acc.Width != 1 || s.Acc.Member != nil || array.Space == kernel.Global && !covers(s.Scope, kernel.DeviceScope) {
			return false
		}
	}
	return true
}

// number is the variable with what the block has drawn.
func (d *drawing) number(at *kernel.Store) *kernel.Var {
	g := &kernel.Var{Name: d.names.Unused(at.Acc.Array.Name + "_drawn"), T: at.Acc.Array.Elem, Temp: true}
	d.vars = append(d.vars, g)
	return g
}

// behind is what stands behind the barrier: g is read, and is a number that no other block gets.
func (d *drawing) behind(drawn *kernel.Atomic, at *kernel.Store, g *kernel.Var) []kernel.Stmt {
	ghost := &kernel.Array{Name: d.names.Unused(at.Acc.Array.Name + "_of_blocks"), Space: kernel.Global, Elem: g.T, Len: 1, Scale: 1, OfBlocks: true, Pos: at.Acc.Array.Pos}
	ghost.Label = at.Acc.Array.Label
	next := &kernel.Var{Name: d.names.Unused(at.Acc.Array.Name + "_next"), T: g.T, Temp: true}
	d.arrays, d.vars = append(d.arrays, ghost), append(d.vars, next)
	read := at.Acc
	read.Tokens = nil
	w := &word{array: drawn.Acc.Array}
	d.found.Words = append(d.found.Words, "the numbers that blocks draw from "+w.label())
	d.found.Premises = append(d.found.Premises, fewer(drawn.Acc.Array))
	is := kernel.Op(kernel.Eq, kernel.Ref(g), kernel.Ref(next))
	if g.T.Signed {
		is = kernel.Op(kernel.LAnd, is, kernel.Op(kernel.Ge, kernel.Ref(next), kernel.NewConst(g.T, 0)))
		name := w.label()
		if w.array.Param {
			name = "what " + name + " points to"
		}
		d.found.Premises = append(d.found.Premises, name+" is not negative when the kernel starts")
	}
	return []kernel.Stmt{
		&kernel.Load{Src: at.Src, Dst: g, Acc: read},
		&kernel.Atomic{Src: at.Src, Op: "add", Dst: next, Acc: kernel.Access{Array: ghost, Index: kernel.NewConst(kernel.I64, 0), Width: 1}, Args: []kernel.Expr{kernel.NewConst(g.T, 1)}, Scope: kernel.SystemScope},
		&kernel.Assume{Src: at.Src, Cond: is},
	}
}

// told gives the number to the loads that come later.
func (d *drawing) told(stmts []kernel.Stmt, at *kernel.Store, g *kernel.Var) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		load, ok := s.(*kernel.Load)
		if ok && !load.Ghost && load.Dst != nil && load.Dst.T == g.T && load.Acc.Array == at.Acc.Array && d.fixed(&load.Acc) &&
			kernel.ExprString(kernel.Fold(load.Acc.Index)) == kernel.ExprString(kernel.Fold(at.Acc.Index)) {
			read := *load
			read.Dst = &kernel.Var{Name: d.names.Unused(load.Dst.Name), T: g.T, Temp: true}
			d.vars = append(d.vars, read.Dst)
			out = append(out, &read, &kernel.Assign{Src: load.Src, Dst: load.Dst, X: kernel.Ref(g)})
			continue
		}
		out = append(out, kernel.MapBlocks(s, func(inner []kernel.Stmt) []kernel.Stmt { return d.told(inner, at, g) }))
	}
	return out
}

// drawsOf is the atomic that has given the number of the element that a statement stores to, nil if that is not
// known. Statement and atomic are in the same round of the same loop, and the statement is executed once for each number.
func (a *analysis) drawsOf(w *word, s kernel.Stmt, index kernel.Expr) *kernel.Atomic {
	v, ok := kernel.StripSameWidth(unnarrowed(index)).(*kernel.VarRef)
	if !ok {
		return nil
	}
	for at, sym := range a.results {
		drawn, is := at.(*kernel.Atomic)
		if !is || sym != v.Var || !a.steps(drawn, 1) || !onlyDrawn(a, a.uses[drawn.Acc.Array], drawn.Acc.Array) || drawn.Acc.Array.Space != kernel.Global && w.array.Space != kernel.Shared {
			continue
		}
		if _, fixed := constant(drawn.Acc.Index); fixed && a.loopOf(s) == a.loopOf(at) {
			return drawn
		}
	}
	return nil
}

// loopOf is the innermost loop around a statement, nil if there is none.
func (a *analysis) loopOf(s kernel.Stmt) *kernel.Loop {
	if a.around == nil {
		a.around = map[kernel.Stmt]*kernel.Loop{}
		var number func(stmts []kernel.Stmt, l *kernel.Loop)
		number = func(stmts []kernel.Stmt, l *kernel.Loop) {
			for _, s := range stmts {
				a.around[s] = l
				inside := l
				if is, ok := s.(*kernel.Loop); ok {
					inside = is
				}
				for _, inner := range kernel.Blocks(s) {
					number(inner, inside)
				}
			}
		}
		number(a.kernel.Body, nil)
	}
	return a.around[s]
}

// draws notes that a thread has drawn another number: it has not published that one yet.
func (a *analysis) draws(s *kernel.Atomic, st *state) {
	if s.Dst == nil || !a.steps(s, 1) {
		return
	}
	st.drawn[s] = true
	for w := range st.arrived {
		if w.draws == s {
			delete(st.arrived, w)
		}
	}
}

// noteDrawn notes which numbers the thread has on every way to an access.
func (a *analysis) noteDrawn(s kernel.Stmt, st *state) {
	old, seen := a.drawnAt[s]
	now := map[*kernel.Atomic]bool{}
	for at := range st.drawn {
		if !seen || old[at] {
			now[at] = true
		}
	}
	a.drawnAt[s] = now
}

// stated reports whether an expression is of the launch, parameters, constants and the number that the block has drawn.
func (a *analysis) stated(e kernel.Expr) bool {
	return fact.Stated(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if v, ok := e.(*kernel.VarRef); ok && a.own[v.Var] {
			return kernel.NewConst(v.Var.T, 0)
		}
		return e
	}))
}

// drawnVar keeps the number that an atomic has drawn.
func (e *emitter) drawnVar(s *kernel.Atomic) *kernel.Var {
	if e.drawn[s] == nil {
		v := &kernel.Var{Name: e.of.names.Unused(s.Acc.Array.Name + "_drawn"), T: s.Dst.T, Temp: true}
		e.drawn[s], e.vars = v, append(e.vars, v)
	}
	return e.drawn[s]
}

// fewer is the premise that numbers do not repeat.
func fewer(array *kernel.Array) string {
	return fmt.Sprintf("fewer than 2^%d numbers of %s are drawn", array.Elem.Bits, (&word{array: array}).label())
}
