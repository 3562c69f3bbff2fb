package interp

import (
	"math"
	"strconv"

	"gv2/boogie"
)

// bounds are the least and greatest value of something, where they are known;
// the zero value has none.
type bounds struct {
	lo, hi       int64
	below, above bool // lo, hi are known
}

// and intersects two ranges.
func (b bounds) and(c bounds) bounds {
	if c.below && (!b.below || c.lo > b.lo) {
		b.lo, b.below = c.lo, true
	}
	if c.above && (!b.above || c.hi < b.hi) {
		b.hi, b.above = c.hi, true
	}
	return b
}

// boundsOf collects the bounds that conjuncts of e put on variables by
// literals, by the variable's name.
func (d *declarations) boundsOf(e boogie.Expr) map[string]bounds {
	out := map[string]bounds{}
	for _, c := range d.split(e, 0) {
		name, b := boundOf(c, d.funcs)
		if name != "" {
			out[name] = out[name].and(b)
		}
	}
	return out
}

// boundOf reads x < 3, 0 <= x, BV32_ULT(x, 64bv32) and the like.
func boundOf(e boogie.Expr, funcs map[string]*boogie.FuncDecl) (string, bounds) {
	r, ok := relationOf(e, funcs)
	if !ok {
		return "", bounds{}
	}
	var x, n boogie.Expr = r.x, r.y
	flipped := false
	if _, isVar := x.(*boogie.Id); !isVar {
		x, n, flipped = n, x, true
	}
	id, isVar := x.(*boogie.Id)
	v, isLit := literalValue(n)
	if !isVar || !isLit || r.signed && r.bits > 0 && !small(n) {
		return "", bounds{}
	}
	switch {
	case r.op == opEq:
		return id.Name, bounds{v, v, true, true}
	case r.op == opLt && !flipped && v > math.MinInt64:
		v--
	case r.op == opLt && v < math.MaxInt64:
		v++
	case r.op != opLe:
		return "", bounds{}
	}
	if flipped {
		return id.Name, bounds{lo: v, below: true}
	}
	return id.Name, bounds{hi: v, above: true, below: r.bits > 0 && !r.signed}
}

// small reports whether a bit-vector literal is the same number signed and
// unsigned.
func small(e boogie.Expr) bool {
	l, ok := e.(*boogie.BVLit)
	return ok && l.Val>>(l.Bits-1) == 0
}

// literalValue is the value of a literal that fits in 64 bits.
func literalValue(e boogie.Expr) (int64, bool) {
	switch e := e.(type) {
	case *boogie.IntLit:
		n, err := strconv.ParseInt(e.Text, 10, 64)
		return n, err == nil
	case *boogie.BVLit:
		return int64(e.Val), e.Bits <= 64 && e.Val <= math.MaxInt64
	case *boogie.BoolLit:
		return truth(e.Val), true
	case *boogie.Unary:
		if n, ok := literalValue(e.X); ok && e.Op == "-" && n != math.MinInt64 {
			return -n, true
		}
	}
	return 0, false
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// relation is a comparison: x op y with op one of opEq, opNe, opLt and opLe. bits
// is the width of bit-vectors, 0 for everything else.
type relation struct {
	op     op
	bits   uint8
	signed bool
	x, y   boogie.Expr
}

// relationOf reads a comparison, of integers or by a function that SMT-LIB
// defines on bit-vectors.
func relationOf(e boogie.Expr, funcs map[string]*boogie.FuncDecl) (relation, bool) {
	switch e := e.(type) {
	case *boogie.Binary:
		switch e.Op {
		case "==", "<==>":
			return relation{op: opEq, signed: true, x: e.X, y: e.Y}, true
		case "!=":
			return relation{op: opNe, signed: true, x: e.X, y: e.Y}, true
		case "<":
			return relation{op: opLt, signed: true, x: e.X, y: e.Y}, true
		case "<=":
			return relation{op: opLe, signed: true, x: e.X, y: e.Y}, true
		case ">":
			return relation{op: opLt, signed: true, x: e.Y, y: e.X}, true
		case ">=":
			return relation{op: opLe, signed: true, x: e.Y, y: e.X}, true
		}
	case *boogie.App:
		f := funcs[e.F]
		if f == nil || len(e.Args) != 2 || len(f.Params) != 2 {
			return relation{}, false
		}
		w, ok := f.Params[0].T.(boogie.BV)
		if !ok || w > 64 {
			return relation{}, false
		}
		if r, ok := bvRelations[builtin(f)]; ok {
			out := relation{op: r.op, bits: uint8(w), signed: r.signed, x: e.Args[0], y: e.Args[1]}
			if r.flip {
				out.x, out.y = out.y, out.x
			}
			return out, true
		}
	}
	return relation{}, false
}

var bvRelations = map[string]struct {
	op           op
	signed, flip bool
}{
	"bvult": {op: opLt}, "bvule": {op: opLe}, "bvugt": {op: opLt, flip: true}, "bvuge": {op: opLe, flip: true},
	"bvslt": {op: opLt, signed: true}, "bvsle": {op: opLe, signed: true},
	"bvsgt": {op: opLt, signed: true, flip: true}, "bvsge": {op: opLe, signed: true, flip: true},
}

// builtin is the SMT-LIB name of a function, "" if SMT-LIB does not define it.
func builtin(f *boogie.FuncDecl) string {
	for _, a := range f.Attrs {
		if a.Key == "bvbuiltin" && len(a.Args) == 1 {
			if text, ok := a.Args[0].(string); ok {
				return text
			}
		}
	}
	return ""
}
