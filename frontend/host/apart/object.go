package apart

import (
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Objects that are made, and the values that their members get.

// initialise gives a new variable or member its value.
func (f *frame) initialise(s *state, l *place, t *cuda.TypeExpr, e cuda.Expr) {
	if bind(f, s, l, refers(f, t), e) {
		return
	}
	switch e := e.(type) {
	case nil:
		return
	case *cuda.InitList:
		f.list(s, l, t, e)
		return
	case *cuda.ConstructExpr:
		if e.At == nil && !isNumber(e.Type) && !isPointer(e.Type) {
			f.construct(s, l, e.Type, e.Args, e.Pos.String(), e.Brace)
			return
		}
	default:
	}
	if isNumber(t) {
		n := f.count(s, e)
		converted := f.madeOfNumbers(s, e)
		if c, is := e.(*cuda.CastExpr); is {
			converted, _ = f.value(s, c)
		}
		s.unknown(l)
		s.set(l, f.file.nums.as(t, n))
		if len(converted) > 0 {
			s.held[l.key] = &content{at: l, all: converted}
		}
		return
	}
	if f.classOf(t) != nil && t.Form == cuda.NamedType && plain(f, e) { // by a constructor that converts
		f.construct(s, l, t, []cuda.Expr{e}, e.ExprPos().String(), false)
		return
	}
	if isPointer(t) && f.isObject(e) {
		if all, is := f.converted(s, e); is {
			s.write([]*place{l}, all)
			return
		}
	}
	all, from := f.value(s, e)
	if f.classOf(t) != nil && t.Form == cuda.NamedType && f.typeOf(e) == nil && (from == nil || len(s.partsOf(from)) == 0) && len(all) > 0 && converts(f.classOf(t)) {
		all = union([]*pointer{s.vague(notRead(e), all)}, all) // a constructor may make it
	}
	if from == nil && len(all) == 0 && (t == nil || t.Form == cuda.AutoType) || isNumber(f.typeOf(e)) {
		s.set(l, f.count(s, e))
		return
	}
	f.store(s, l, all, from)
}

// converts reports whether a class has a constructor that makes it of something else.
func converts(r *cuda.RecordDecl) bool {
	for _, m := range r.Methods {
		if m.Ctor && len(m.Params) > 0 && !m.Explicit {
			if t := bare(m.Params[0].Type); t == nil || t.Name != r.Name {
				return true
			}
		}
	}
	return false
}

// plain reports whether an expression is certainly a pointer or a number.
func plain(f *frame, e cuda.Expr) bool { return f.certain(e) || isNumber(f.typeOf(e)) }

// list gives a variable the values of a list.
func (f *frame) list(s *state, l *place, t *cuda.TypeExpr, e *cuda.InitList) {
	if f.classOf(t) != nil && e.Fields == nil {
		f.construct(s, l, bare(t), e.Items, e.Pos.String(), true)
		return
	}
	if isPointer(t) && bare(t).Form == cuda.PointerType || isNumber(t) {
		switch len(e.Items) {
		case 0:
			s.write([]*place{l}, []*pointer{nothing})
		case 1:
			f.initialise(s, l, t, e.Items[0])
		}
		return
	}
	if of := bare(t); of != nil && of.Name == "atomic" && len(e.Items) == 1 {
		all, from := f.value(s, e.Items[0])
		f.store(s, l, all, from)
		return
	}
	var elem *cuda.TypeExpr
	if t != nil && t.Form == cuda.ArrayType {
		elem = t.Elem
	} else if isContainer(t) && len(bare(t).Args) > 0 {
		elem = bare(t).Args[len(bare(t).Args)-1-boolInt(bare(t).Name == "array")].Type
		if in, nested := oneList(e); nested { // std::array<T, 2> a{{x, y}}
			e = in
		}
	}
	var all []*pointer
	for i, x := range e.Items {
		path := "[" + strconv.Itoa(i) + "]"
		if e.Fields != nil && e.Fields[i] != "" {
			path = "." + e.Fields[i]
		}
		f.initialise(s, l.part(path), elem, x)
		if !isNumber(f.typeOf(x)) {
			all = append(all, s.read(l.part(path))...)
		}
		if t := bare(t); t != nil && (t.Name == "pair" || t.Name == "tuple") {
			f.part(s, l, i, x)
		}
	}
	if t == nil || t.Form == cuda.NamedType || t.Form == cuda.AutoType {
		of := s.partsOf(l)
		s.write([]*place{l}, []*pointer{f.fresh(s, e.Pos.String(), all...)})
		s.putParts(l, of)
	}
}

// oneList is the only item of a list, if that is a list.
func oneList(e *cuda.InitList) (*cuda.InitList, bool) {
	if len(e.Items) != 1 {
		return nil, false
	}
	in, is := e.Items[0].(*cuda.InitList)
	return in, is
}

// construct makes an object of a class.
func (f *frame) construct(s *state, l *place, t *cuda.TypeExpr, args []cuda.Expr, at string, brace bool) {
	t = bare(t)
	var r *cuda.RecordDecl
	if t != nil && t.Form == cuda.NamedType {
		r = f.file.flow.Class(t.Name)
	}
	if r == nil {
		f.constructUnseen(s, l, t, args, at, brace)
		return
	}
	if setsPointers(f, r) {
		f.file.steps = mostPieces + 1 // what the destructor does, and when, is not followed
	}
	var by []*cuda.FuncDecl
	own := false
	for _, m := range r.Methods {
		if m.Ctor && !m.Deleted && !m.Defaulted {
			own = own || len(m.Params) != 1 || bare(m.Params[0].Type) == nil || bare(m.Params[0].Type).Name != r.Name
			if len(args) <= len(m.Params) && len(args) >= f.file.flow.Least(m) || len(m.Params) > 0 && m.Params[len(m.Params)-1].Pack {
				by = append(by, m)
			}
		}
	}
	if len(args) == 1 { // a copy
		if t := f.classOf(f.typeOf(args[0])); t == r || t == nil && !isPointer(f.typeOf(args[0])) && !isNumber(f.typeOf(args[0])) && len(by) != 1 {
			if all, from := f.value(s, args[0]); from != nil && (t != nil || len(by) == 0) {
				members := s.clone()
				f.store(s, l, all, from)
				if t == nil && !own {
					f.first(s, l, r, all) // it may be what the first member is
					f.aggregate(members, l, r, args, at)
					*s = *joined([]*state{s.clone(), members})
				}
				return
			} else if from != nil {
				f.constructUnseen(s, l, nil, args, at, false)
				return
			}
		}
	}
	if len(by) > 0 {
		var list []*cuda.FuncDecl
		for _, m := range by {
			if _, seen := f.file.flow.Statements(m); seen {
				list = append(list, m)
			}
		}
		if len(list) == len(by) && len(list) <= mostCandidates {
			f.inlineAll(s, list, args, []*place{l}, at)
			return
		}
		f.constructUnseen(s, l, nil, args, at, false)
		return
	}
	if own && len(args) > 0 {
		f.constructUnseen(s, l, nil, args, at, false)
		return
	}
	f.aggregate(s, l, r, args, at)
}

// setsPointers reports whether the destructor of a class may give something else than null to a pointer.
func setsPointers(f *frame, r *cuda.RecordDecl) bool {
	known, asked := f.file.setting[r]
	if asked {
		return known
	}
	for _, m := range r.Methods {
		if !strings.HasPrefix(m.Name, "~") {
			continue
		}
		open, ok := f.file.code.Body(m)
		if !ok {
			continue
		}
		in := &frame{file: f.file, fn: m, self: []*place{behind(firstOf(variable("this"))).part("[0]")}, scopes: []map[string]string{{}}}
		c := f.file.code
		for i := open + 1; i < c.Match(open); i++ {
			if c.Text(i) != "=" || isNull(c.Text(i+1)) && c.Text(i+2) == ";" {
				continue
			}
			left := c.Token(i - 1)
			known = known || left.Kind != source.Ident || !isNumber(in.typeOf(&cuda.Ident{Pos: left.Pos, Name: left.Text})) && !declaredBefore(c, i-1)
		}
	}
	f.file.setting[r] = known
	return known
}

// declaredBefore reports whether the name at token i is that of a new variable which is no reference: float *p = q;
func declaredBefore(c *cuda.Code, i int) bool {
	t := c.Token(i - 1)
	return t.Kind == source.Ident && t.Text != "return" || t.Text == "*" && c.Token(i-2).Kind == source.Ident && !statement(c, i-2)
}

// first adds pointers to what the first member of an object without constructors may hold.
func (f *frame) first(s *state, l *place, r *cuda.RecordDecl, all []*pointer) {
	if len(r.Bases) > 0 {
		if base := f.file.flow.Class(r.Bases[0].Name); base != nil {
			f.first(s, l, base, all)
		}
		return
	}
	for _, d := range r.Fields {
		if d.Static {
			continue
		}
		at := l.part("." + fieldName(r, d))
		if of := f.classOf(d.Type); of != nil && of != r {
			f.first(s, at, of, all)
		} else {
			s.held[at.key] = &content{at: at, all: union(s.read(at), all)}
		}
		return
	}
}

// aggregate gives the bases and members of an object without constructors their values.
func (f *frame) aggregate(s *state, l *place, r *cuda.RecordDecl, args []cuda.Expr, at string) {
	n := 0
	in := *f
	in.self = []*place{l}
	in.scopes = []map[string]string{{}}
	in.fn, in.own = methodOf(r, f.fn), r
	for _, b := range r.Bases {
		base := f.file.flow.Class(b.Name)
		if base == nil {
			continue
		}
		var own []cuda.Expr
		if n < len(args) {
			own = []cuda.Expr{args[n]}
			if list, is := args[n].(*cuda.InitList); is {
				own = list.Items
			}
			n++
		}
		f.construct(s, l, b, own, at, true)
	}
	for _, d := range r.Fields {
		if d.Static {
			continue
		}
		switch {
		case n < len(args):
			f.initialise(s, l.part("."+fieldName(r, d)), d.Type, args[n])
		case d.Init != nil:
			in.initialise(s, l.part("."+fieldName(r, d)), d.Type, d.Init)
		case f.classOf(d.Type) != nil:
			f.construct(s, l.part("."+d.Name), d.Type, nil, at, false)
		}
		n++
	}
}

// fieldName is what a member is called in paths: all members of a union are one.
func fieldName(r *cuda.RecordDecl, d *cuda.VarDecl) string {
	if r.Kind == "union" {
		return "union"
	}
	return d.Name
}

// methodOf is some method of a class, whose names the initialisers of its members see; otherwise if it has none.
func methodOf(r *cuda.RecordDecl, otherwise *cuda.FuncDecl) *cuda.FuncDecl {
	if len(r.Methods) > 0 {
		return r.Methods[0]
	}
	return otherwise
}

// constructUnseen makes an object of a class that is not seen: it may have each of the pointers anywhere.
func (f *frame) constructUnseen(s *state, l *place, t *cuda.TypeExpr, args []cuda.Expr, at string, brace bool) {
	if t != nil && t.Form == cuda.PointerType && len(args) == 1 {
		f.initialise(s, l, t, args[0])
		return
	}
	if isContainer(t) && !brace {
		f.filled(s, l, args)
		return
	}
	if len(args) == 1 && t != nil && (t.Name == "function" || t.Name == "optional" || t.Name == "atomic" || smart[t.Name]) {
		all, from := f.value(s, args[0])
		f.store(s, l, all, from)
		return
	}
	var all []*pointer
	for i, a := range args {
		path := "[" + strconv.Itoa(i) + "]"
		f.initialise(s, l.part(path), nil, a)
		if !isNumber(f.typeOf(a)) {
			all = append(all, s.read(l.part(path))...)
		}
	}
	for _, a := range args { // std::thread t(f, std::ref(p))
		if call, is := a.(*cuda.CallExpr); is && (lastName(call.Fun) == "ref" || lastName(call.Fun) == "std::ref") && len(call.Args) == 1 && !isNumber(f.typeOf(call.Args[0])) {
			f.spoil(s, f.place(s, call.Args[0]), notRead(a), all)
		}
	}
	if len(all) > 0 {
		of := s.partsOf(l)
		whole := f.fresh(s, at, all...)
		whole.handed = true
		s.write([]*place{l}, []*pointer{whole})
		if brace || t != nil && (t.Name == "pair" || t.Name == "tuple") {
			s.putParts(l, of)
		}
		if t != nil && (t.Name == "pair" || t.Name == "tuple") {
			for i, a := range args {
				f.part(s, l, i, a)
			}
		}
	}
}

// smart are pointers that own what they lead to.
var smart = map[string]bool{"unique_ptr": true, "shared_ptr": true, "device_ptr": true, "reference_wrapper": true}

// filled makes a container by its constructor: of some elements that are all one value, or of what is in another one.
func (f *frame) filled(s *state, l *place, args []cuda.Expr) {
	if len(args) == 1 {
		if t := bare(f.typeOf(args[0])); isContainer(t) {
			all, from := f.value(s, args[0])
			f.store(s, l, all, from)
			return
		}
	}
	some := l.part("[" + every + "]")
	for _, a := range args {
		if isNumber(f.typeOf(a)) {
			f.count(s, a)
			continue
		}
		all, from := f.value(s, a)
		for _, p := range all { // of two iterators
			if p.to != nil && lastIndex(p.to.path) >= 0 {
				all = union(all, s.reached([]*pointer{p}))
			}
		}
		if len(all) == 0 {
			continue
		}
		f.store(s, some, all, from)
		if c := s.held[some.key]; c != nil {
			s.held[some.key] = &content{c.at, c.all, true}
		}
	}
}
