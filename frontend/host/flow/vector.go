package flow

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// Memory of Thrust's vectors, and how many elements these and std::vector have:
//
//	thrust::device_vector<float> v(n);
//	k<<<(v.size() + 63) / 64, 64>>>(thrust::raw_pointer_cast(v.data()), v.size());
//
// The length is that of the constructor if the function names v in no other way than with a method that
// leaves the length alone, or with an index: then nothing has a reference to v, and nothing resizes, moves
// or assigns it. Where the name stands behind the launch, and no loop leads back, it may do what it likes.

// byConstructor is what gives a vector its memory, as Extent.By.
const byConstructor = "the constructor of thrust::device_vector"

// keepLength are the methods of a vector that leave its length as it is, and give no reference to it.
var keepLength = wordSet("data size empty begin end cbegin cend rbegin rend front back capacity max_size")

// vectors are the containers whose lengths are followed, with their namespaces.
var vectors = map[string]string{"device_vector": "thrust", "host_vector": "thrust", "vector": "std"}

// vectorElements is T of thrust::device_vector<T> or another of vectors, nil for other types and where the file may mean something
// else by that name.
func (p *Program) vectorElements(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil || t.Form != cuda.NamedType || vectors[t.Name] == "" || !slices.Equal(t.Path, []string{vectors[t.Name]}) && (len(t.Path) > 0 || !p.usesNamespace(vectors[t.Name])) || len(t.PathArgs) > 0 ||
		len(t.Args) != 1 || t.Args[0].Type == nil || t.Volatile {
		return nil
	}
	if len(p.records[t.Name]) > 0 || len(p.functions[t.Name]) > 0 || len(p.records[vectors[t.Name]]) > 0 {
		return nil
	}
	for _, name := range []string{vectors[t.Name], t.Name} {
		for _, i := range p.index(name) {
			if next := p.code.Text(i + 1); next == "=" || next == "{" && !p.code.Token(i).Pos.Supplied() {
				return nil // an alias of something else, or a namespace of the file, which may have anything
			}
		}
	}
	return t.Args[0].Type
}

// usesNamespace reports whether the file says using namespace name.
func (p *Program) usesNamespace(name string) bool {
	return slices.ContainsFunc(p.index(name), func(i int) bool { return p.code.Text(i-1) == "namespace" && p.code.Text(i-2) == "using" })
}

// lengthsOf is the memory of a vector that a declaration makes, in each state; nil for what is none.
func lengthsOf(fr *frame, p *part, d *cuda.VarDecl, states []*State) []*Extent {
	out := make([]*Extent, len(states))
	if made, isNew := d.Init.(*cuda.NewExpr); isNew && d.Type.Form == cuda.PointerType && !d.Static && !d.Extern {
		for k, s := range states {
			out[k] = lengthOfNew(fr, p, s, made)
		}
		return out
	}
	of := fr.prog.vectorElements(d.Type)
	if of == nil || d.Static || d.Extern || d.Init != nil || len(d.Ctor) < 1 || len(d.Ctor) > 2 {
		return out
	}
	for k, s := range states {
		n := fr.guarded(p, s, func() Value { return fr.eval(s, d.Ctor[0]) })
		size := fr.sizeof(s, &cuda.SizeofExpr{Pos: d.Pos, Type: of})
		if n.X == nil || n.object || !n.X.Type().IsInt() || size.X == nil || slices.ContainsFunc(Roots(n.X), fr.prog.Unseen) {
			continue // it may be another vector, or an iterator
		}
		if bytes := fr.prog.arith("*", number(cexpr.Convert(n.X, kernel.U64)), size); bytes.X != nil {
			out[k] = &Extent{cexpr.Convert(bytes.X, kernel.U64), byConstructor, cexpr.Convert(n.X, kernel.U64)}
		}
	}
	return out
}

// lengthOfNew is the memory that new T[n] gives, nil where that is not known.
func lengthOfNew(fr *frame, p *part, s *State, e *cuda.NewExpr) *Extent {
	if e.Len == nil || e.Type == nil || fr.prog.replacesNew() {
		return nil
	}
	n := fr.guarded(p, s, func() Value { return fr.eval(s, e.Len) })
	size := fr.sizeof(s, &cuda.SizeofExpr{Pos: e.Pos, Type: e.Type})
	if n.X == nil || n.object || !n.X.Type().IsInt() || size.X == nil || slices.ContainsFunc(Roots(n.X), fr.prog.Unseen) {
		return nil
	}
	bytes := fr.prog.arith("*", number(cexpr.Convert(n.X, kernel.U64)), size)
	if bytes.X == nil {
		return nil
	}
	return &Extent{cexpr.Convert(bytes.X, kernel.U64), "new", nil}
}

// replacesNew reports whether the file has an operator new of its own.
func (p *Program) replacesNew() bool {
	return slices.ContainsFunc(p.index("new"), func(i int) bool { return p.code.Text(i-1) == "operator" })
}

// vectorSize is v.size() of a vector whose length is known where that stands.
func vectorSize(fr *frame, s *State, e *cuda.CallExpr) (Value, bool) {
	m, isMethod := e.Fun.(*cuda.MemberExpr)
	if !isMethod || m.Arrow || m.Name != "size" || len(m.Args) > 0 || len(e.Args) > 0 || s.opaque || fr.run == nil {
		return Value{}, false
	}
	id, isName := m.X.(*cuda.Ident)
	name, ok := nameOf(id, isName)
	if !ok {
		return Value{}, false
	}
	at := 0
	for _, i := range fr.prog.index(name) {
		if fr.prog.code.Token(i).Pos == id.Pos {
			if at > 0 {
				return Value{}, false // a macro has it twice
			}
			at = i
		}
	}
	if at == 0 {
		return Value{}, false
	}
	if x, known := fr.vectorExtent(s, name, at); known && x.count != nil {
		return number(x.count), true
	}
	return Value{}, false
}

// vectorOf is the variable whose memory an expression leads to: raw_pointer_cast(v.data()), v.data().get()
// and raw_pointer_cast(&v[0]); false for others.
func vectorOf(fr *frame, e cuda.Expr) (name string, ok bool) {
	call, isCall := e.(*cuda.CallExpr)
	if !isCall {
		return "", false
	}
	if m, isMethod := call.Fun.(*cuda.MemberExpr); isMethod {
		if m.Arrow || m.Name != "get" || len(m.Args) > 0 || len(call.Args) > 0 {
			return "", false
		}
		return dataOf(m.X)
	}
	id, isName := call.Fun.(*cuda.Ident)
	if !isName || id.Name != "raw_pointer_cast" || id.HasArgs || len(call.Args) != 1 || len(id.Path) > 0 && !slices.Equal(id.Path, []string{"thrust"}) ||
		len(fr.prog.functions["raw_pointer_cast"]) > 0 || len(fr.prog.records["raw_pointer_cast"]) > 0 || fr.fn.own["raw_pointer_cast"] {
		return "", false
	}
	u, isAddress := call.Args[0].(*cuda.UnaryExpr)
	if !isAddress {
		return dataOf(call.Args[0])
	}
	x, isElement := u.X.(*cuda.IndexExpr)
	if u.Op != "&" || !isElement {
		return "", false
	}
	if first, isNumber := x.I.(*cuda.IntLit); !isNumber || first.Value != 0 {
		return "", false
	}
	v, isName := x.X.(*cuda.Ident)
	return nameOf(v, isName)
}

// dataOf is v of v.data().
func dataOf(e cuda.Expr) (name string, ok bool) {
	call, isCall := e.(*cuda.CallExpr)
	if !isCall || len(call.Args) > 0 {
		return "", false
	}
	m, isMethod := call.Fun.(*cuda.MemberExpr)
	if !isMethod || m.Arrow || m.Name != "data" || len(m.Args) > 0 {
		return "", false
	}
	v, isName := m.X.(*cuda.Ident)
	return nameOf(v, isName)
}

// vectorExtent is the memory of a local vector at token place, false where that is not known.
func (fr *frame) vectorExtent(s *State, name string, place int) (Extent, bool) {
	f := fr.fn
	i := fr.find(s, name)
	if i < 0 || i >= len(s.values) || s.values[i].extent == nil || fr.prog.vectorElements(fr.slots[i].typ) == nil {
		return Extent{}, false
	}
	if sl := fr.slots[i]; sl.global || sl.of > 0 || sl.why != "" || sl.declared <= 0 || fr.free || f.jumps || !f.ready || f.outer != nil || len(f.declared[name]) != 1 || f.types[name] != nil {
		return Extent{}, false
	}
	hi := reachedFrom(f.body, place)
	if hi < 0 || hi > f.hi || !f.keepsLength(name, fr.slots[i].declared+1, hi) {
		return Extent{}, false
	}
	return *s.values[i].extent, true
}

// reachedFrom is the end of what may run before token i: the outermost loop that holds it, or the statement; -1 if
// no statement holds it.
func reachedFrom(list []*stmt, i int) int {
	for _, s := range list {
		if !s.holds(i) {
			continue
		}
		switch s.kind {
		case forStmt, rangeStmt, whileStmt, doStmt:
			return s.hi
		default:
		}
		for _, inner := range [][]*stmt{s.body, s.els} {
			if hi := reachedFrom(inner, i); hi >= 0 {
				return hi
			}
		}
		return s.hi
	}
	return -1
}

// keepsLength reports whether all that tokens lo to hi-1 do with a vector leaves its length as it is.
func (f *function) keepsLength(name string, lo, hi int) bool {
	c := f.prog.code
	for i := lo; i < hi; i++ {
		if t := c.Token(i); t.Kind != source.Ident || t.Text != name {
			continue
		}
		switch c.Text(i - 1) {
		case ".", "->": // a member of something else
			continue
		case "::":
			return false
		}
		if c.Text(i-1) == ":" && c.Text(i+1) == ")" && c.Text(c.Match(i+1)-1) == "for" {
			continue // its elements, one by one
		}
		method := c.Text(i+1) == "." && keepLength(c.Text(i+2)) && c.Text(i+3) == "("
		if !method && c.Text(i+1) != "[" {
			return false
		}
	}
	return true
}
