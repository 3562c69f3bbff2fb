package object

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// writePadding writes what lies between the members of the object at pl, of which v is written as a whole: compilers copy it with
// them, whatever it holds; equal padding where all threads copy the same object. Only where memory is declared as something else can it hold what the program
// has put there, so memory of the object's own type is left as it is.
func writePadding(mem *Model, pl *Place, v Value) {
	if pl.Ptr == nil || pl.Ptr.HasLocal() || !slices.ContainsFunc(pl.Ptr.Targets, func(t *Target) bool { return t.Mem != nil && (t.Mem.recast || !holds(t.Mem.T, pl.T.Rec)) }) {
		return
	}
	for _, gap := range pl.T.Rec.Padding() {
		t := ctype.NewScalar("padding", ctype.UnsignedOf(gap.Size))
		p := mem.moved(pl.Ptr, t, Offset(gap.Offset), 1, false)
		x := kernel.Expr(&kernel.Call{T: t.Scalar, Fn: "padding", Args: append(numbersIn(v), Offset(gap.Offset))})
		if !alikeForAll(mem.out.Cur, v) {
			x = mem.out.Arbitrary(pl.Pos, t.Scalar, "padding")
		}
		mem.Store(pl.Pos, p, x, false)
	}
}

// numbersIn are the numbers that a value is made of.
func numbersIn(v Value) []kernel.Expr {
	var out []kernel.Expr
	if v.Expr != nil {
		out = append(out, v.Expr)
	}
	for _, f := range v.Fields {
		out = append(out, numbersIn(f)...)
	}
	return out
}

// alikeForAll reports whether the numbers of v are parameters, or loaded in the statements before from places that are the same for all threads.
func alikeForAll(before []kernel.Stmt, v Value) bool {
	loaded := map[*kernel.Var]bool{}
	alike := func(e kernel.Expr) bool {
		same := true
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			switch e := e.(type) {
			case *kernel.VarRef:
				same = same && (e.Var.Param || loaded[e.Var])
			case *kernel.Builtin:
				same = same && (e.Kind == kernel.GridDim || e.Kind == kernel.BlockDim)
			default:
				// Operators and constants are the same for all.
			}
			return same
		})
		return same
	}
	for _, s := range before {
		switch s := s.(type) {
		case *kernel.Load:
			loaded[s.Dst] = alike(s.Acc.Index)
		case *kernel.Assign:
			loaded[s.Dst] = alike(s.X)
		default:
			// What others set is not followed.
		}
	}
	return !slices.ContainsFunc(numbersIn(v), func(e kernel.Expr) bool { return !alike(e) })
}

// holds reports whether objects of type t are, or have parts that are, such records, and are nothing else besides.
func holds(t *ctype.Type, r *ctype.Record) bool {
	in := t.Innermost()
	return in.IsRecord() && within(in.Rec, func(x *ctype.Record) bool { return x == r }) && !within(in.Rec, func(x *ctype.Record) bool { return x.Union })
}

// within reports whether is holds of r or of some part of it.
func within(r *ctype.Record, is func(*ctype.Record) bool) bool { return is(r) || r.Inside(is) != nil }

// SeenAs notes that what p leads to is looked at as objects of another type, which may lie in the padding of what is there.
func (mem *Model) SeenAs(p *Pointer, elem *ctype.Type) {
	other := elem.Innermost()
	if elem.Form == ctype.VoidForm || p == nil {
		return
	}
	for _, t := range p.Targets {
		if t.Mem == nil || t.Mem.recast || !t.Mem.T.Innermost().IsRecord() {
			continue
		}
		own := t.Mem.T.Innermost().Rec
		padded := within(own, func(r *ctype.Record) bool { return len(r.Padding()) > 0 })
		alike := other.IsRecord() && (other.Rec == own || within(other.Rec, func(r *ctype.Record) bool { return r == own }) || holds(t.Mem.T, other.Rec))
		if padded && !alike {
			t.Mem.recast, mem.an.Changed = true, true
		}
	}
}
