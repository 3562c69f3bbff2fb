package flow

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Memory whose length the host's code tells:
//
//	cudaMalloc(&p, n * sizeof(float));
//
// A variable of a pointer type, in the function or at file level, holds the start of so many bytes from there
// on, as long as nothing gives it another value. The call keeps no reference to the variable. If it fails, the program has no memory, and
// launches nothing that is good for anything.

// Extent is how much memory a pointer leads to, Bytes, and the function that gave it, By.
type Extent struct {
	Bytes kernel.Expr
	By    string
	// count is how many elements a vector has.
	count kernel.Expr
}

// allocating are the functions that set the pointer whose address is their first argument, with their
// numbers of arguments.
var allocating = map[string][2]int{"cudaMalloc": {2, 2}, "cudaMallocManaged": {2, 3}}

// Allocating reports whether that is the name of a function that gives a pointer memory.
func Allocating(name string) bool {
	_, is := allocating[name]
	return is
}

// allocated is a variable that a call sets to memory.
type allocated struct {
	name    string
	extent  Extent
	escaped bool // before, already
}

// allocations are the variables that the part gives memory, as state s has the sizes before it.
func (fr *frame) allocations(p *part, s *State) []allocated {
	c := fr.prog.code
	if a, is := p.expr.(*cuda.AssignExpr); is && a.Op == "=" {
		made, isNew := a.Y.(*cuda.NewExpr)
		id, isName := a.X.(*cuda.Ident)
		if name, ok := nameOf(id, isName); isNew && ok {
			at := fr.find(s, name)
			if at < 0 || !fr.holdsPointer(at) {
				return nil
			}
			if x := lengthOfNew(fr, p, s, made); x != nil {
				return []allocated{{name, *x, s.escaped[at]}}
			}
			return nil
		}
	}
	var out []allocated
	for i := p.lo; i < p.hi; i++ {
		name := c.Text(i)
		switch name {
		case "&&", "||", "?", "[": // it may not be called, or later
			return nil
		}
		count, is := allocating[name]
		if !is || c.Text(i+1) != "(" || len(fr.prog.functions[name]) > 0 || fr.fn.own[name] || c.Match(i+1) < i {
			continue
		}
		r := c.Read(i+1, c.Match(i+1)+1)
		args := r.Arguments()
		if r.Failed() || len(args) < count[0] || len(args) > count[1] || len(out) > 0 {
			return nil
		}
		id, ok := addressed(args[0])
		if !ok {
			return nil
		}
		at := fr.find(s, id)
		if at < 0 || !fr.holdsPointer(at) {
			continue
		}
		size := fr.guarded(p, s, func() Value { return fr.eval(s, args[1]) })
		if size.X != nil && size.X.Type().IsInt() {
			out = append(out, allocated{id, Extent{cexpr.Convert(size.X, kernel.U64), name, nil}, s.escaped[at]})
		}
	}
	return out
}

// addressed is the variable of which an expression is the address, through casts.
func addressed(e cuda.Expr) (string, bool) {
	for {
		if c, ok := e.(*cuda.CastExpr); ok {
			e = c.X
			continue
		}
		break
	}
	u, ok := e.(*cuda.UnaryExpr)
	if !ok || u.Op != "&" {
		return "", false
	}
	id, ok := u.X.(*cuda.Ident)
	return nameOf(id, ok)
}

func nameOf(id *cuda.Ident, ok bool) (string, bool) {
	if !ok || len(id.Path) > 0 || id.HasArgs {
		return "", false
	}
	return id.Name, true
}

// holdsPointer reports whether a slot is a variable of a plain pointer type that nothing but the function changes.
func (fr *frame) holdsPointer(i int) bool {
	sl := fr.slots[i]
	return sl.kind == objectSlot && (!sl.global || fr.prog.setOnlyIn(fr.fn, sl.name)) && sl.of == 0 && sl.why == "" && sl.typ != nil && sl.typ.Form == cuda.PointerType && !sl.typ.Volatile && !fr.free
}

// allocate notes what those variables hold.
func (fr *frame) allocate(s *State, list []allocated) {
	for _, a := range list {
		i := fr.find(s, a.name)
		if i < 0 || !fr.holdsPointer(i) {
			continue
		}
		extent := a.extent
		s.set(i, s.value(i))
		s.values[i].extent = &extent
		if !a.escaped {
			delete(s.escaped, i)
		}
	}
}

// sameExtent reports whether both are the same number of bytes, or nothing is known of both.
func sameExtent(a, b *Extent) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.By == b.By && cexpr.Same(a.Bytes, b.Bytes)
}

// Extent is the memory that a pointer leads to which the state knows, false for others.
func (s *State) Extent(e cuda.Expr) (Extent, bool) {
	for {
		c, ok := e.(*cuda.CastExpr)
		if !ok || c.Type == nil || c.Type.Form != cuda.PointerType {
			break
		}
		e = c.X
	}
	if s.opaque || s.frame == nil || s.frame.run == nil {
		return Extent{}, false
	}
	if v, ok := vectorOf(s.frame, e); ok {
		return s.frame.vectorExtent(s, v, s.place)
	}
	id, ok := e.(*cuda.Ident)
	name, ok := nameOf(id, ok)
	if !ok {
		return Extent{}, false
	}
	i := s.frame.find(s, name)
	if i < 0 || i >= len(s.values) || s.values[i].extent == nil || s.touched[i] || s.escaped[i] || !s.frame.holdsPointer(i) {
		return Extent{}, false
	}
	return *s.values[i].extent, true
}

// setOnlyIn reports whether f alone gives the variable at file level another value, and nothing has a reference to
// it. What else runs while f does may run f again: disturb knows that.
func (p *Program) setOnlyIn(f *function, name string) bool {
	g := p.globalOf(name)
	if g == nil || g.why != "" || g.out || g.decl.Extern || !g.decl.Static && len(p.functions["main"]) == 0 || len(p.names.Decls(name)) != 1 {
		return false
	}
	outside := 0
	for _, i := range p.index(name) {
		if p.code.Text(i-1) == "::" {
			return false
		}
		if b, within := p.around(i); within {
			if in := p.functionOf(b); in.changed[name] && in != f && !in.hasParam(name) {
				return false
			}
		} else {
			outside++ // the declaration, and nothing else
		}
	}
	return outside == 1
}
