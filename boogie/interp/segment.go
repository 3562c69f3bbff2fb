package interp

import (
	"slices"

	"gv2/boogie"
)

// segment is a straight run of havocs, assignments and assumptions in which an
// assumption depends on a havocked value. If it fails, the machine changes the
// values and runs the segment again: see repair.go.
type segment struct {
	start int32
	// saved are the registers that the segment writes.
	saved []int32
	// initial is set for the segment in which a run chooses its constants.
	initial  bool
	unknowns int
	choosers []int32 // of the unknowns
}

// assume is an assumption that can be repaired.
type assume struct {
	segment int32
	resume  int32 // where to continue once it holds
	leaves  []leaf
}

// leaf is one comparison in an assumption, and the way in which it may help the
// assumption to hold.
type leaf struct {
	// x op y is wanted: opEq, opNe, opLt or opLe; opNop means to choose again,
	// for lack of anything better.
	op       op
	signed   bool
	bits     uint8
	x, y     piece
	unknowns []int32 // on which x and y depend
}

// piece is separate code that computes a value.
type piece struct{ start, reg int32 }

// openSegment is the segment being written.
type openSegment struct {
	index int
	// deps are the unknowns that a register's value depends on.
	deps     map[int32][]int32
	unknowns int32
	written  map[int32]bool
	// bounds are the assumed bounds of each variable.
	bounds map[string]bounds
}

// unknown numbers a chosen value.
func (o *openSegment) unknown(reg int32) int32 {
	k := o.unknowns
	o.unknowns++
	o.deps[reg] = []int32{k}
	o.written[reg] = true
	return k
}

// straight is the length of the segment at the start of ss, 0 if there is none.
func (c *compiler) straight(ss []boogie.Stmt, s *scope) int {
	if _, ok := ss[0].(*boogie.Havoc); !ok {
		return 0
	}
	arbitrary := map[int32]bool{}
	length := 0
	for i, st := range ss {
		switch st := st.(type) {
		case *boogie.Comment:
		case *boogie.Havoc:
			for _, name := range st.Names {
				arbitrary[c.assigned(name, s).reg] = true
			}
		case *boogie.Assign:
			for k, l := range st.Lhs {
				if id, ok := l.(*boogie.Id); ok {
					arbitrary[c.assigned(id.Name, s).reg] = c.anyOf(st.Rhs[k], s, arbitrary)
				}
			}
		case *boogie.Assume:
			if c.anyOf(st.E, s, arbitrary) {
				length = i + 1
			}
		default:
			return length
		}
	}
	return length
}

func (c *compiler) anyOf(e boogie.Expr, s *scope, regs map[int32]bool) bool {
	return slices.ContainsFunc(c.reads(e, s), func(reg int32) bool { return regs[reg] })
}

// reads lists the registers that e reads.
func (c *compiler) reads(e boogie.Expr, s *scope) []int32 {
	var out []int32
	for name := range mentions(e) {
		p, ok := s.find(name)
		switch {
		case !ok:
		case p.lazy != nil:
			out = append(out, c.reads(p.lazy.e, p.lazy.s)...)
		default:
			out = append(out, p.reg)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// segment writes a segment, with its assumptions open to repair.
func (c *compiler) segment(ss []boogie.Stmt, s *scope) {
	o := &openSegment{
		index: len(c.u.segments), deps: map[int32][]int32{}, written: map[int32]bool{}, bounds: map[string]bounds{},
	}
	c.u.segments = append(c.u.segments, segment{start: c.here() + 1, initial: c.starting})
	c.emit(opSegment, 0, int32(o.index), 0, 0)
	c.seg = o
	for i, st := range ss {
		if h, ok := st.(*boogie.Havoc); ok {
			o.expect(c, h, ss[i+1:])
		}
		c.stmt(st, s)
		if a, ok := st.(*boogie.Assign); ok {
			c.depend(a, s)
		}
	}
	c.seg = nil
	g := &c.u.segments[o.index]
	g.unknowns = int(o.unknowns)
	for reg := range o.written {
		g.saved = append(g.saved, reg)
	}
	slices.Sort(g.saved)
}

// expect collects the bounds that later assumptions put on the havocked
// variables before they get another value.
func (o *openSegment) expect(c *compiler, h *boogie.Havoc, after []boogie.Stmt) {
	for _, name := range h.Names {
		var b bounds
		for _, st := range after {
			if a, ok := st.(*boogie.Assume); ok {
				b = b.and(c.d.boundsOf(a.E)[name])
			} else if changes(st, name) {
				break
			}
		}
		o.bounds[name] = b
	}
}

func changes(st boogie.Stmt, name string) bool {
	switch st := st.(type) {
	case *boogie.Havoc:
		return slices.Contains(st.Names, name)
	case *boogie.Assign:
		for _, l := range st.Lhs {
			if id, ok := l.(*boogie.Id); ok && id.Name == name {
				return true
			}
		}
	}
	return false
}

// depend notes the unknowns on which an assigned variable depends.
func (c *compiler) depend(a *boogie.Assign, s *scope) {
	for i, l := range a.Lhs {
		from := c.dependsOn(a.Rhs[i], s)
		id, isVar := l.(*boogie.Id)
		if !isVar {
			id, isVar = l.(*boogie.Select).M.(*boogie.Id)
			from = union(from, c.dependsOn(l, s))
		}
		if isVar {
			reg := c.assigned(id.Name, s).reg
			c.seg.deps[reg] = from
			c.seg.written[reg] = true
		}
	}
}

// dependsOn lists the unknowns on which e depends.
func (c *compiler) dependsOn(e boogie.Expr, s *scope) []int32 {
	var out []int32
	for _, reg := range c.reads(e, s) {
		out = union(out, c.seg.deps[reg])
	}
	return out
}

func union(a, b []int32) []int32 {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// assume ends the run if e does not hold and no change of values makes it hold.
func (c *compiler) assume(e boogie.Expr, s *scope) {
	if b, ok := e.(*boogie.BoolLit); ok && b.Val {
		return
	}
	parts := c.d.split(e, 0)
	for _, p := range parts {
		c.clears(p, s)
	}
	if !slices.ContainsFunc(parts, func(p boogie.Expr) bool { return c.equatesMaps(p, s) }) {
		c.assumeOne(e, s)
		return
	}
	for _, p := range parts {
		if c.equatesMaps(p, s) {
			b := p.(*boogie.Binary)
			x, y := c.value(b.X, s, anywhere), c.value(b.Y, s, anywhere)
			c.emit(opUnify, keyBits(x.t), x.reg, y.reg, 0)
		} else {
			c.assumeOne(p, s)
		}
	}
}

// clears notes that a log must be empty from here on.
func (c *compiler) clears(e boogie.Expr, s *scope) {
	n, ok := e.(*boogie.Unary)
	if !ok || n.Op != "!" {
		return
	}
	if id, ok := n.X.(*boogie.Id); ok {
		if k, isLog := c.d.logs[id.Name]; isLog {
			c.emit(opCleared, 0, int32(k), 0, 0)
		}
	}
}

// equatesMaps reports whether e equates a map variable with a map.
func (c *compiler) equatesMaps(e boogie.Expr, s *scope) bool {
	b, ok := e.(*boogie.Binary)
	if !ok || b.Op != "==" {
		return false
	}
	id, ok := b.X.(*boogie.Id)
	if !ok {
		return false
	}
	p, ok := s.find(id.Name)
	_, isMap := p.t.(*boogie.MapType)
	return ok && p.lazy == nil && isMap
}

func (c *compiler) assumeOne(e boogie.Expr, s *scope) {
	index := int32(-1)
	if c.seg != nil && len(c.dependsOn(e, s)) > 0 {
		index = int32(len(c.u.assumes))
		c.u.assumes = append(c.u.assumes, assume{segment: int32(c.seg.index)})
		c.leaves(index, e, s)
	}
	t := c.condition(e, s, true)
	c.emit(opBlocked, 0, index, 0, 0)
	c.land(t)
	if index >= 0 {
		c.emit(opPassed, 0, index, 0, 0)
		c.u.assumes[index].resume = c.here()
	}
}

// leaves lists the comparisons by which an assumption may be repaired. The code
// for their sides is written later.
func (c *compiler) leaves(index int32, e boogie.Expr, s *scope) {
	for _, at := range c.d.atoms(e, true, 0) {
		unknowns := c.dependsOn(at.e, s)
		if len(unknowns) == 0 || quantified(at.e) {
			continue
		}
		k := len(c.u.assumes[index].leaves)
		l := leaf{unknowns: unknowns}
		r, ok := relationOf(at.e, c.d.funcs)
		if !ok {
			c.u.assumes[index].leaves = append(c.u.assumes[index].leaves, l)
			continue
		}
		l.op, l.bits, l.signed = r.op, r.bits, r.signed
		if !at.want {
			l.op, r.x, r.y = negated(l.op, r.x, r.y)
		}
		c.u.assumes[index].leaves = append(c.u.assumes[index].leaves, l)
		c.later = append(c.later, func() {
			at := &c.u.assumes[index].leaves[k]
			at.x, at.y = c.piece(r.x, s, at), c.piece(r.y, s, at)
		})
	}
}

// piece writes separate code that computes e.
func (c *compiler) piece(e boogie.Expr, s *scope, l *leaf) piece {
	c.temps = 0
	p := piece{start: c.here()}
	v := c.expr(e, s, anywhere)
	p.reg = v.reg
	if !comparable(v.t) {
		l.op = opNop
	}
	if _, isMap := v.t.(*boogie.MapType); isMap {
		l.op = opNop
	}
	c.emit(opStop, 0, 0, 0, 0)
	return p
}
