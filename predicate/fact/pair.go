package fact

import "gv2/frontend/kernel"

// Pair is the kind of the two threads that a predicated program stands for.
// Uniformity depends on it.
type Pair int

const (
	// SameBlock is two distinct threads of one block: blockIdx is uniform.
	SameBlock Pair = iota
	// OtherBlock is two threads of different blocks; only values that depend on
	// neither threadIdx nor blockIdx are uniform, and barriers do not
	// synchronise them.
	OtherBlock
)

// String returns the words used in listings.
func (p Pair) String() string {
	if p == SameBlock {
		return "two threads of one block"
	}
	return "two threads of different blocks"
}

// Same reports whether x has the same value for both threads if the variables
// in uniform have.
func (p Pair) Same(x kernel.Expr, uniform map[*kernel.Var]bool) bool {
	same := true
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		switch x := x.(type) {
		case *kernel.VarRef:
			same = same && (x.Var.Param || uniform[x.Var])
		case *kernel.Builtin:
			same = same && (x.Kind == kernel.BlockDim || x.Kind == kernel.GridDim ||
				x.Kind == kernel.BlockIdx && p == SameBlock)
		default:
			// Others are as their operands are.
		}
		return same
	})
	return same
}
