package named

import (
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Accesses that nothing orders mostly lie apart: in other buffers, or in another warp's
// row. Where an index depends on nothing but the thread, a run of each thread of a role
// shows between which elements the accesses of the role at a statement lie. Two
// statements whose extents have no element in common need not be looked at together: a
// procedure for each role asserts the extents instead.

// Extent is the elements from first to last.
type Extent struct{ First, Last int64 }

func (x Extent) join(y Extent) Extent { return Extent{min(x.First, y.First), max(x.Last, y.Last)} }

func (x Extent) disjoint(y Extent) bool { return x.Last < y.First || y.Last < x.First }

// findExtents runs every thread of the roles. The runs only guess; they decide nothing.
func (g *Theory) findExtents() {
	plain := plainAccesses(g.Prog)
	for _, c := range g.Schedule.Roles {
		c.Extents = map[*predicate.Do]Extent{}
		c.Asserted = map[*predicate.Do]bool{}
		for t, in := range c.Threads {
			if in && !g.extendBy(c, t, plain) {
				c.Extents = nil
				break
			}
		}
	}
}

// extendBy adds what one thread accesses. It reports whether it reached its end.
func (g *Theory) extendBy(c *ScheduledRole, t int, plain map[*predicate.Do]bool) bool {
	own := *g
	own.Runs = newRuns()
	m := own.newThread(t)
	m.run()
	for _, e := range m.record.events {
		if e.site == nil || !plain[e.site] {
			continue
		}
		acc, _, _ := kernel.AccessOf(e.site.Stmt)
		x := Extent{e.offset, e.offset + int64(acc.Width) - 1}
		if old, seen := c.Extents[e.site]; seen {
			x = x.join(old)
		}
		c.Extents[e.site] = x
	}
	return m.fuel >= 0
}

// disjoint reports whether the accesses of two roles at two statements are known by
// their extents to have no element in common. They are asserted from then on.
func (g *Theory) disjoint(one *ScheduledRole, d *predicate.Do, two *ScheduledRole, e *predicate.Do) bool {
	x, known1 := one.Extents[d]
	y, known2 := two.Extents[e]
	if !known1 || !known2 || !x.disjoint(y) {
		return false
	}
	one.Asserted[d], two.Asserted[e] = true, true
	return true
}

// plainAccesses are those whose index and condition depend on nothing but the thread:
// neither on parameters nor on what is read.
func plainAccesses(prog *predicate.Program) map[*predicate.Do]bool {
	f := &flow{open: map[*kernel.Var]bool{}, plain: map[*predicate.Do]bool{}}
	for _, v := range prog.Kernel.Params {
		f.open[v] = true
	}
	for _, r := range prog.Kernel.Requires {
		f.fix(r)
	}
	for n := -1; n != len(f.open); {
		n = len(f.open)
		f.plain = map[*predicate.Do]bool{}
		f.block(prog.Body, false)
	}
	return f.plain
}

// flow finds the variables that depend on the input.
type flow struct {
	open  map[*kernel.Var]bool
	plain map[*predicate.Do]bool
}

// fix takes parameters that have to be a constant from those that are open.
func (f *flow) fix(require kernel.Expr) {
	b, ok := require.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq {
		return
	}
	v, isVar := b.X.(*kernel.VarRef)
	if _, isConst := b.Y.(*kernel.Const); isVar && isConst {
		delete(f.open, v.Var)
	}
}

func (f *flow) block(body []predicate.Stmt, under bool) {
	for _, s := range body {
		switch s := s.(type) {
		case *predicate.Do:
			f.leaf(s, under || s.Pred != nil && f.depends(s.Pred))
		case *predicate.If:
			in := under || f.depends(s.Cond)
			f.block(s.Then, in)
			f.block(s.Else, in)
		case *predicate.While:
			f.block(s.Body, under || f.depends(s.Guard))
		}
	}
}

func (f *flow) leaf(d *predicate.Do, open bool) {
	if acc, _, ok := kernel.AccessOf(d.Stmt); ok && !open && !f.depends(acc.Index) {
		f.plain[d] = true
	}
	if v := kernel.Assigned(d.Stmt); v != nil {
		a, assign := d.Stmt.(*kernel.Assign)
		if open || !assign || f.depends(a.X) {
			f.open[v] = true
		}
	}
}

// depends reports whether x reads something open, or asks which block this is.
func (f *flow) depends(x kernel.Expr) bool {
	found := false
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		switch x := x.(type) {
		case *kernel.VarRef:
			found = found || f.open[x.Var]
		case *kernel.Builtin:
			found = found || x.Kind == kernel.BlockIdx || x.Kind == kernel.GridDim
		default:
			// Others are as their operands are.
		}
		return !found
	})
	return found
}
