package instrument

import "gv2/boogie"

// Exact is the program with products and quotients of variables as they are,
// where Output.Products is set.
func Exact(p *boogie.Program) *boogie.Program {
	c := *p
	c.Decls = make([]boogie.Decl, len(p.Decls))
	for i, d := range p.Decls {
		c.Decls[i] = d
		f, ok := d.(*boogie.FuncDecl)
		if !ok || opaque[f.Name] == "" {
			continue
		}
		defined := *f
		defined.Attrs = []boogie.Attr{{Key: "inline"}}
		defined.Body = boogie.Op(opaque[f.Name], boogie.V(f.Params[0].Name), boogie.V(f.Params[1].Name))
		c.Decls[i] = &defined
	}
	return &c
}
