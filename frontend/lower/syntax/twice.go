package syntax

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
)

// A Redeclaration is the second of two variables of one name in one scope, which no compiler takes.
type Redeclaration struct {
	Name       string
	Pos, First diag.Pos
}

// DeclaredTwice are the variables in a function's body of which the same block, or the list of parameters, has another one.
func DeclaredTwice(params []*cuda.Param, body *cuda.Block) []Redeclaration {
	var out []Redeclaration
	block := func(b *cuda.Block, names map[string]diag.Pos) {
		declare := func(name string, at diag.Pos) {
			first, twice := names[name]
			switch {
			case name == "" || at == first: // one declarator in a macro is one declaration here
			case twice:
				out = append(out, Redeclaration{name, at, first})
			default:
				names[name] = at
			}
		}
		for _, s := range b.Stmts {
			ds, ok := s.(*cuda.DeclStmt)
			if !ok {
				continue
			}
			for _, d := range ds.Decls {
				switch d := d.(type) {
				case *cuda.VarDecl:
					if !d.Extern { // extern __shared__ may be said again
						declare(d.Name, d.Pos)
					}
				case *cuda.BindingDecl:
					for _, b := range d.Names {
						declare(b.Name, b.Pos)
					}
				default:
					// Types may have the name of a variable.
				}
			}
		}
	}
	names := map[string]diag.Pos{}
	for _, p := range params {
		if first, twice := names[p.Name]; twice && p.Name != "" && p.Pos != first {
			out = append(out, Redeclaration{p.Name, p.Pos, first})
		}
		names[p.Name] = p.Pos
	}
	block(body, names)
	for _, s := range body.Stmts {
		walkStmts(s, func(s cuda.Stmt) {
			if b, ok := s.(*cuda.Block); ok {
				block(b, map[string]diag.Pos{})
			}
		})
	}
	return out
}

// VariableBefore is another variable at file level among declarations of one name; nil if there is none, or if it may be the same one, as a member that is
// static in its class and defined outside of it.
func VariableBefore(decls []cuda.Decl, d *cuda.VarDecl) *cuda.VarDecl {
	for _, o := range decls {
		if v, ok := o.(*cuda.VarDecl); ok && v != d && v.Pos != d.Pos && v.Static == d.Static && !v.Extern && !d.Extern && v.Template == nil && d.Template == nil {
			return v
		}
	}
	return nil
}
