package apart

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
)

// What expressions of host code do to pointers, and which they are.

// value are the pointers that an expression may be, none for numbers; from is where the value is copied from, nil for what
// is no object.
func (f *frame) value(s *state, e cuda.Expr) (all []*pointer, from *place) {
	switch e := e.(type) {
	case *cuda.CastExpr:
		return f.value(s, e.X)
	case *cuda.AssignExpr:
		f.assign(s, e)
		return f.value(s, e.X)
	case *cuda.UnaryExpr:
		switch e.Op {
		case "&":
			s.forget(nameIn(e.X))
			for _, l := range f.place(s, e.X) {
				all = append(all, addressOf(l))
			}
			return all, nil
		case "++", "--":
			s.forget(nameIn(e.X))
			return f.value(s, e.X)
		case "*":
		default:
			f.value(s, e.X)
			return nil, nil
		}
	case *cuda.BinaryExpr:
		x, _ := f.value(s, e.X)
		y, _ := f.value(s, e.Y)
		switch {
		case e.Op == ",":
			return y, nil
		case e.Op != "+" && e.Op != "-" && e.Op != "&" && e.Op != "|":
			return nil, nil
		case e.Op == "-" || len(y) == 0 || f.certain(e.X):
			return x, nil
		case len(x) == 0 || f.certain(e.Y):
			return y, nil
		}
		return x, nil
	case *cuda.CondExpr:
		f.value(s, e.C)
		text, _ := conditionText(e.C)
		if is, decided := s.decided[text]; decided {
			if is {
				return f.value(s, e.X)
			}
			return f.value(s, e.Y)
		}
		x, _ := f.value(s, e.X)
		y, _ := f.value(s, e.Y)
		return union(x, y), nil
	case *cuda.CallExpr:
		all, places := f.call(s, e)
		if len(places) == 1 {
			return all, places[0]
		}
		return all, nil
	case *cuda.ConstructExpr, *cuda.InitList, *cuda.NewExpr:
		l := variable("made" + f.tag + "@" + e.ExprPos().String())
		switch e := e.(type) {
		case *cuda.NewExpr:
			if e.Len != nil {
				return []*pointer{f.fresh(s, e.Pos.String())}, nil
			}
			f.construct(s, l, e.Type, e.Args, e.Pos.String())
			return []*pointer{addressOf(l)}, nil
		case *cuda.ConstructExpr:
			f.construct(s, l, e.Type, e.Args, e.Pos.String())
		case *cuda.InitList:
			f.list(s, l, nil, e)
		}
		return s.read(l), l
	case *cuda.ThisExpr:
		for _, l := range f.self {
			all = append(all, addressOf(l))
		}
		return all, nil
	case *cuda.LambdaExpr, *cuda.IntLit, *cuda.FloatLit, *cuda.StringLit, *cuda.BoolLit, *cuda.NullLit, *cuda.SizeofExpr, *cuda.PackExpr, *cuda.FoldExpr:
		return nil, nil
	default:
		// Names, members and elements are places.
	}
	if isNumber(f.typeOf(e)) {
		return nil, nil
	}
	places := f.place(s, e)
	if t := f.typeOf(e); t != nil && t.Form == cuda.ArrayType {
		for _, l := range places {
			p := *addressOf(l)
			p.array = p.to != nil
			all = append(all, &p)
		}
		return all, nil
	}
	for _, l := range places {
		all = union(all, s.read(l))
	}
	if len(places) == 1 {
		from = places[0]
	}
	return all, from
}

// nameIn is the last name of what an expression names.
func nameIn(e cuda.Expr) string {
	switch e := e.(type) {
	case *cuda.Ident:
		return e.Name
	case *cuda.MemberExpr:
		return e.Name
	case *cuda.IndexExpr:
		return nameIn(e.X)
	case *cuda.UnaryExpr:
		return nameIn(e.X)
	default:
		return "\x00"
	}
}

// typeOf is the type that a variable or a member is declared with, nil if that is not known.
func (f *frame) typeOf(e cuda.Expr) *cuda.TypeExpr {
	switch e := e.(type) {
	case *cuda.Ident:
		if key := f.variableOf(e.Name); key != "" && len(e.Path) == 0 {
			return f.types[key]
		}
		if d := f.flow.Global(e.Name); d != nil && !f.ownMember(e.Name) {
			return d.Type
		}
		if f.ownMember(e.Name) {
			return only(f.flow.FieldTypes(e.Name))
		}
	case *cuda.MemberExpr:
		return only(f.flow.FieldTypes(e.Name))
	case *cuda.IndexExpr:
		if t := f.typeOf(e.X); t != nil && (t.Form == cuda.ArrayType || t.Form == cuda.PointerType) {
			return t.Elem
		}
	case *cuda.CastExpr:
		return e.Type
	default:
	}
	return nil
}

// only is the one type of which all are, nil if they differ in form.
func only(list []*cuda.TypeExpr) *cuda.TypeExpr {
	for _, t := range list {
		if t == nil || t.Form != list[0].Form || isNumber(t) != isNumber(list[0]) {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

var numbers = map[string]bool{"int": true, "unsigned": true, "unsigned int": true, "long": true, "unsigned long": true, "long long": true, "unsigned long long": true,
	"short": true, "unsigned short": true, "char": true, "signed char": true, "unsigned char": true, "bool": true, "float": true, "double": true, "size_t": true,
	"ssize_t": true, "ptrdiff_t": true, "int8_t": true, "int16_t": true, "int32_t": true, "int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true,
	"uint64_t": true, "uint": true, "dim3": true, "cudaError_t": true, "cudaStream_t": true}

func isNumber(t *cuda.TypeExpr) bool {
	if t != nil && t.Form == cuda.ReferenceType {
		t = t.Elem
	}
	return t != nil && t.Form == cuda.NamedType && numbers[t.Name]
}

func isPointer(t *cuda.TypeExpr) bool {
	if t != nil && t.Form == cuda.ReferenceType {
		t = t.Elem
	}
	return t != nil && (t.Form == cuda.PointerType || t.Form == cuda.ArrayType)
}

// certain reports whether an expression is certainly a pointer, and no number.
func (f *frame) certain(e cuda.Expr) bool {
	switch x := e.(type) {
	case *cuda.UnaryExpr:
		return x.Op == "&"
	case *cuda.BinaryExpr:
		return f.certain(x.X) || f.certain(x.Y)
	default:
		return isPointer(f.typeOf(e))
	}
}

func (f *frame) ownMember(name string) bool {
	if f.self == nil || f.variableOf(name) != "" {
		return false
	}
	r := f.flow.OwnClass(f.fn)
	if r == nil {
		return f.flow.Global(name) == nil
	}
	return slices.ContainsFunc(r.Fields, func(d *cuda.VarDecl) bool { return d.Name == name }) || len(r.Bases) > 0 && f.flow.Global(name) == nil
}

// named are the places that a variable names.
func (f *frame) named(s *state, key string) []*place {
	if places := s.names[key]; len(places) > 0 {
		return places
	}
	return []*place{variable(key)}
}

// place are the places that an expression may name.
func (f *frame) place(s *state, e cuda.Expr) []*place {
	switch e := e.(type) {
	case *cuda.CastExpr:
		return f.place(s, e.X)
	case *cuda.Ident:
		key := f.variableOf(e.Name)
		switch {
		case e.HasArgs || e.Name == "NULL":
		case key != "" && len(e.Path) == 0:
			return f.named(s, key)
		case len(e.Path) == 0 && f.ownMember(e.Name):
			return parts(f.self, "."+e.Name)
		default:
			return []*place{variable("::" + e.Name)}
		}
	case *cuda.MemberExpr:
		if e.Arrow {
			return parts(f.leads(s, e.X, ""), "."+e.Name)
		}
		return parts(f.place(s, e.X), "."+e.Name)
	case *cuda.IndexExpr:
		index := indexText(e.I)
		f.value(s, e.I)
		if t := f.typeOf(e.X); t != nil && t.Form == cuda.NamedType { // a container
			return parts(f.place(s, e.X), index)
		}
		return f.leads(s, e.X, index)
	case *cuda.UnaryExpr:
		switch e.Op {
		case "*":
			if b, is := e.X.(*cuda.BinaryExpr); is && b.Op == "+" {
				return f.leads(s, b.X, indexText(b.Y))
			}
			return f.leads(s, e.X, "")
		case "++", "--":
			return f.place(s, e.X)
		}
	case *cuda.AssignExpr:
		f.assign(s, e)
		return f.place(s, e.X)
	case *cuda.CondExpr:
		return append(f.place(s, e.X), f.place(s, e.Y)...)
	case *cuda.CallExpr:
		_, places := f.call(s, e)
		return places
	case *cuda.ConstructExpr, *cuda.InitList:
		if _, from := f.value(s, e); from != nil {
			return []*place{from}
		}
	default:
		// Others are no places.
	}
	return nil
}

func parts(places []*place, path string) []*place {
	var out []*place
	for _, l := range places {
		out = append(out, l.part(path))
	}
	return out
}

// leads are the places to which a pointer leads, index elements behind.
func (f *frame) leads(s *state, e cuda.Expr, index string) []*place {
	all, _ := f.value(s, e)
	var out []*place
	for _, p := range all {
		if p.depth() < deepest {
			out = append(out, p.at(index))
		}
	}
	return out
}

// indexText is an index as part of a path: the same text is the same number, as long as it has no effects.
func indexText(e cuda.Expr) string {
	if n, is := e.(*cuda.IntLit); is {
		return "[" + strconv.FormatUint(n.Value, 10) + "]"
	}
	text := cuda.TemplateArg{Expr: e}.Text()
	pure := true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.AssignExpr, *cuda.CallExpr:
			pure = false
		case *cuda.UnaryExpr:
			pure = pure && x.Op != "++" && x.Op != "--"
		default:
		}
		return pure
	})
	if !pure {
		text = e.ExprPos().String()
	}
	return "[" + strings.NewReplacer("[", "{", "]", "}", ".", "_").Replace(text) + "]"
}

// assign executes x = y and x += y.
func (f *frame) assign(s *state, e *cuda.AssignExpr) {
	s.forget(nameIn(e.X))
	if e.Op != "=" {
		f.value(s, e.Y)
		return
	}
	if call, is := e.X.(*cuda.CallExpr); is { // std::tie(p, n) = f();
		from, _ := f.value(s, e.Y)
		for i, a := range call.Args {
			s.write(f.place(s, a), []*pointer{f.fresh(s, e.Pos.String()+"#"+strconv.Itoa(i), madeOf(from)...)})
		}
		return
	}
	if isNumber(f.typeOf(e.X)) {
		f.value(s, e.Y)
		return
	}
	all, from := f.value(s, e.Y)
	places := f.place(s, e.X)
	if len(places) == 1 {
		f.store(s, places[0], all, from)
		return
	}
	s.write(places, all)
}

// madeOf are the pointers that something fresh was made of, itself where it was made of none.
func madeOf(all []*pointer) []*pointer {
	var out []*pointer
	for _, p := range all {
		if len(p.from) > 0 {
			out = union(out, p.from)
		} else {
			out = union(out, []*pointer{p})
		}
	}
	return out
}

// store puts a value into a place, with its parts where it is an object.
func (f *frame) store(s *state, l *place, all []*pointer, from *place) {
	var of map[string][]*pointer
	if from != nil {
		of = s.partsOf(from)
	}
	s.write([]*place{l}, all)
	s.putParts(l, of)
}

// initialise gives a new variable or member its value.
func (f *frame) initialise(s *state, l *place, t *cuda.TypeExpr, e cuda.Expr) {
	switch e := e.(type) {
	case *cuda.InitList:
		f.list(s, l, t, e)
		return
	case *cuda.ConstructExpr:
		f.construct(s, l, e.Type, e.Args, e.Pos.String())
		return
	default:
	}
	if isNumber(t) {
		f.value(s, e)
		return
	}
	all, from := f.value(s, e)
	f.store(s, l, all, from)
}

// list gives a variable the values of a list.
func (f *frame) list(s *state, l *place, t *cuda.TypeExpr, e *cuda.InitList) {
	if t != nil && t.Form == cuda.NamedType && f.flow.Class(t.Name) != nil && e.Fields == nil {
		f.construct(s, l, t, e.Items, e.Pos.String())
		return
	}
	if isPointer(t) && t.Form == cuda.PointerType && len(e.Items) == 1 {
		f.initialise(s, l, t, e.Items[0])
		return
	}
	var all []*pointer
	for i, x := range e.Items {
		path := "[" + strconv.Itoa(i) + "]"
		if e.Fields != nil && e.Fields[i] != "" {
			path = "." + e.Fields[i]
		}
		var elem *cuda.TypeExpr
		if t != nil && t.Form == cuda.ArrayType {
			elem = t.Elem
		}
		f.initialise(s, l.part(path), elem, x)
		all = append(all, s.read(l.part(path))...)
	}
	if t == nil || t.Form == cuda.NamedType || t.Form == cuda.AutoType {
		of := s.partsOf(l)
		s.write([]*place{l}, []*pointer{f.fresh(s, e.Pos.String(), all...)})
		s.putParts(l, of)
	}
}

// construct makes an object of a class.
func (f *frame) construct(s *state, l *place, t *cuda.TypeExpr, args []cuda.Expr, at string) {
	var r *cuda.RecordDecl
	if t != nil && t.Form == cuda.NamedType {
		r = f.flow.Class(t.Name)
	}
	if r == nil {
		if t != nil && t.Form == cuda.PointerType && len(args) == 1 {
			f.initialise(s, l, t, args[0])
			return
		}
		var all []*pointer
		for i, a := range args {
			f.initialise(s, l.part("["+strconv.Itoa(i)+"]"), nil, a)
			all = append(all, s.read(l.part("["+strconv.Itoa(i)+"]"))...)
		}
		if len(all) > 0 {
			of := s.partsOf(l)
			s.write([]*place{l}, []*pointer{f.fresh(s, at, all...)})
			s.putParts(l, of)
		}
		return
	}
	var by []*cuda.FuncDecl
	any := false
	for _, m := range r.Methods {
		if m.Ctor && !m.Deleted {
			any = true
			if len(args) <= len(m.Params) && len(args) >= f.flow.Least(m) {
				by = append(by, m)
			}
		}
	}
	if len(args) == 1 && len(by) != 1 { // a copy
		all, from := f.value(s, args[0])
		if from != nil {
			f.store(s, l, all, from)
			return
		}
	}
	switch {
	case len(by) == 1 && by[0].HasBody:
		for _, d := range r.Fields {
			if d.Init != nil && !d.Static {
				f.initialise(s, l.part("."+d.Name), d.Type, d.Init)
			}
		}
		f.inline(s, by[0], args, []*place{l}, at)
	case any:
		for i, a := range args {
			all, _ := f.value(s, a)
			s.write([]*place{l.part("[" + strconv.Itoa(i) + "]")}, all)
		}
	default:
		n := 0
		for _, d := range r.Fields {
			if d.Static {
				continue
			}
			if n < len(args) {
				f.initialise(s, l.part("."+d.Name), d.Type, args[n])
			} else if d.Init != nil {
				f.initialise(s, l.part("."+d.Name), d.Type, d.Init)
			}
			n++
		}
	}
}
