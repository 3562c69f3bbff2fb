package twothread

import (
	"gv2/frontend/kernel"
)

// narrowIndex finds out whether all indices of an array are 32-bit values of one
// signedness extended to 64 bits: comparing them needs 32 bits only.
type narrowIndex struct {
	seen, wide, signed, unsigned bool
}

func (n *narrowIndex) note(x kernel.Expr) {
	n.seen = true
	switch x := x.(type) {
	case *kernel.Const:
		if x.Val < 0 || x.Val >= 1<<31 {
			n.wide = true
		}
	case *kernel.Convert:
		t := x.X.Type()
		switch {
		case t.Kind != kernel.Int || t.Bits != 32:
			n.wide = true
		case t.Signed:
			n.signed = true
		default:
			n.unsigned = true
		}
	default:
		// What else there is may be wide.
		n.wide = true
	}
}

func (n *narrowIndex) typ() kernel.Type {
	switch {
	case n.wide || n.signed && n.unsigned:
		return kernel.I64
	case n.unsigned:
		return kernel.U32
	default:
		return kernel.I32
	}
}
