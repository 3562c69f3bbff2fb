package apart

import (
	"strconv"
	"strings"

	"gv2/frontend/cuda"
)

// call executes a call: what it gives, and the places where that is.
func (f *frame) call(s *state, e *cuda.CallExpr) ([]*pointer, []*place) {
	at := e.Pos.String()
	switch fun := e.Fun.(type) {
	case *cuda.Ident:
		if all, places, known := f.library(s, fun.Name, e.Args); known {
			return all, places
		}
		if fun.Name == "get" && len(fun.Args) == 1 && len(e.Args) == 1 { // std::get<0>(t)
			places := parts(f.place(s, e.Args[0]), ".get"+strings.ReplaceAll(fun.Args[0].Text(), ".", "_"))
			var all []*pointer
			for _, l := range places {
				all = union(all, s.read(l))
			}
			return all, places
		}
		if key := f.variableOf(fun.Name); key != "" && len(fun.Path) == 0 {
			given := s.read(variable(key)) // what a lambda gives, or what it is given
			for _, a := range e.Args {
				if all, _ := f.value(s, a); f.certain(a) {
					given = union(given, all)
				}
			}
			return given, nil
		}
		if fn := f.flow.Callee(fun.Name, len(e.Args)); fn != nil && f.variableOf(fun.Name) == "" {
			return f.inline(s, fn, e.Args, nil, at)
		}
		if f.flow.Class(fun.Name) != nil && f.variableOf(fun.Name) == "" {
			l := variable("made" + f.tag + "@" + at)
			f.construct(s, l, &cuda.TypeExpr{Form: cuda.NamedType, Name: fun.Name}, e.Args, at)
			return s.read(l), []*place{l}
		}
		if f.self != nil && f.ownMethod(fun.Name, len(e.Args)) != nil {
			return f.inline(s, f.ownMethod(fun.Name, len(e.Args)), e.Args, f.self, at)
		}
		return f.unseen(s, fun.Name, e.Args, at), nil
	case *cuda.MemberExpr:
		var of []*place
		if fun.Arrow {
			of = f.leads(s, fun.X, "")
		} else {
			of = f.place(s, fun.X)
		}
		if fn := f.flow.Method(fun.Name, len(e.Args)); fn != nil && len(of) > 0 && !fn.Static {
			return f.inline(s, fn, e.Args, of, at)
		}
		if len(e.Args) == 0 && (fun.Name == "data" || fun.Name == "get" || strings.HasSuffix(fun.Name, "data_ptr")) {
			var all []*pointer
			for _, l := range of {
				t := f.types[l.name]
				if l.path != "" || l.through != nil {
					t = f.typeOf(fun.X)
				}
				if t != nil && t.Form == cuda.ReferenceType {
					t = t.Elem
				}
				if t != nil && t.Form == cuda.NamedType && containers[t.Name] {
					all = append(all, addressOf(l.part("[0]")))
				} else {
					all = union(all, s.read(l.part(".data()")))
				}
			}
			return all, nil
		}
		if (fun.Name == "push_back" || fun.Name == "emplace_back") && len(e.Args) == 1 {
			all, from := f.value(s, e.Args[0])
			for _, l := range parts(of, "[pushed "+strings.ReplaceAll(at, ".", "_")+"]") {
				f.store(s, l, all, from)
			}
			return nil, nil
		}
		f.unseen(s, "make", e.Args, at)
		return []*pointer{f.fresh(s, at)}, nil
	default:
		for _, a := range e.Args {
			f.value(s, a)
		}
		return []*pointer{f.fresh(s, at)}, nil
	}
}

// containers hold elements of their own.
var containers = map[string]bool{"vector": true, "device_vector": true, "host_vector": true, "array": true}

func (f *frame) ownMethod(name string, n int) *cuda.FuncDecl {
	fn := f.flow.Method(name, n)
	if fn == nil || f.flow.OwnClass(fn) != f.flow.OwnClass(f.fn) || fn.Static {
		return nil
	}
	return fn
}

// library executes functions of the standard library that hand pointers on.
func (f *frame) library(s *state, name string, args []cuda.Expr) (all []*pointer, places []*place, known bool) {
	switch {
	case name == "swap" && len(args) == 2:
		x, y := f.place(s, args[0]), f.place(s, args[1])
		if len(x) == 1 && len(y) == 1 {
			s.exchange(x[0], y[0])
		} else {
			for _, l := range x {
				for _, m := range y {
					both := union(s.read(l), s.read(m))
					s.write([]*place{l}, both)
					s.write([]*place{m}, both)
				}
			}
		}
		return nil, nil, true
	case name == "exchange" && len(args) == 2:
		x := f.place(s, args[0])
		for _, l := range x {
			all = union(all, s.read(l))
		}
		next, _ := f.value(s, args[1])
		s.write(x, next)
		return all, nil, true
	case (name == "move" || name == "forward" || name == "as_const" || name == "launder" || name == "raw_pointer_cast" || name == "ref" || name == "cref") && len(args) == 1,
		(name == "next" || name == "prev" || name == "assume_aligned" || name == "__builtin_assume_aligned") && len(args) >= 1:
		all, from := f.value(s, args[0])
		if from != nil {
			places = []*place{from}
		}
		return all, places, true
	case name == "make_pair" || name == "make_tuple" || name == "forward_as_tuple" || name == "tie":
		var from []*pointer
		at := ""
		for _, a := range args {
			x, _ := f.value(s, a)
			from, at = append(from, x...), a.ExprPos().String()
		}
		return []*pointer{f.fresh(s, "of "+at, from...)}, nil, true
	case (name == "addressof" || name == "__addressof") && len(args) == 1:
		for _, l := range f.place(s, args[0]) {
			all = append(all, addressOf(l))
		}
		return all, nil, true
	}
	return nil, nil, false
}

// unseen executes a function whose body is not seen: it sets what it gets the address of, and what it returns may be made of the
// pointers that it gets, unless its name says that it makes something new.
func (f *frame) unseen(s *state, name string, args []cuda.Expr, at string) []*pointer {
	low := strings.ToLower(name)
	anew := false
	for _, word := range []string{"alloc", "new", "create", "make", "copy", "clone", "dup", "upload", "like", "empty", "todevice", "load", "read", "get", "open", "init"} {
		anew = anew || strings.Contains(low, word)
	}
	var set []*place
	var got []*pointer
	for _, a := range args {
		all, _ := f.value(s, a)
		s.forget(nameIn(a))
		for _, p := range all {
			if p.to != nil && !p.array {
				set = append(set, p.to)
			} else if f.certain(a) {
				got = union(got, []*pointer{p})
			}
		}
	}
	if anew && name != "cudaHostGetDevicePointer" && name != "cudaGetSymbolAddress" { // which say where something is
		got = nil
	}
	if name == "memcpy" && len(set) == 2 {
		f.store(s, set[0], s.read(set[1]), set[1])
		return nil
	}
	if name == "cudaHostGetDevicePointer" || name == "cudaGetSymbolAddress" {
		s.write(set, got)
		return nil
	}
	for i, l := range set {
		s.write([]*place{l}, []*pointer{f.fresh(s, at+"#"+strconv.Itoa(i), got...)})
	}
	if len(set) > 0 {
		got = nil
	}
	return []*pointer{f.fresh(s, at, got...)}
}

// inline executes a function of the file in place of its call; self is the object of a method.
func (f *frame) inline(s *state, fn *cuda.FuncDecl, args []cuda.Expr, self []*place, at string) ([]*pointer, []*place) {
	list, ok := f.flow.Statements(fn)
	if f.depth >= mostInline || !ok || f.steps > mostPieces {
		for _, a := range args {
			f.value(s, a)
		}
		return []*pointer{f.fresh(s, at)}, nil
	}
	in := &frame{Program: f.Program, fn: fn, scopes: []map[string]string{{}}, self: self, depth: f.depth + 1}
	in.tag = f.tag + "'" + at
	in.result = variable("result" + in.tag)
	for k := range s.partsOf(in.result) {
		delete(s.held, in.result.key+k)
	}
	delete(s.held, in.result.key)
	for i, q := range fn.Params {
		a := q.Default
		if i < len(args) {
			a = args[i]
		}
		key := q.Name + in.tag + "@" + strconv.Itoa(i)
		l := variable(key)
		in.name(q.Name, key, q.Type)
		delete(s.names, key)
		if q.Type != nil && q.Type.Form == cuda.ReferenceType && a != nil {
			if places := f.place(s, a); len(places) > 0 {
				s.names[key] = places
				if q.Type.Elem == nil || !q.Type.Elem.Const {
					s.forget(nameIn(a))
				}
				continue
			}
		}
		if a != nil {
			f.initialise(s, l, q.Type, a)
		}
	}
	if fn.Ctor {
		in.members(s, fn, at)
	}
	outer := s.decided
	states := append(in.block(list, undecided([]*state{s.clone()})), in.returned...)
	if len(states) == 0 {
		return nil, nil // it does not return
	}
	*s = *joined(states)
	s.decided = outer
	if len(in.places) > 0 {
		return in.values, in.places
	}
	return in.values, []*place{in.result}
}

// members executes the initialisers of a constructor.
func (f *frame) members(s *state, fn *cuda.FuncDecl, at string) {
	body, _ := fn.Body()
	if body == nil {
		return
	}
	r := f.flow.OwnClass(fn)
	for _, in := range body.Inits {
		if in.Name == nil {
			continue
		}
		member := false
		var t *cuda.TypeExpr
		if r != nil {
			for _, d := range r.Fields {
				if d.Name == in.Name.Name {
					member, t = true, d.Type
				}
			}
		}
		for _, l := range f.self {
			switch {
			case !member:
				f.construct(s, l, in.Name, in.Args, at)
			case len(in.Args) == 1 && !(t != nil && t.Form == cuda.NamedType && f.flow.Class(t.Name) != nil):
				f.initialise(s, l.part("."+in.Name.Name), t, in.Args[0])
			default:
				f.construct(s, l.part("."+in.Name.Name), t, in.Args, at)
			}
		}
	}
}
