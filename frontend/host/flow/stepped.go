package flow

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/host/steps"
	"gv2/frontend/kernel"
)

// Loops that multiply, divide, shift or count variables: what package steps says of those is assumed.

// stepped is a variable of which a loop makes only changes that package steps knows.
type stepped struct {
	name    string
	changes []steps.Change
	once    bool
	// op and bound are of the condition with which each iteration begins.
	op    string
	bound cuda.Expr
	// within: it is a variable of the loop alone.
	within bool
}

// steps are the variables of a loop that package steps knows all changes of.
func (fr *frame) steps(st *stmt) []stepped {
	if fr.free || st.kind == rangeStmt {
		return nil
	}
	var names []string
	changes := map[string]int{}
	known := map[string][]steps.Change{}
	inHead, repeated := map[string]bool{}, map[string]bool{}
	look := func(p *part, repeats bool) {
		for _, m := range fr.fn.mentions(p) {
			if m.effect != reads {
				changes[m.name]++
				repeated[m.name] = repeated[m.name] || repeats
				inHead[m.name] = inHead[m.name] || p == st.head
				if m.effect != writes {
					changes[m.name] += 1 << 20
				}
			}
		}
		if !p.parsed || p.expr == nil {
			return
		}
		for _, c := range steps.In(p.expr) {
			if len(known[c.Name]) == 0 {
				names = append(names, c.Name)
			}
			known[c.Name] = append(known[c.Name], c)
		}
	}
	for _, p := range []*part{st.head, st.post} {
		if p != nil {
			look(p, false)
		}
	}
	eachPart(st.body, false, look)
	var out []stepped
	for _, name := range names {
		if changes[name] != len(known[name]) || fr.fn.unstable[name] != "" {
			continue
		}
		v := stepped{name: name, changes: known[name], once: !repeated[name] && !inHead[name] && st.kind != doStmt}
		if v.once && st.head != nil && len(fr.changes(st.head)) == 0 {
			v.op, v.bound = steps.Bound(st.head.expr, name)
		}
		v.within = st.kind == forStmt && st.init != nil && slices.ContainsFunc(st.init.decls, func(d *cuda.VarDecl) bool { return d.Name == name })
		out = append(out, v)
	}
	return out
}

// eachPart hands on the parts of statements, and whether a loop among them repeats them.
func eachPart(list []*stmt, repeats bool, do func(p *part, repeats bool)) {
	for _, s := range list {
		again := repeats || s.kind == forStmt || s.kind == rangeStmt || s.kind == whileStmt || s.kind == doStmt
		for _, p := range []*part{s.init, s.head, s.post} {
			if p != nil {
				do(p, again)
			}
		}
		eachPart(s.body, again, do)
		eachPart(s.els, again, do)
	}
}

// before is what variables are before a loop.
type before struct {
	first, bound []kernel.Expr
	known        []kernel.Expr
}

// first is what the variables are before the loop; nil for those of which that tells nothing.
func (fr *frame) first(s *State, list []stepped) before {
	b := before{known: slices.Clone(s.Conditions)}
	for _, v := range list {
		var x, bound kernel.Expr
		if i := fr.find(s, v.name); i >= 0 && fr.slots[i].kind == numberSlot && fr.slots[i].why == "" && !fr.slots[i].global && !s.escaped[i] && fr.slots[i].k.Bits >= 32 && fr.slots[i].of == 0 {
			x = s.value(i).X
		}
		if x != nil && v.bound != nil {
			bound = fr.eval(s, v.bound).X
		}
		b.first, b.bound = append(b.first, x), append(b.bound, bound)
	}
	return b
}

// limit assumes in the state of any iteration what follows from that.
func (fr *frame) limit(s *State, list []stepped, b before) {
	for n, v := range list {
		i, x := fr.find(s, v.name), b.first[n]
		if x == nil || i < 0 || s.value(i).X == nil || s.value(i).X.Type() != x.Type() || s.escaped[i] {
			continue
		}
		t := x.Type()
		l := steps.Loop{First: x, Once: v.once, Op: v.op, Known: b.known}
		known := true
		for _, c := range v.changes {
			by := steps.By{Op: c.Op, N: 1}
			if c.By != nil {
				k, constant := fr.eval(s, c.By).X.(*kernel.Const)
				if !constant || t.Signed && (!cexpr.PromotedType(k.T).Signed || k.T.Bits > t.Bits) && c.Op != "<<=" && c.Op != ">>=" {
					known = false // a step of another type may wrap around
					break
				}
				by.N = k.Val
			}
			l.Changes = append(l.Changes, by)
		}
		if !known {
			continue
		}
		if v.bound != nil && b.bound[n] != nil {
			if y := fr.eval(s, v.bound).X; y != nil && y.Type() == b.bound[n].Type() && cexpr.Same(y, b.bound[n]) {
				l.Bound = y
			}
		}
		for _, c := range l.Invariants(s.value(i).X) {
			s.assume(c)
		}
	}
}

// runsOut reports whether a loop ends only where its condition does not hold.
func runsOut(fr *frame, st *stmt) bool {
	if st.kind != forStmt && st.kind != whileStmt || st.head == nil || fr.free {
		return false
	}
	for i := st.lo; i < st.hi; i++ {
		switch fr.fn.prog.code.Text(i) {
		case "break", "goto":
			return false
		}
	}
	return true
}

// A loop that halves an unsigned number while it is even leaves its odd part:
//
//	for (log2 = 0; (n & 1) == 0; n >>= 1, log2++) { }
//
// The odd part of n is n / (n & -n), and it is 1 where n is a power of two: n & (n - 1) is 0. The loop
// does not end for 0.

// halvedIn is the number of the variable that a loop of this kind halves; ok is false for other loops.
func halvedIn(fr *frame, st *stmt, list []stepped) (n int, ok bool) {
	if st.head == nil || !runsOut(fr, st) {
		return 0, false
	}
	name := steps.EvenTest(st.head.expr)
	n = slices.IndexFunc(list, func(v stepped) bool { return v.name == name })
	if n < 0 || !list[n].once || len(list[n].changes) != 1 {
		return 0, false
	}
	by, isNumber := list[n].changes[0].By.(*cuda.IntLit)
	op := list[n].changes[0].Op
	return n, isNumber && (op == ">>=" && by.Value == 1 || op == "/=" && by.Value == 2)
}
