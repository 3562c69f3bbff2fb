package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/ctype"
)

// Which declarations a call sees beyond the scopes around it: those of the
// arguments' namespaces, [basic.lookup.argdep], and of all only what stands before.

// overloads are the functions that path::name means from inside scope: beside those
// that find gives, what using declarations and directives add to the same scope,
// [namespace.udecl] and [namespace.udir].
func (p *program) overloads(scope, path []string, name string) []cuda.Decl {
	out := slices.Clone(p.find(scope, path, name))
	notFunction := func(d cuda.Decl) bool { _, ok := d.(*cuda.FuncDecl); return !ok }
	if len(out) == 0 || len(path) > 0 && path[0] == "" || slices.ContainsFunc(out, notFunction) {
		return out
	}
	if len(path) > 0 && p.spaces[path[0]] != nil {
		path = append(append([]string(nil), p.spaces[path[0]]...), path[1:]...)
	}
	add := func(more []cuda.Decl) {
		for _, d := range more {
			if !notFunction(d) && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	rest := join(path, name)
	for i := len(scope); i >= 0; i-- {
		key := join(scope[:i], rest)
		opened := p.opened(scope, i, rest)
		if i > 0 && len(p.decls[key])+len(p.usings[key])+len(opened) == 0 {
			continue
		}
		add(p.decls[key])
		for _, u := range p.usings[key] {
			add(p.named(u))
		}
		add(opened)
		break
	}
	return out
}

// opened are the declarations that using directives seen from scope add to its first
// level parts.
func (p *program) opened(scope []string, level int, rest string) []cuda.Decl {
	var out []cuda.Decl
	for _, u := range p.directives {
		if len(u.scope) > len(scope) || !slices.Equal(u.scope, scope[:len(u.scope)]) {
			continue
		}
		for j := len(u.scope); j >= 0; j-- {
			full := append(append([]string(nil), u.scope[:j]...), u.path...)
			d := p.decls[join(full, rest)]
			if len(d) == 0 {
				continue
			}
			common := 0
			for common < len(u.scope) && common < len(full) && u.scope[common] == full[common] {
				common++
			}
			if common == level {
				out = append(out, d...)
			}
			break
		}
	}
	return out
}

// associated are the functions of that name that the arguments' classes lead to,
// those in have left out: friends, and functions of the classes' namespaces.
func (l *lowerer) associated(have []*cuda.FuncDecl, fun *cuda.Ident, args []callArg) (found []*candidate, more []*cuda.FuncDecl) {
	seen := map[*cuda.FuncDecl]bool{}
	for _, fn := range have {
		seen[fn] = true
	}
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
		for _, d := range l.prog.decls[join(l.prog.namespaceOf(r.Decl), fun.Name)] {
			if fn, ok := d.(*cuda.FuncDecl); ok && !seen[fn] {
				seen[fn] = true
				more = append(more, fn)
			}
		}
	}
	return append(found, l.viableOf(more, fun, args)...), more
}

// associatedRecords are the classes of the arguments, what these point to, their
// bases and the classes that they are instances for.
func associatedRecords(args []callArg) []*ctype.Record {
	var out []*ctype.Record
	var add func(t *ctype.Type)
	addClass := func(r *ctype.Record) {
		if r == nil || r.Decl == nil || slices.Contains(out, r) {
			return
		}
		out = append(out, r)
		for _, b := range r.Bases {
			add(b.Type())
		}
		for _, a := range classOf(r).args {
			if a != nil && a.t != nil {
				add(a.t)
			}
		}
	}
	add = func(t *ctype.Type) {
		for t.IsPointer() || t.IsArray() {
			t = t.Elem
		}
		if t.IsRecord() {
			addClass(t.Rec)
		}
	}
	for _, a := range args {
		if t := a.t(); t != nil {
			add(t)
		}
	}
	return out
}

// namespaceOf is the innermost namespace around d, classes left out.
func (p *program) namespaceOf(d *cuda.RecordDecl) []string {
	path := p.path(d)
	scope := path[:len(path)-1]
	for len(scope) > 0 {
		last := len(scope) - 1
		if !slices.ContainsFunc(p.decls[join(scope[:last], scope[last])], isRecordDecl) {
			break
		}
		scope = scope[:last]
	}
	return scope
}

func isRecordDecl(d cuda.Decl) bool {
	_, ok := d.(*cuda.RecordDecl)
	return ok
}

// declaredBefore leaves out what is declared only behind the function at hand:
// [basic.scope.pdecl]. Where nothing is left the text has another order than gv2
// knows, and all stay.
func (l *lowerer) declaredBefore(viable []*candidate) []*candidate {
	here := l.position()
	if here < 0 {
		return viable
	}
	before := func(c *candidate) bool {
		at, known := l.prog.order[c.fn]
		return !known || at <= here
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

// position is the place in the file of the function at hand, -1 where it is not
// known: a template sees the functions of its arguments' classes wherever they
// stand, [temp.dep.candidate].
func (l *lowerer) position() int {
	for fr := l.frame; fr != nil && fr.fn != nil; fr = fr.outer {
		if fr.fn.Template != nil || fr.in != nil && fr.in.Of != nil {
			return -1
		}
		if at, ok := l.prog.order[fr.fn]; ok {
			return at
		}
	}
	return -1
}
