package instrument

import (
	"gv2/boogie"
	"gv2/instrument/arith"
)

// Exact is the program with products and quotients of variables as they are,
// where Key.Products is set.
func Exact(p *boogie.Program) *boogie.Program {
	c := *p
	c.Decls = arith.Exact(p.Decls)
	return &c
}

// Operators are the functions of a program that stand for products, quotients and remainders of
// variables, with Boogie's operators.
func Operators() map[string]string { return arith.Operators() }
