package flow

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Variables whose types gv2 does not see, since a header is missing or the expression is too much for
// it:
//
//	auto n = array->shape[0];  k<<<(n + 255) / 256, 256>>>(p, n);
//
// Such a variable may hold anything, an object of a class too. But where it is passed as a number and
// sizes are computed from it, it is one. So its value is a root of the widest type, of which Unseen says
// that it is taken for an integer: who uses it says so. It keeps its value as long as nothing mentions
// it in another way than reading it.

// Unseen reports whether root v stands for a value whose type is not seen.
func (p *Program) Unseen(v *kernel.Var) bool { return p.unseen[v] }

// unseenValue is the value of a variable whose type is not seen.
func (p *Program) unseenValue(name string) Value {
	x := p.root(name, kernel.I64, "")
	p.unseen[x.(*kernel.VarRef).Var] = true
	return Value{X: x, object: true, Why: name + " " + Runtime}
}

// ofUnseenType reports whether the variable that d declares gets a value of a type that is not seen, and
// that may be an integer.
func (fr *frame) ofUnseenType(d *cuda.VarDecl) bool {
	t := d.Type
	if d.Init == nil || t == nil || t.Volatile {
		return false
	}
	switch t.Form {
	case cuda.AutoType:
		if t.RValue || t.Decltype {
			return false
		}
	case cuda.NamedType:
		_, bound := fr.bound[t.Name]
		if _, number := fr.scalar(t); number || bound || fr.fn.hasTemplateParam(t.Name) || fr.fn.namesLocal(t.Name) || len(fr.prog.records[t.Name]) > 0 ||
			len(t.Path) > 0 || t.HasArgs || len(fr.prog.names.Decls(t.Name)) > 0 || containers[t.Name] || isFloating(t) || isDim3(t) || isConfig(t) {
			return false
		}
	default:
		return false
	}
	fits := true
	cuda.WalkExpr(d.Init, func(e cuda.Expr) bool {
		switch e.(type) {
		case *cuda.Ident, *cuda.MemberExpr, *cuda.CallExpr, *cuda.IndexExpr, *cuda.IntLit, *cuda.BinaryExpr, *cuda.UnaryExpr, *cuda.CondExpr, *cuda.CastExpr:
		default:
			fits = false
		}
		return fits
	})
	return fits
}

// sharesUnseen reports whether both expressions read one value whose type is not seen: what is a truth for
// integers, as x == x, need not be one for it.
func (p *Program) sharesUnseen(x, y kernel.Expr) bool {
	if len(p.unseen) == 0 {
		return false
	}
	in := map[*kernel.Var]bool{}
	for _, r := range Roots(x) {
		in[r] = p.unseen[r]
	}
	for _, r := range Roots(y) {
		if in[r] {
			return true
		}
	}
	return false
}
