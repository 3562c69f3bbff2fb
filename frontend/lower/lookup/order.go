package lookup

import (
	"slices"

	"gv2/frontend/cuda"
)

// Where in the file things are declared. A name means what was declared before it is used
// ([basic.scope.pdecl]), in a template before the template ([temp.nondep]).

// number notes that d stands at place i.
func (p *Table) number(d cuda.Decl, i int) {
	p.at[d] = i
	switch d := d.(type) {
	case *cuda.FuncDecl:
		p.Order[d], p.functionsAt[d.Pos] = i, i
	case *cuda.RecordDecl:
		for _, m := range append(d.Methods[:len(d.Methods):len(d.Methods)], d.Friends...) {
			p.Order[m], p.at[m] = i, i
		}
		for _, f := range d.Fields {
			p.at[f] = i
		}
		for _, n := range d.Nested {
			p.number(n, i)
		}
	}
}

// At is the place of d in the file, of an instance that of its template; ok is false for what the file
// itself does not declare.
func (p *Table) At(d cuda.Decl) (at int, ok bool) {
	if at, ok = p.at[d]; ok {
		return at, true
	}
	if fn, is := d.(*cuda.FuncDecl); is && fn.Use != nil {
		at, ok = p.functionsAt[fn.Pos]
	}
	return at, ok
}

// anyBefore reports whether one of these declarations stands before a place, 0 for one that is not
// known. A name whose first declaration does is found there with all of them.
func (p *Table) anyBefore(decls []cuda.Decl, before int) bool {
	return slices.ContainsFunc(decls, func(d cuda.Decl) bool {
		at, known := p.at[d]
		return before == 0 || !known || at < before
	})
}
