package interp

import (
	"slices"

	"gv2/boogie"
)

func (c *compiler) block(ss []boogie.Stmt, s *scope) {
	for len(ss) > 0 {
		if n := c.straight(ss, s); n > 0 {
			c.segment(ss[:n], s)
			ss = ss[n:]
			continue
		}
		c.stmt(ss[0], s)
		ss = ss[1:]
	}
}

func (c *compiler) stmt(st boogie.Stmt, s *scope) {
	c.temps = 0
	switch st := st.(type) {
	case *boogie.Comment:
	case *boogie.Assign:
		c.assign(st, s)
	case *boogie.Havoc:
		for _, name := range st.Names {
			c.pick(name, s, s.logs[name])
		}
	case *boogie.Assert:
		c.check(st.E, s, st.Tag, nil)
	case *boogie.Assume:
		c.assume(st.E, s)
	case *boogie.Call:
		c.call(st, s)
	case *boogie.If:
		c.branch(st, s)
	case *boogie.While:
		c.loop(st, s)
	case *boogie.Break:
		if len(c.breaks) == 0 {
			faultf("break outside of a loop")
		}
		k := len(c.breaks) - 1
		c.breaks[k] = append(c.breaks[k], c.emit(opJump, 0, 0, 0, 0))
	case *boogie.Return:
		k := len(c.exits) - 1
		c.exits[k] = append(c.exits[k], c.emit(opJump, 0, 0, 0, 0))
	default:
		faultf("a statement is missing")
	}
}

// value compiles e, with a trap for values beyond 64 bits.
func (c *compiler) value(e boogie.Expr, s *scope, dst int32) value {
	start := c.here()
	c.traps = false
	v := c.expr(e, s, dst)
	if c.traps {
		_, isBV := v.t.(boogie.BV)
		c.u.traps = append(c.u.traps, trap{
			start: start, end: c.here(), e: exprIn{e, s}, dst: v.reg, pattern: isBV, yes: c.here(), open: -1,
		})
	}
	return v
}

// condition compiles a test that jumps if e equals want. land sets the target of
// its jumps.
func (c *compiler) condition(e boogie.Expr, s *scope, want bool) test {
	start := c.here()
	c.traps = false
	t := test{jumps: c.jump(e, s, want), trap: -1, want: want}
	if c.traps {
		t.trap = len(c.u.traps)
		c.u.traps = append(c.u.traps, trap{
			start: start, end: c.here(), e: exprIn{e, s}, dst: -1, yes: c.here(), no: c.here(), open: -1,
		})
	}
	return t
}

// test is a compiled condition.
type test struct {
	jumps []int32
	trap  int
	want  bool
}

// land makes a test jump to the next instruction.
func (c *compiler) land(t test) {
	c.patch(t.jumps)
	if t.trap >= 0 {
		if tr := &c.u.traps[t.trap]; t.want {
			tr.yes = c.here()
		} else {
			tr.no = c.here()
		}
	}
}

// jump writes jumps taken if e equals want, and returns them.
func (c *compiler) jump(e boogie.Expr, s *scope, want bool) []int32 {
	switch e := e.(type) {
	case *boogie.Unary:
		if e.Op == "!" {
			return c.jump(e.X, s, !want)
		}
	case *boogie.Binary:
		switch e.Op {
		case "&&":
			return c.jumpBoth(e.X, e.Y, true, true, s, want)
		case "||":
			return c.jumpBoth(e.X, e.Y, false, false, s, !want)
		case "==>":
			return c.jumpBoth(e.X, e.Y, true, false, s, !want)
		}
	}
	if r, ok := relationOf(e, c.d.funcs); ok {
		if out, done := c.jumpRelation(r, s, want); done {
			return out
		}
	}
	x := c.expr(e, s, anywhere)
	if v, lit := c.literalOf[x.reg]; lit {
		if (v == 1) == want {
			return []int32{c.emit(opJump, 0, 0, 0, 0)}
		}
		return nil
	}
	o := opJumpIfNot
	if want {
		o = opJumpIf
	}
	return []int32{c.emit(o, 0, 0, x.reg, 0)}
}

// jumpBoth jumps if (x == wantX && y == wantY) equals want.
func (c *compiler) jumpBoth(x, y boogie.Expr, wantX, wantY bool, s *scope, want bool) []int32 {
	if !want {
		return append(c.jump(x, s, !wantX), c.jump(y, s, !wantY)...)
	}
	fails := c.jump(x, s, !wantX)
	out := c.jump(y, s, wantY)
	c.patch(fails)
	return out
}

// jumpRelation compares and jumps in one instruction where there is one for r.
func (c *compiler) jumpRelation(r relation, s *scope, want bool) ([]int32, bool) {
	if _, ok := c.beyond(r); ok || r.bits > 0 && r.signed && r.op != opEq && r.op != opNe {
		return nil, false
	}
	x, y := c.expr(r.x, s, anywhere), c.expr(r.y, s, anywhere)
	if _, isMap := x.t.(*boogie.MapType); isMap || !comparable(x.t) {
		return nil, false
	}
	o := r.op
	if !want {
		c.miss(r, x, y)
		o, x, y = negated(o, x, y)
	}
	jumps := map[op]op{opEq: opJumpEq, opNe: opJumpNe, opLt: opJumpLt, opLe: opJumpLe}
	if r.bits > 0 && !r.signed {
		jumps = map[op]op{opLt: opJumpUlt, opLe: opJumpUle}
	}
	return []int32{c.emit(jumps[o], 0, 0, x.reg, y.reg)}, true
}

// negated is the comparison that holds exactly if x o y does not.
func negated[T any](o op, x, y T) (op, T, T) {
	switch o {
	case opEq:
		return opNe, x, y
	case opNe:
		return opEq, x, y
	case opLt:
		return opLe, y, x
	default:
		return opLt, y, x
	}
}

func (c *compiler) assign(st *boogie.Assign, s *scope) {
	if len(st.Lhs) != len(st.Rhs) {
		faultf("%d values for %d variables", len(st.Rhs), len(st.Lhs))
	}
	if len(st.Lhs) == 1 {
		c.assignOne(st.Lhs[0], st.Rhs[0], s)
		return
	}
	values := make([]value, len(st.Rhs))
	for i, e := range st.Rhs {
		values[i] = c.value(e, s, c.slot())
	}
	for i, l := range st.Lhs {
		held := &scope{up: s, vars: map[string]place{"": {reg: values[i].reg, t: values[i].t}}}
		c.assignOne(l, boogie.V(""), held)
	}
}

// assignOne is x := e, or m[k] := e.
func (c *compiler) assignOne(l, e boogie.Expr, s *scope) {
	switch l := l.(type) {
	case *boogie.Id:
		c.value(e, s, c.assigned(l.Name, s).reg)
		c.coverTruth(l, e, s)
	case *boogie.Select:
		id, ok := l.M.(*boogie.Id)
		if !ok {
			c.emit(opGiveUp, 0, 0, 0, 0)
			return
		}
		m := c.assigned(id.Name, s)
		inner := &scope{up: s, vars: map[string]place{}}
		names := []string{"#0", "#1", "#2", "#3"}
		var keys []boogie.Expr
		for i, k := range l.Keys {
			if i+1 >= len(names) {
				c.emit(opGiveUp, 0, 0, 0, 0)
				return
			}
			v := c.value(k, s, anywhere)
			inner.vars[names[i]] = place{reg: v.reg, t: v.t}
			keys = append(keys, boogie.V(names[i]))
		}
		v := c.value(e, s, anywhere)
		inner.vars["#v"] = place{reg: v.reg, t: v.t}
		c.update(m.reg, c.mapType(m.t, l.Keys), keys, boogie.V("#v"), inner)
	default:
		faultf("this cannot be assigned to")
	}
}

// assigned is the place of a variable to be changed.
func (c *compiler) assigned(name string, s *scope) place {
	p, ok := s.find(name)
	_, constant := c.constants.vars[name]
	if !ok || p.lazy != nil || constant && !c.starting {
		faultf("%s is not a variable", name)
	}
	return p
}

// pick gives a variable any value; log names the log whose contents the choice
// decides.
func (c *compiler) pick(name string, s *scope, log string) {
	p := c.assigned(name, s)
	ch := c.chooserOf(p.t, c.d.elements[name])
	if ch == nil {
		c.emit(opGiveUp, 0, 0, 0, 0)
		return
	}
	ch.reg, ch.twin = p.reg, c.twin(name, s)
	if k, ok := c.d.logs[log]; ok {
		ch.selector = int32(k)
	}
	ch.table, ch.stale = c.tables[name], c.entering
	unknown := int32(-1)
	if c.seg != nil {
		unknown = c.seg.unknown(p.reg)
		if b, ok := c.seg.bounds[name]; ok {
			ch.limit(b)
		}
	}
	c.u.choosers = append(c.u.choosers, ch)
	if unknown >= 0 {
		g := &c.u.segments[c.seg.index]
		g.choosers = append(g.choosers, int32(len(c.u.choosers)-1))
	}
	c.emit(opPick, 0, p.reg, int32(len(c.u.choosers)-1), unknown)
}

// check writes code that ends the run as failed if e does not hold.
func (c *compiler) check(e boogie.Expr, s *scope, tag, call any) {
	c.temps = 0
	c.checking = true
	t := c.condition(e, s, true)
	c.checking = false
	c.emit(opFail, 0, int32(len(c.u.checks)), 0, 0)
	c.u.checks = append(c.u.checks, check{tag, call})
	c.land(t)
}

// branch compiles an if. Without a condition opFlip chooses the branch at random.
func (c *compiler) branch(st *boogie.If, s *scope) {
	var no test
	if st.C == nil {
		no = test{jumps: []int32{c.emit(opFlip, 0, 0, 0, 0)}, trap: -1}
	} else {
		no = c.condition(st.C, s, false)
	}
	c.cover()
	c.block(st.Then, s)
	if len(st.Else) == 0 {
		c.land(no)
		return
	}
	end := c.emit(opJump, 0, 0, 0, 0)
	c.land(no)
	c.cover()
	c.block(st.Else, s)
	c.patch([]int32{end})
}

// maxEdges bounds the branches whose coverage runs note.
const maxEdges = 4096

func (c *compiler) cover() {
	if c.u.branches < maxEdges {
		c.emit(opCover, 0, int32(c.u.branches), 0, 0)
		c.u.branches++
	}
}

// coverTruth notes which truth values a variable gets: predicated programs have
// few branches, and the values of their predicates take the part of these.
func (c *compiler) coverTruth(l *boogie.Id, e boogie.Expr, s *scope) {
	p := c.assigned(l.Name, s)
	_, literal := c.constant(e, s)
	if p.t == boogie.Bool && !literal && c.u.branches+1 < maxEdges && c.seg == nil {
		c.emit(opTruth, 0, int32(c.u.branches), p.reg, 0)
		c.u.branches += 2
	}
}

// loop compiles a while. The head tests the invariants each time that the run
// reaches it: a candidate that is false there is in no inductive set.
func (c *compiler) loop(st *boogie.While, s *scope) {
	k := int32(len(c.u.loops))
	c.u.loops = append(c.u.loops, st.Tag)
	c.emit(opEnter, 0, k, 0, 0)
	head := c.emit(opHead, 0, k, 0, 0)
	for _, inv := range st.Invs {
		switch {
		case inv.Candidate != "":
			c.candidate(inv, s)
		case inv.Free:
			c.temps = 0
			c.assume(inv.E, s)
		default:
			c.check(inv.E, s, inv.Tag, nil)
		}
	}
	c.temps = 0
	var out test
	if st.C == nil {
		out = test{jumps: []int32{c.emit(opFlip, 0, 0, 0, 0)}, trap: -1}
	} else {
		out = c.condition(st.C, s, false)
	}
	c.breaks = append(c.breaks, nil)
	c.block(st.Body, s)
	c.emit(opJump, 0, head, 0, 0)
	c.land(out)
	c.patch(c.breaks[len(c.breaks)-1])
	c.breaks = c.breaks[:len(c.breaks)-1]
}

// candidate notes it if a candidate does not hold. It passes over one that
// cannot be computed.
func (c *compiler) candidate(inv boogie.Invariant, s *scope) {
	global, ok := c.d.candidate[inv.Candidate]
	if !ok {
		faultf("%s is not a candidate", inv.Candidate)
	}
	k := slices.Index(c.u.candidates, global)
	if k < 0 {
		k = len(c.u.candidates)
		c.u.candidates = append(c.u.candidates, global)
	}
	c.temps = 0
	// A candidate that is refuted already needs no further test.
	skip := c.emit(opCand, 0, 0, int32(k), 0)
	t := c.condition(inv.E, s, true)
	c.emit(opRefute, 0, int32(k), 0, 0)
	c.land(t)
	c.patch([]int32{skip})
	if t.trap >= 0 {
		c.u.traps[t.trap].open = c.here()
	}
}
