package fact

import "gv2/frontend/kernel"

// Pair says which two threads a predicated program stands for. What is uniform
// depends on it.
type Pair int

const (
	// SameBlock is two distinct threads of one block: blockIdx is uniform.
	SameBlock Pair = iota
	// OtherBlock is two threads of different blocks; only what does not depend
	// on threadIdx or blockIdx is uniform, and barriers do not synchronise them.
	OtherBlock
)

// String returns the words used in listings.
func (p Pair) String() string {
	if p == SameBlock {
		return "two threads of one block"
	}
	return "two threads of different blocks"
}

// Same reports whether x has the same value for both threads if those variables
// have.
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
