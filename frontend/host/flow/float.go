package flow

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/host/ratio"
	"gv2/frontend/kernel"
)

// Sizes that are computed in floating point: see package ratio.

const inFloats = "it is computed in floating point"

func floating(r *ratio.Ratio) Value {
	if r == nil {
		return unknown(inFloats)
	}
	return Value{Why: inFloats, ratio: r}
}

// inFloat is a value as one of a floating type, nil if it is not known.
func (v Value) inFloat(bits int) *ratio.Ratio {
	switch {
	case v.ratio != nil:
		return v.ratio.In(bits)
	case v.X != nil && v.X.Type().IsInt():
		return ratio.Of(v.X, bits)
	}
	return nil
}

// floats is x op y where one of them is in floating point.
func floats(op kernel.BinaryOp, x, y Value) Value {
	bits := ratio.Common(x.ratio, y.ratio)
	return floating(ratio.Binary(op, x.inFloat(bits), y.inFloat(bits)))
}

// integer is the value as an integer, as a conversion from floating point gives it; what is no
// ratio stays as it is.
func (v Value) integer(p *Program) Value {
	if v.ratio == nil {
		return v
	}
	x, guard := v.ratio.Integer()
	if k, ok := guard.(*kernel.Const); ok {
		if k.Val == 0 {
			return unknown(inFloats)
		}
		return number(x)
	}
	return number(kernel.FoldNode(&kernel.Cond{C: guard, X: x, Y: p.root("size", x.Type(), inFloats)}))
}

// rounded is ceil(x) and the like; ok is false for other functions.
func (f *frame) rounded(s *State, name string, e *cuda.CallExpr) (v Value, ok bool) {
	var up bool
	switch name {
	case "ceil", "ceilf":
		up = true
	case "floor", "floorf":
	default:
		return v, false
	}
	if len(e.Args) != 1 {
		return v, false
	}
	bits := ratio.Double
	if strings.HasSuffix(name, "f") {
		bits = ratio.Float
	}
	r := f.eval(s, e.Args[0]).inFloat(bits)
	if r == nil {
		return unknown(inFloats), true
	}
	return floating(r.Whole(up)), true
}
