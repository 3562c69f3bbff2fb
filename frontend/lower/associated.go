package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/intrinsic"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/dependent"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/syntax"
)

// Which declarations a call sees beyond the scopes around it: those of the
// arguments' namespaces, [basic.lookup.argdep], and of all only what stands before.

// associated are the functions of that name that the arguments' classes lead to,
// those in have left out: friends, and functions of the classes' namespaces.
func (l *lowerer) associated(have []*cuda.FuncDecl, fun *cuda.Ident, args []callArg) (found []*candidate, more []*cuda.FuncDecl) {
	seen := map[*cuda.FuncDecl]bool{}
	for _, fn := range have {
		seen[fn] = true
	}
	var scopes [][]string
	for _, r := range associatedRecords(args) {
		for _, fn := range r.Decl.Friends {
			if fn.Name != fun.Name || seen[fn] {
				continue
			}
			seen[fn] = true
			if c := l.viableMethod(fn, r, fun, args); c != nil {
				c.in = nil // no member, but its names are looked up as a member's are
				found = append(found, c)
			}
		}
		scopes = append(scopes, l.prog.names.NamespaceOf(r.Decl))
	}
	for _, a := range args {
		if t := a.t(); t != nil && t.Enum != nil {
			scopes = append(scopes, t.Enum.Scope)
		}
	}
	for _, scope := range scopes {
		for _, d := range l.prog.names.Declared(scope, fun.Name) {
			if fn, ok := d.(*cuda.FuncDecl); ok && !seen[fn] {
				seen[fn] = true
				more = append(more, fn)
			}
		}
	}
	return append(found, l.viableOf(more, fun, args)...), more
}

// associatedRecords are the classes that the arguments lead to.
func associatedRecords(args []callArg) []*ctype.Record {
	return overload.Associated(typesOf(args), func(r *ctype.Record) (of []*ctype.Type) {
		for _, a := range classOf(r).args {
			if a != nil {
				of = append(of, a.T)
			}
		}
		return of
	})
}

// declaredBefore leaves out what is declared only behind the function at hand:
// [basic.scope.pdecl]. A template sees more only of what the classes of its arguments bring in,
// wherever that stands: [temp.dep.candidate]. Where nothing is left the text has another order
// than gv2 knows, and all stay.
func declaredBefore(l *lowerer, viable []*candidate, name string, args []callArg) []*candidate {
	here, template := position(l)
	if here < 0 {
		return viable
	}
	// A call that depends on nothing of the template means what stands before it: [temp.nondep].
	template = template && slices.ContainsFunc(args, func(a callArg) bool {
		return a.e == nil || syntax.Mentions(a.e, func(name string) bool {
			return (l.frame.scope.Find(name) != nil || l.frame.this != nil) && !fixedName(l, nil, name)
		})
	})
	before := func(c *candidate) bool {
		at, known := l.prog.names.Order[c.fn]
		return !known || at <= here || template && broughtIn(l, c.fn, name, args)
	}
	var out []*candidate
	for _, c := range viable {
		if before(c) || slices.ContainsFunc(viable, func(d *candidate) bool { return d != c && before(d) && sameFunction(c, d) }) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return viable
	}
	return out
}

// fixedName reports whether a name, in a template, is known to mean the same for all arguments of it.
func fixedName(l *lowerer, path []string, name string) bool {
	first := append(path[:len(path):len(path)], name)[0]
	if sym := l.frame.scope.Find(first); sym != nil {
		return sym.Fixed
	}
	if len(path) == 0 && (ctype.Scalars[name] != nil || ctype.Vectors[name] != nil || name == "void" || name == "") {
		return true
	}
	if this := l.frame.this; this != nil && len(path) == 0 && this.T.Rec.Decl != nil {
		for _, f := range this.T.Rec.Decl.Fields {
			if f.Name == name {
				return fixedVar(l, f.Type, nil)
			}
		}
	}
	if r := l.injected(first); r != nil && r.Of != nil {
		return false
	}
	decls := l.prog.names.Find(l.frame.path, path, name, before(l))
	return len(decls) > 0 && !slices.ContainsFunc(decls, func(d cuda.Decl) bool {
		for in := l.prog.names.Nested[d]; in != nil; in = l.prog.names.Nested[in] {
			if in.Template != nil {
				return true
			}
		}
		return false
	})
}

// fixedVar reports that of a variable declared here.
func fixedVar(l *lowerer, t *cuda.TypeExpr, init cuda.Expr) bool {
	return dependent.Fixed(t, init, func(path []string, name string) bool { return fixedName(l, path, name) })
}

// broughtIn reports whether the classes and enumerations of the arguments bring fn in.
func broughtIn(l *lowerer, fn *cuda.FuncDecl, name string, args []callArg) bool {
	for _, a := range args {
		if t := a.t(); t != nil && t.Enum != nil && slices.Contains(l.prog.names.Declared(t.Enum.Scope, name), cuda.Decl(fn)) {
			return true
		}
	}
	return slices.ContainsFunc(associatedRecords(args), func(r *ctype.Record) bool {
		return slices.Contains(r.Decl.Friends, fn) || slices.Contains(l.prog.names.Declared(l.prog.names.NamespaceOf(r.Decl), name), cuda.Decl(fn))
	})
}

// position is the place in the file of the function or declaration at hand, -1 where it is not
// known, and whether that is a template's.
func position(l *lowerer) (at int, template bool) {
	for fr := l.frame; fr != nil; fr = fr.outer {
		if fr.decl != nil {
			if at, ok := l.prog.names.At(fr.decl); ok {
				return at, template
			}
		}
		if fr.fn == nil {
			break
		}
		template = template || fr.fn.Template != nil || fr.in != nil && fr.in.Of != nil
		if at, ok := l.prog.names.At(fr.fn); ok {
			return at, template
		}
	}
	return -1, template
}

// before is where in the file names have to be declared to be seen, 0 where that is not known.
func before(l *lowerer) int {
	at, _ := position(l)
	return at + 1
}

// passesOver reports whether a name alone, in a member function of r, does not mean a member of a base.
func passesOver(l *lowerer, r *ctype.Record, name string) bool {
	if _, known := intrinsic.Lookup(name); known && dependent.OnlyInBases(l.prog.names, r, name) {
		return true
	}
	return dependent.PassesOver(l.prog.names, r, name, before(l))
}
