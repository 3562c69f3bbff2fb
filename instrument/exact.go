package instrument

import "gv2/boogie"

// Exact is the program with products and quotients of variables as they are,
// where Key.Products is set.
func Exact(p *boogie.Program) *boogie.Program {
	c := *p
	c.Decls = exact(p.Decls)
	return &c
}
