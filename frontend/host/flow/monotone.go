package flow

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// A variable that a loop only counts up is never below its first value, one that it only counts down, halves or
// divides never above it:
//
//	for (int i = 0; i < n; i++) k<<<1, 64>>>(p, i);        0 <= i
//	for (int s = 512; s > 0; s >>= 1) k<<<1, 64>>>(p, s);  s <= 512

// counted is a variable that the head of a for loop alone changes: up, or down, by an operator and a number.
type counted struct {
	name, op string
	by       cuda.Expr // nil for 1
	guard    string    // the operator in name < e, empty for other conditions
}

// counts is the variable that a loop counts; ok is false for other loops.
func (fr *frame) counts(st *stmt) (c counted, ok bool) {
	if st.kind != forStmt || st.post == nil || !st.post.parsed || fr.free {
		return c, false
	}
	switch x := st.post.expr.(type) {
	case *cuda.AssignExpr:
		if id, isName := x.X.(*cuda.Ident); isName && len(id.Path) == 0 {
			c = counted{name: id.Name, op: x.Op, by: x.Y}
		}
	case *cuda.UnaryExpr:
		if id, isName := x.X.(*cuda.Ident); isName && len(id.Path) == 0 && (x.Op == "++" || x.Op == "--") {
			c = counted{name: id.Name, op: x.Op[:1] + "="}
		}
	}
	if c.name == "" || fr.fn.unstable[c.name] != "" {
		return c, false
	}
	if st.head != nil {
		if b, isBinary := st.head.expr.(*cuda.BinaryExpr); isBinary {
			if id, isName := b.X.(*cuda.Ident); isName && id.Name == c.name && len(id.Path) == 0 {
				c.guard = b.Op
			}
		}
	}
	ok = true
	check := func(p *part) {
		for _, m := range fr.fn.mentions(p) {
			ok = ok && (m.name != c.name || m.effect == reads)
		}
	}
	if st.head != nil {
		check(st.head)
	}
	fr.fn.parts(st.body, check)
	return c, ok
}

// first is what the variable is before the loop, nil where that tells nothing.
func (fr *frame) first(s *State, c counted) kernel.Expr {
	i := fr.find(s, c.name)
	if i < 0 || fr.slots[i].kind != numberSlot || fr.slots[i].why != "" || fr.slots[i].global || s.escaped[i] || fr.slots[i].k.Bits < 32 {
		return nil
	}
	return s.value(i).X
}

// limit assumes in the state of any iteration what follows from the first value x.
func (fr *frame) limit(s *State, c counted, x kernel.Expr) {
	i := fr.find(s, c.name)
	if x == nil || i < 0 || s.value(i).X == nil {
		return
	}
	now, t := s.value(i).X, x.Type()
	step := int64(1)
	if c.by != nil {
		k, constant := fr.eval(s, c.by).X.(*kernel.Const)
		if !constant || k.Val < 1 || t.Signed && (!cexpr.PromotedType(k.T).Signed || k.T.Bits > t.Bits) {
			return // a step of another type may wrap around
		}
		step = k.Val
	}
	k, number := x.(*kernel.Const)
	natural := !t.Signed || number && k.Val >= 0 // so that it is only divided and multiplied without a change of sign
	up, down := false, false
	switch c.op {
	case "+=": // a sum of signed numbers does not overflow, an unsigned one wraps around
		up = t.Signed || step == 1 && c.guard == "<"
	case "-=":
		down = t.Signed || step == 1 && c.guard == ">"
	case "*=":
		up = t.Signed && natural
	case "/=":
		down = natural
	case ">>=":
		down = natural && step < int64(t.Bits)
	}
	switch {
	case up:
		s.assume(cexpr.Binary(kernel.Ge, now, x))
	case down:
		s.assume(cexpr.Binary(kernel.Le, now, x))
		if t.Signed && natural && c.op != "-=" {
			s.assume(cexpr.Binary(kernel.Ge, now, kernel.NewConst(t, 0)))
		}
	}
}
