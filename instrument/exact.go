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
