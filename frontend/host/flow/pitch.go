package flow

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Rows that the runtime pads:
//
//	cudaMallocPitch(&p, &pitch, width * sizeof(float), height);
//
// The pitch is at least the width. That is so where the call succeeds; a program that goes on without
// memory launches nothing that is good for anything.

// padded is a variable that a call sets to a pitch, and the width that it gets.
type padded struct {
	name  string
	width kernel.Expr
}

// pitches are the pitches that the part sets, as state s has the widths before it.
func (fr *frame) pitches(p *part, s *State) []padded {
	c := fr.prog.code
	var out []padded
	for i := p.lo; i < p.hi; i++ {
		switch c.Text(i) {
		case "&&", "||", "?", "[": // it may not be called, or later
			return nil
		}
		if c.Text(i) != "cudaMallocPitch" || c.Text(i+1) != "(" || len(fr.prog.functions["cudaMallocPitch"]) > 0 || fr.fn.own["cudaMallocPitch"] || c.Match(i+1) < i {
			continue
		}
		r := c.Read(i+1, c.Match(i+1)+1)
		args := r.Arguments()
		if r.Failed() || len(args) != 4 {
			return nil
		}
		u, ok := args[1].(*cuda.UnaryExpr)
		if !ok || u.Op != "&" {
			continue
		}
		id, ok := u.X.(*cuda.Ident)
		if !ok || len(id.Path) > 0 || len(out) > 0 {
			return nil
		}
		width := fr.guarded(p, s, func() Value { return fr.eval(s, args[2]) })
		if width.X != nil && width.X.Type().IsInt() {
			out = append(out, padded{id.Name, cexpr.Convert(width.X, kernel.U64)})
		}
	}
	return out
}

// Padded reports whether a root is a pitch that cudaMallocPitch chose: what is known of it rests on the
// success of the call.
func (p *Program) Padded(v *kernel.Var) bool { return p.padded[v] }

// pad assumes of pitches that were set that they are as wide as they have to be.
func (fr *frame) pad(s *State, list []padded) {
	for _, p := range list {
		i := fr.find(s, p.name)
		if i < 0 || s.at(i).kind != numberSlot || s.at(i).k != kernel.U64 {
			continue
		}
		pitch := s.value(i).X
		if pitch == nil || cexpr.IsConst(pitch) {
			continue
		}
		for _, r := range Roots(pitch) {
			fr.prog.padded[r] = true
		}
		s.assume(cexpr.Binary(kernel.Ge, pitch, p.width))
		// In elements, too: a width of so many elements does not wrap around, or there is no such memory.
		b, ok := p.width.(*kernel.Binary)
		if !ok || b.Op != kernel.Mul {
			if k, isNumber := p.width.(*kernel.Const); isNumber && k.Val > 0 && k.Val < 1<<32 {
				for _, size := range []int64{2, 4, 8, 16} {
					s.assume(cexpr.Binary(kernel.Ge, cexpr.Binary(kernel.Div, pitch, kernel.NewConst(kernel.U64, size)), kernel.NewConst(kernel.U64, k.Val/size)))
				}
			}
			continue
		}
		n, size := b.X, b.Y
		if _, first := n.(*kernel.Const); first {
			n, size = size, n
		}
		from, widened := n.(*kernel.Convert)
		k, isNumber := size.(*kernel.Const)
		if widened && isNumber && k.Val > 0 && k.Val < 1<<16 && from.X.Type().IsInt() && from.X.Type().Bits <= 32 {
			s.assume(cexpr.Binary(kernel.Ge, cexpr.Binary(kernel.Div, pitch, k), n))
		}
	}
}
