// Package rounds says what a variable of the host is in single rounds of a loop.
package rounds

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Looped tells of a root that stands for a variable in any round of a loop what the variable is in some of them.
type Looped struct {
	// First is its value in the first round, nil if unknown.
	First kernel.Expr
	// Later are its values in the next ones, where the head of the loop alone changes it and nothing leaves the loop early.
	Later []kernel.Expr
	// Loop is the same for all roots of one loop.
	Loop any
}

// most bounds the rounds.
const most = 8

var steps = map[string]kernel.BinaryOp{"+=": kernel.Add, "-=": kernel.Sub, "*=": kernel.Mul, "/=": kernel.Div, ">>=": kernel.Shr, "<<=": kernel.Shl}

// Later are the values that follow the first one, where the loop changes it by an operator and a number above 0; none for
// other loops.
func Later(op string, first, by kernel.Expr) []kernel.Expr {
	does, known := steps[op]
	if step, number := by.(*kernel.Const); !known || !number || step.Val < 1 {
		return nil
	}
	var out []kernel.Expr
	for x := first; len(out) < most; out = append(out, x) {
		next := cexpr.Convert(cexpr.Binary(does, x, by), first.Type())
		if cexpr.Same(next, x) {
			break
		}
		x = next
	}
	return out
}
