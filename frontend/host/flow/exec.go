package flow

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Execution of statements. Each takes the ways in which control reaches it and gives those
// in which control leaves it behind its end.

// block executes statements in a scope of their own.
func (fr *frame) block(list []*stmt, states []*State) []*State {
	fr.push()
	states = fr.sequence(list, states)
	return fr.leave(states)
}

// leave ends a scope. Destructors run there.
func (fr *frame) leave(states []*State) []*State {
	runs := false
	for _, i := range fr.scopes[len(fr.scopes)-1] {
		sl := fr.slots[i]
		if sl.kind == objectSlot && sl.typ != nil && sl.typ.Form == cuda.NamedType && len(fr.prog.records[sl.typ.Name]) > 0 && !fr.fn.inert(sl.typ) {
			runs = true
		}
		for _, s := range states {
			if i < len(s.values) {
				s.values[i] = Value{}
				delete(s.escaped, i)
			}
		}
	}
	fr.pop()
	if runs {
		for _, s := range states {
			fr.disturb(s, true, true, "a destructor may change it")
		}
	}
	return fr.merged(states)
}

func (fr *frame) sequence(list []*stmt, states []*State) []*State {
	for _, s := range list {
		if len(states) == 0 {
			fr.dead = append(fr.dead, span{s.lo, list[len(list)-1].hi})
			return nil
		}
		states = fr.stmt(s, states)
	}
	return states
}

// each executes do on every state and gathers what is left.
func (fr *frame) each(states []*State, do func(*State) []*State) []*State {
	var out []*State
	for _, s := range states {
		out = append(out, do(s)...)
	}
	return fr.merged(out)
}

func cloned(states []*State) []*State {
	out := make([]*State, len(states))
	for i, s := range states {
		out[i] = s.clone()
	}
	return out
}

func (fr *frame) stmt(st *stmt, states []*State) []*State {
	fr.prog.steps += 1 + len(states)
	if fr.prog.steps > maxSteps {
		return states
	}
	switch st.kind {
	case emptyStmt, caseStmt, defaultStmt, labelStmt:
		return states
	case plainStmt, declStmt:
		return fr.part(st.head, states)
	case blockStmt:
		return fr.block(st.body, states)
	case ifStmt:
		return fr.ifStmt(st, states)
	case forStmt, rangeStmt, whileStmt, doStmt:
		return fr.loop(st, states)
	case switchStmt:
		return fr.switchStmt(st, states)
	case returnStmt:
		return fr.returnStmt(st, states)
	case throwStmt:
		fr.part(st.head, states)
		return fr.ended(states)
	case leaveStmt, gotoStmt:
		if n := len(fr.breaks) - 1; st.word == "break" && n >= 0 {
			fr.breaks[n] = append(fr.breaks[n], cloned(states)...)
		}
		return fr.ended(states)
	case tryStmt:
		return fr.try(st, states)
	}
	return states
}

// ended are the states behind a statement that control never leaves at its end. Where
// control jumps, they go on, so that labels behind it are reached.
func (fr *frame) ended(states []*State) []*State {
	if fr.free {
		return states
	}
	return nil
}

func (fr *frame) returnStmt(st *stmt, states []*State) []*State {
	states = fr.part(st.head, states)
	if fr.inlined > 0 {
		for _, s := range states {
			var v Value
			if st.head.expr != nil {
				v = fr.eval(s, st.head.expr)
			}
			fr.returns = append(fr.returns, returned{s, v})
		}
	}
	return fr.ended(states)
}

// condition executes a condition and splits the states by it.
func (fr *frame) condition(p *part, states []*State) (yes, no []*State) {
	states = fr.part(p, states)
	for _, s := range states {
		var x kernel.Expr
		switch {
		case len(p.decls) == 1:
			if i := fr.find(s, p.decls[0].Name); i >= 0 {
				x = s.value(i).X
			}
		case p.expr != nil && len(fr.changes(p)) == 0:
			x = fr.eval(s, p.expr).X
		}
		if x == nil || fr.free {
			yes, no = append(yes, s.clone()), append(no, s)
			continue
		}
		t := s.clone()
		if t.assume(cexpr.Truth(x)) {
			yes = append(yes, t)
		}
		if s.assume(cexpr.Not(x)) {
			no = append(no, s)
		}
	}
	return yes, no
}

// changes are the names to which the part itself gives values.
func (fr *frame) changes(p *part) map[string]bool { return fr.fn.of(p).changes }

func (fr *frame) ifStmt(st *stmt, states []*State) []*State {
	fr.push()
	if st.init != nil {
		states = fr.part(st.init, states)
	}
	yes, no := fr.condition(st.head, states)
	yes = fr.block(st.body, yes)
	no = fr.block(st.els, no)
	return fr.leave(append(yes, no...))
}

// disturbed makes all that the statements may change unknown, as it is at the start of
// each iteration of a loop.
func (fr *frame) disturbed(st *stmt, states []*State, why string) {
	changed, out := map[string]bool{}, map[string]bool{}
	other, any := false, false
	stores := false
	fr.fn.parts([]*stmt{st}, func(p *part) {
		for _, m := range fr.fn.mentions(p) {
			if m.effect != reads {
				changed[m.name] = true
				out[m.name] = out[m.name] || m.effect != writes
			}
		}
		o, a := fr.fn.calls(p)
		other, any = other || o, any || a
		stores = stores || fr.fn.stores(p)
		for _, d := range p.decls {
			if d.Type.Form == cuda.NamedType && len(fr.prog.records[d.Type.Name]) > 0 {
				other, any = true, true // its destructor
			}
		}
	})
	for _, s := range states {
		for name := range changed {
			if i := fr.find(s, name); i >= 0 {
				fr.lose(s, i, why)
				if out[name] {
					s.escape(i)
				}
			}
		}
		fr.disturb(s, other, any || stores, why)
	}
}

// lose makes a slot unknown.
func (fr *frame) lose(s *State, i int, why string) {
	sl := fr.slots[i]
	if isConstant(fr, sl) {
		return
	}
	for m, member := range fr.slots {
		if member.of == i+1 && m < len(s.values) {
			s.values[m] = Value{}
		}
	}
	if sl.fixed {
		return
	}
	if sl.why != "" {
		s.set(i, unknown("%s %s (%s)", sl.name, Runtime, sl.why))
		return
	}
	extent := s.value(i).extent
	s.set(i, fr.prog.fresh(sl, why))
	if extent != nil && extent.By == byConstructor {
		s.values[i].extent = extent // vectorExtent asks what changes it
	}
}

// disturb makes unknown what code that is not looked at may change: variables at file
// level, and those whose address is out.
func (fr *frame) disturb(s *State, other, any bool, why string) {
	for i, sl := range fr.slots {
		if i < len(s.values) && (sl.global && other || s.escaped[i] && any || sl.of > 0 && (other || any) && !fr.ownObject(s, sl.of-1)) && (s.values[i].X != nil || s.values[i].IsDims || s.values[i].config != nil || s.values[i].extent != nil) {
			if sl.global && fr.unchanging(sl.name) && !s.escaped[i] {
				continue
			}
			fr.lose(s, i, why)
		}
	}
}

// unchanging reports whether nothing in the file changes a variable at file level.
func (fr *frame) unchanging(name string) bool {
	g := fr.prog.globalOf(name)
	return g != nil && !g.changed && g.why == ""
}

func (fr *frame) loop(st *stmt, states []*State) []*State {
	fr.push()
	if st.init != nil && st.kind == forStmt {
		states = fr.part(st.init, states)
	}
	list := fr.steps(st)
	halved, halves := halvedIn(fr, st, list)
	from := make([]before, len(states))
	for k, s := range states {
		from[k] = fr.first(s, list)
	}
	entry := cloned(states)
	fr.disturbed(st, states, "it is changed in a loop")
	entered(fr, st, entry, states, list, from)
	for k, s := range states {
		fr.limit(s, list, from[k])
	}
	var ended []*State
	body := cloned(states)
	switch st.kind {
	case rangeStmt:
		fr.note(st.head, states)
		if st.init != nil && len(st.init.decls) == 1 && st.init.parsed {
			d := st.init.decls[0]
			for n, s := range body {
				var i int
				if n == 0 {
					i = fr.declare(s, d.Name, fr.elementType(s, st, d.Type))
				} else {
					i = fr.scopes[len(fr.scopes)-1][d.Name]
				}
				s.set(i, fr.ranged(s, st, fr.slots[i]))
			}
		}
	case forStmt, whileStmt:
		if st.head != nil && len(body) > 0 {
			body, ended = fr.condition(st.head, body)
			for k, s := range body {
				if len(fr.changes(st.head)) > 0 && len(body) == len(from) {
					fr.limit(s, list, from[k])
				}
			}
		} else if st.head != nil {
			fr.part(st.head, nil)
		}
	default:
	}
	fr.breaks = append(fr.breaks, nil)
	body = fr.block(st.body, body)
	fr.breaks = fr.breaks[:len(fr.breaks)-1] // disturbed knows what they may have changed
	if st.kind == doStmt {
		fr.part(st.head, cloned(body))
	}
	if st.post != nil {
		fr.part(st.post, cloned(body))
	}
	if halves {
		for k, s := range states {
			if x := from[k].first[halved]; x != nil && !x.Type().Signed {
				s.set(fr.find(s, list[halved].name), number(cexpr.OddPart(x)))
				s.assume(cexpr.Binary(kernel.Ne, x, kernel.NewConst(x.Type(), 0)))
			}
		}
	} else if len(ended) > 0 && slices.ContainsFunc(list, func(v stepped) bool { return !v.within }) && runsOut(fr, st) {
		states = ended
	}
	return fr.leave(states) // what the condition and the step do, disturbed has done
}

func (fr *frame) switchStmt(st *stmt, states []*State) []*State {
	fr.push()
	if st.init != nil {
		states = fr.part(st.init, states)
	}
	states = fr.part(st.head, states)
	if fr.free || len(st.body) != 1 || st.body[0].kind != blockStmt {
		fr.disturbed(st, states, "it is changed in a switch")
		out := fr.block(st.body, cloned(states))
		return fr.leave(append(out, states...))
	}
	list := st.body[0].body
	var values []cuda.Expr
	hasDefault := false
	for _, s := range list {
		switch s.kind {
		case caseStmt:
			values = append(values, s.head.expr)
		case defaultStmt:
			hasDefault = true
		default:
		}
	}
	changes := len(fr.changes(st.head)) > 0
	var out []*State
	for n, s := range list {
		if s.kind != caseStmt && s.kind != defaultStmt {
			continue
		}
		entry := cloned(states)
		if !changes {
			entry = fr.labelled(st.head.expr, s, values, entry)
		}
		out = append(out, fr.fallThrough(list[n:], entry)...)
	}
	if !hasDefault {
		rest := cloned(states)
		if !changes {
			rest = fr.labelled(st.head.expr, &stmt{kind: defaultStmt}, values, rest)
		}
		out = append(out, rest...)
	}
	return fr.leave(out)
}

// labelled are the states with which control enters at a label.
func (fr *frame) labelled(x cuda.Expr, label *stmt, values []cuda.Expr, states []*State) []*State {
	if x == nil {
		return states
	}
	var out []*State
	for _, s := range states {
		v := fr.eval(s, x)
		possible := true
		if label.kind == caseStmt && v.X != nil && label.head.expr != nil {
			if y := fr.eval(s, label.head.expr); y.X != nil {
				possible = s.assume(fr.prog.arith("==", v, y).X)
			}
		}
		if label.kind == defaultStmt && v.X != nil {
			for _, e := range values {
				if e == nil {
					continue
				}
				if y := fr.eval(s, e); y.X != nil {
					possible = possible && s.assume(fr.prog.arith("!=", v, y).X)
				}
			}
		}
		if possible {
			out = append(out, s)
		}
	}
	return out
}

// fallThrough executes the statements of a switch from a label on, up to a break.
func (fr *frame) fallThrough(list []*stmt, states []*State) []*State {
	fr.push()
	entered := len(fr.breaks)
	fr.breaks = append(fr.breaks, nil)
	states = fr.sequence(list, states)
	states = append(states, fr.breaks[entered]...)
	fr.breaks = fr.breaks[:entered]
	return fr.leave(states)
}

func (fr *frame) try(st *stmt, states []*State) []*State {
	handlers := cloned(states)
	fr.disturbed(&stmt{kind: blockStmt, body: st.body}, handlers, "it is changed in a try block")
	out := fr.block(st.body, states)
	for _, h := range st.els {
		fr.push()
		entry := cloned(handlers)
		if r := fr.prog.code.ReadLocal(h.head.lo-1, h.head.hi+1); h.head.hi > h.head.lo {
			for _, q := range r.Params() {
				if len(entry) > 0 && !r.Failed() && q.Name != "" {
					i := fr.declare(entry[0], q.Name, q.Type)
					for _, s := range entry {
						s.set(i, unknown("%s %s (it is an exception)", q.Name, Runtime))
					}
				}
			}
		}
		out = append(out, fr.leave(fr.block(h.body, entry))...)
	}
	return fr.merged(out)
}
