package counterexample

import (
	"gv2/frontend/kernel"
)

func number(n int64) kernel.Expr { return &kernel.Const{T: kernel.I64, Val: n} }

func wide(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I64, X: x} }

func binary(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	return &kernel.Binary{Op: op, X: x, Y: y}
}

func signed32(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I32, X: x} }
