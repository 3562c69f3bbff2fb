package apart

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
)

// call executes a call: what it gives, and the places where that is.
func (f *frame) call(s *state, e *cuda.CallExpr) ([]*pointer, []*place) {
	at := e.Pos.String()
	switch fun := e.Fun.(type) {
	case *cuda.Ident:
		return f.callNamed(s, e, fun, at)
	case *cuda.MemberExpr:
		var of []*place
		switch t := bare(f.typeOf(fun.X)); {
		case fun.Arrow && t != nil && t.Name == "optional":
			of = f.place(s, fun.X)
		case fun.Arrow:
			if _, places, is := f.overloaded(s, "->", e, fun.X); is {
				of = f.behindAll(s, f.readAll(s, places), f.file.nums.literal(0))
			} else {
				of = f.leads(s, fun.X, f.file.nums.literal(0))
			}
		default:
			of = f.place(s, fun.X)
		}
		if list := f.methodsOf(fun, len(e.Args)); len(list) > 0 && len(of) > 0 {
			if knownClass(f, fun) {
				return f.inlineAll(s, list, e.Args, of, at)
			}
			other := s.clone() // it may be a method of a class that is not seen
			more, where := f.methodUnseen(other, fun, of, e.Args, at)
			all, places := f.inlineAll(s, list, e.Args, of, at)
			*s = *joined([]*state{s.clone(), other})
			return union(all, more), append(places, where...)
		}
		if key := memberCode(f, s, of, fun.Name); key != nil { // s.f(x) with a lambda in s
			return f.callPointers(s, key, e.Args, at)
		}
		return f.methodUnseen(s, fun, of, e.Args, at)
	default:
		if all, places, is := f.overloaded(s, "()", e, append([]cuda.Expr{fun}, e.Args...)...); is {
			return all, places
		}
		all, _ := f.value(s, fun)
		return f.callPointers(s, all, e.Args, at)
	}
}

func (f *frame) callNamed(s *state, e *cuda.CallExpr, fun *cuda.Ident, at string) ([]*pointer, []*place) {
	if key := f.variableOf(fun.Name); key != "" && len(fun.Path) == 0 {
		if out, places, is := f.overloaded(s, "()", e, append([]cuda.Expr{fun}, e.Args...)...); is {
			return out, places
		}
		return f.callPointers(s, f.readAll(s, f.named(s, key)), e.Args, at)
	}
	if len(interfering(f, s, e.Args)) > 0 && len(f.file.flow.Functions(fun.Name)) == 0 && (!f.ownMember(fun.Name) && len(f.ownMethods(fun.Name, len(e.Args))) == 0) {
		inOrders(f, s, e.Args, func(s *state, n int) { f.value(s, e.Args[n]) })
		return f.mixing(s, notFollowed("in which order arguments are evaluated", e.Pos.Line), e.Args...), nil
	}
	if all, places, known := f.library(s, fun, e.Args); known {
		return all, places
	}
	if f.self != nil {
		if list := f.ownMethods(fun.Name, len(e.Args)); len(list) > 0 {
			return f.inlineAll(s, list, e.Args, f.self, at)
		}
	}
	if d := f.file.flow.Global(fun.Name); d != nil && f.variableOf(fun.Name) == "" {
		if _, is := d.Init.(*cuda.LambdaExpr); is {
			spoilGlobals(f, s, e.Pos.Line)
			return f.mixing(s, notFollowed("the lambda `"+fun.Name+"`", e.Pos.Line), e.Args...), nil
		}
	}
	if len(fun.Path) == 0 && (f.ownMember(fun.Name) || f.file.flow.Global(fun.Name) != nil) {
		return f.callPointers(s, f.readAll(s, f.place(s, fun)), e.Args, at) // a lambda in a member, or at file level
	}
	if args := f.unpacked(s, e.Args); packed(args) == 0 {
		if list := f.file.flow.Candidates(fun.Name, len(args), false); len(list) > 0 && !ofLibrary(fun) {
			return f.inlineAll(s, list, args, nil, at)
		}
	} else if len(f.file.flow.Functions(fun.Name)) > 0 && !ofLibrary(fun) {
		return f.mixing(s, notFollowed("with what `"+fun.Name+"` is called", e.Pos.Line), e.Args...), nil
	}
	if f.file.flow.Class(fun.Name) != nil {
		l := variable("made" + f.tag + "@" + at)
		t := &cuda.TypeExpr{Form: cuda.NamedType, Name: fun.Name}
		f.file.types[l.key] = t
		f.construct(s, l, t, e.Args, at, false)
		return s.read(l), []*place{l}
	}
	if len(f.file.flow.Candidates(fun.Name, len(e.Args), true)) > 0 && len(fun.Path) > 0 { // a static method
		return f.inlineAll(s, f.file.flow.Candidates(fun.Name, len(e.Args), true), e.Args, nil, at)
	}
	return f.unseen(s, fun.Name, e.Args, at), nil
}

// packed counts the packs among arguments.
func packed(args []cuda.Expr) int {
	n := 0
	for _, a := range args {
		if _, is := a.(*cuda.PackExpr); is {
			n++
		}
	}
	return n
}

// memberCode are the lambdas that a member of objects holds, nil if it holds none.
func memberCode(f *frame, s *state, of []*place, name string) []*pointer {
	var out []*pointer
	for _, l := range of {
		for _, p := range s.read(l.part("." + name)) {
			if p.code != nil || p.fn != nil {
				out = append(out, p)
			}
		}
	}
	return out
}

// callPointers calls what a variable holds: lambdas, functions, or something that is not seen.
func (f *frame) callPointers(s *state, callees []*pointer, args []cuda.Expr, at string) ([]*pointer, []*place) {
	var out []*pointer
	var places []*place
	var states []*state
	called := false
	for _, p := range withElements(callees) {
		t := s.clone()
		var all []*pointer
		var of []*place
		switch {
		case p.code != nil:
			all, of = f.callLambda(t, p.code, args, at)
		case p.fn != nil && len(args) <= len(p.fn.Params):
			all, of = f.inline(t, p.fn, args, nil, at)
		default:
			all = f.unseen(t, "call", args, at)
			spoilGlobals(f, t, lineOfCall(args, at))
		}
		called = true
		out, places = union(out, all), append(places, of...)
		states = append(states, t)
	}
	if !called {
		return f.unseen(s, "call", args, at), nil
	}
	*s = *joined(states)
	return out, places
}

// withElements are callees with the lambdas and functions that an element of an array may be in its place.
func withElements(callees []*pointer) []*pointer {
	var out []*pointer
	for _, p := range callees {
		if p.of == nil || !slices.ContainsFunc(p.among, func(q *pointer) bool { return q.code != nil || q.fn != nil }) {
			out = union(out, []*pointer{p})
			continue
		}
		out = union(out, p.among)
	}
	return out
}

// knownClass reports whether it is known of which class the object is whose method is called.
func knownClass(f *frame, fun *cuda.MemberExpr) bool {
	t := bare(f.typeOf(fun.X))
	if fun.Arrow && t != nil && t.Form == cuda.PointerType {
		t = t.Elem
	}
	return f.classOf(t) != nil
}

// methodsOf are the methods that a call of x.name may mean: those of the class of x and its bases, if it is known.
func (f *frame) methodsOf(fun *cuda.MemberExpr, n int) []*cuda.FuncDecl {
	list := f.file.flow.Candidates(fun.Name, n, true)
	t := bare(f.typeOf(fun.X))
	if fun.Arrow && t != nil && t.Form == cuda.PointerType {
		t = t.Elem
	}
	if r := f.classOf(t); r != nil {
		own := f.inClass(list, r)
		if through := f.typeOf(fun.X); fun.Arrow || through.Form == cuda.ReferenceType {
			own = withOverriders(f, own, list, r)
		}
		if len(own) > 0 {
			return own
		}
	} else if isContainer(t) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(list), func(fn *cuda.FuncDecl) bool { return fn.Static })
}

// inClass are the methods among list of a class or, if it has none, of its bases.
func (f *frame) inClass(list []*cuda.FuncDecl, r *cuda.RecordDecl) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, fn := range list {
		if f.file.flow.OwnClass(fn) == r || slices.Contains(r.Methods, fn) {
			out = append(out, fn)
		}
	}
	for i := 0; i < len(r.Bases) && len(out) == 0; i++ {
		if base := f.file.flow.Class(r.Bases[i].Name); base != nil && base != r {
			out = f.inClass(list, base)
		}
	}
	return out
}

func (f *frame) ownMethods(name string, n int) []*cuda.FuncDecl {
	list := f.file.flow.Candidates(name, n, true)
	if r := f.ownClass(); r != nil {
		return withOverriders(f, f.inClass(list, r), list, r)
	}
	return nil
}

// withOverriders are methods of a class with those of that name, among list, of classes that derive from it: an object may be
// of one of them.
func withOverriders(f *frame, own, list []*cuda.FuncDecl, r *cuda.RecordDecl) []*cuda.FuncDecl {
	for _, fn := range list {
		if !slices.Contains(own, fn) && derives(f, f.file.flow.OwnClass(fn), r, 0) {
			own = append(slices.Clone(own), fn)
		}
	}
	return own
}

// derives reports whether class d has r among its bases.
func derives(f *frame, d, r *cuda.RecordDecl, depth int) bool {
	return d != nil && depth < deepest && slices.ContainsFunc(d.Bases, func(b *cuda.TypeExpr) bool {
		base := f.file.flow.Class(b.Name)
		return base == r || derives(f, base, r, depth+1)
	})
}

// overloaded calls the operator of a class for an operand; is is false where none of them is an object of a class with it.
func (f *frame) overloaded(s *state, op string, e cuda.Expr, args ...cuda.Expr) (all []*pointer, places []*place, is bool) {
	of := f.typeOf(args[0])
	r := f.classOf(of)
	anyObject := r != nil
	for _, a := range args[1:] {
		anyObject = anyObject || f.isObject(a)
	}
	if !anyObject {
		return nil, nil, false
	}
	at := e.ExprPos().String()
	if r != nil {
		n := len(args) - 1
		if u, unary := e.(*cuda.UnaryExpr); unary && u.Postfix {
			n = 1
		}
		if list := f.inClass(f.file.flow.Candidates("operator"+op, n, true), r); len(list) > 0 {
			all, places = f.inlineAll(s, list, args[1:], f.place(s, args[0]), at)
			return all, places, true
		}
	}
	if op == "=" || op == "&" || op == "->" || op == "[]" || op == "()" {
		return nil, nil, false
	}
	if list := f.file.flow.Candidates("operator"+op, len(args), false); len(list) > 0 {
		all, places = f.inlineAll(s, list, args, nil, at)
		return all, places, true
	}
	return nil, nil, false
}

// converted is an object as a pointer, by the conversions of its class; is is false where it has none.
func (f *frame) converted(s *state, e cuda.Expr) (all []*pointer, is bool) {
	r := f.classOf(f.typeOf(e))
	if r == nil {
		return nil, false
	}
	for _, m := range r.Methods {
		if strings.HasPrefix(m.Name, "operator ") && m.Result != nil && isPointer(m.Result) {
			out, _ := f.inline(s, m, nil, f.place(s, e), e.ExprPos().String())
			all, is = union(all, out), true
		}
	}
	return all, is
}

// mostCandidates bounds the functions that a call may mean.
const mostCandidates = 4

// inlineAll executes each of the functions that a call may mean.
func (f *frame) inlineAll(s *state, list []*cuda.FuncDecl, args []cuda.Expr, self []*place, at string) ([]*pointer, []*place) {
	if len(list) == 1 {
		return f.inline(s, list[0], args, self, at)
	}
	if len(list) > mostCandidates {
		why := notFollowed("which `"+list[0].Name+"` is called", lineOfCall(args, at))
		for _, l := range self {
			f.spoil(s, []*place{l}, why, nil)
		}
		return f.mixing(s, why, args...), nil
	}
	var out []*pointer
	var places []*place
	var states []*state
	for _, fn := range list {
		t := s.clone()
		all, of := f.inline(t, fn, args, self, at)
		out, places, states = union(out, all), append(places, of...), append(states, t)
	}
	*s = *joined(states)
	return out, places
}

func lineOfCall(args []cuda.Expr, at string) int {
	if len(args) > 0 {
		return args[0].ExprPos().Line
	}
	text := strings.Split(at, ":")
	n, _ := strconv.Atoi(text[max(0, len(text)-2)])
	return n
}

// inline executes a function of the file in place of its call; self is the object of a method.
func (f *frame) inline(s *state, fn *cuda.FuncDecl, args []cuda.Expr, self []*place, at string) ([]*pointer, []*place) {
	if countsOnly(f, fn) {
		inOrders(f, s, args, func(s *state, n int) { f.value(s, args[n]) })
		s.disturbed()
		return nil, nil
	}
	list, ok := f.file.flow.Statements(fn)
	if f.depth >= mostInline || !ok || f.file.tired() {
		why := notFollowed("what `"+fn.Name+"` does, which is called deep inside others,", lineOfCall(args, at))
		f.spoil(s, self, why, nil)
		return f.mixing(s, why, args...), nil
	}
	in := &frame{file: f.file, fn: fn, gives: fn.Result, scopes: []map[string]string{{}}, self: self, depth: f.depth + 1, params: f.params}
	in.tag = f.tag + "'" + at
	f.enter(s, in, fn.Params, args)
	if fn.Ctor {
		in.members(s, fn, at)
	}
	return in.finish(s, func(s *state) []*state { return in.block(list, []*state{s}) })
}

// countsOnly reports whether a function gets and gives numbers and arrays of numbers only, and names no variable of the file that
// is something else: it changes no pointer.
func countsOnly(f *frame, fn *cuda.FuncDecl) bool {
	if f.file.flow.IsMethod(fn) || fn.Ctor || fn.Result == nil || !isNumber(fn.Result) && fn.Result.Name != "void" {
		return false
	}
	in := &frame{file: f.file, fn: fn}
	pointers := false
	for _, q := range fn.Params {
		t := in.resolved(q.Type)
		pointers = pointers || isPointer(t)
		if t != nil && (t.Form == cuda.PointerType || t.Form == cuda.ArrayType || t.Form == cuda.ReferenceType && t.Elem != nil && t.Elem.Const) {
			t = t.Elem
		} else if t != nil && t.Form != cuda.NamedType {
			return false
		}
		if !isNumber(t) || q.Pack {
			return false
		}
	}
	return !f.file.flow.Names(fn, func(name string) bool {
		d := f.file.flow.Global(name)
		if d != nil && pointers && !d.Type.Const && wide(in.resolved(d.Type)) {
			return true
		}
		return d != nil && !isNumber(in.resolved(d.Type)) && (d.Type == nil || !isPointer(d.Type) || !isNumber(in.resolved(d.Type.Elem)) || d.Type.Form == cuda.PointerType)
	})
}

// enter gives parameters their arguments, in the frame of the call.
func (f *frame) enter(s *state, in *frame, params []*cuda.Param, args []cuda.Expr) {
	in.result = variable("result" + in.tag)
	for k := range s.partsOf(in.result) {
		delete(s.held, in.result.key+k)
	}
	delete(s.held, in.result.key)
	s.unknown(in.result)
	args = f.unpacked(s, args)
	var given []cuda.Expr
	var pass []func(s *state)
	for i, q := range params {
		key := q.Name + in.tag + "@" + strconv.Itoa(i)
		if q.Pack {
			in.name(q.Name, key, packType)
			for n := i; n < len(args); n++ {
				given, pass = append(given, args[n]), append(pass, func(s *state) { f.pass(s, variable(key).part("["+strconv.Itoa(n-i)+"]"), q.Type, args[n]) })
			}
			f.file.packs[key] = max(0, len(args)-i)
			break
		}
		var a cuda.Expr
		if i < len(args) {
			a = args[i]
		} else {
			a = q.Default
		}
		in.name(q.Name, key, q.Type)
		if a != nil {
			if t := bare(q.Type); q.Type != nil && t != nil && (t.Form == cuda.AutoType || t.Form == cuda.NamedType && f.classOf(t) == nil && !isNumber(t) && !isContainer(t)) {
				if of := f.typeOf(a); of != nil {
					f.file.types[key] = bare(of) // a template parameter
				}
			}
			given, pass = append(given, a), append(pass, func(s *state) { f.pass(s, variable(key), q.Type, a) })
		}
	}
	inOrders(f, s, given, func(s *state, i int) { pass[i](s) })
}

// packType is that of a parameter pack: it has elements.
var packType = &cuda.TypeExpr{Form: cuda.NamedType, Name: "tuple"}

// pass gives a parameter its argument.
func (f *frame) pass(s *state, l *place, t *cuda.TypeExpr, a cuda.Expr) {
	delete(s.names, l.key)
	if bind(f, s, l, refers(f, t), a) {
		return
	}
	s.unknown(l)
	f.initialise(s, l, t, a)
}

// finish executes a body and gives what it returns.
func (f *frame) finish(s *state, body func(*state) []*state) ([]*pointer, []*place) {
	states := append(body(s.clone()), f.returned...)
	if len(states) == 0 {
		return nil, nil // it does not return
	}
	*s = *joined(states)
	if len(f.places) > 0 {
		return f.values, f.places
	}
	return f.values, []*place{f.result}
}

// unpacked are arguments with packs replaced by their elements.
func (f *frame) unpacked(s *state, args []cuda.Expr) []cuda.Expr {
	var out []cuda.Expr
	for _, a := range args {
		p, is := a.(*cuda.PackExpr)
		if !is {
			out = append(out, a)
			continue
		}
		id := packName(p.X)
		if id == nil {
			return append(out, a)
		}
		n, known := f.file.packs[f.variableOf(id.Name)]
		if !known {
			return append(out, a)
		}
		for i := range n {
			out = append(out, ElementOf(id, i))
		}
	}
	return out
}

// packName is the pack of which args..., and std::forward<A>(args)..., are the elements; nil for others.
func packName(e cuda.Expr) *cuda.Ident {
	switch e := e.(type) {
	case *cuda.Ident:
		return e
	case *cuda.CallExpr:
		if id, is := e.Fun.(*cuda.Ident); is && (id.Name == "forward" || id.Name == "move") && len(e.Args) == 1 {
			return packName(e.Args[0])
		}
	}
	return nil
}

// ElementOf is the n-th element of a pack.
func ElementOf(pack *cuda.Ident, n int) cuda.Expr {
	return &cuda.IndexExpr{Pos: pack.Pos, X: pack, I: &cuda.IntLit{Pos: pack.Pos, Value: uint64(n), Decimal: true}}
}

// Elements are the first n elements of args..., nil where that is no pack.
func Elements(e cuda.Expr, n int) []cuda.Expr {
	p, is := e.(*cuda.PackExpr)
	if !is {
		return nil
	}
	id := packName(p.X)
	if id == nil {
		return nil
	}
	var out []cuda.Expr
	for i := range n {
		out = append(out, ElementOf(id, i))
	}
	return out
}

// members executes the initialisers of a constructor.
func (f *frame) members(s *state, fn *cuda.FuncDecl, at string) {
	body, _ := fn.Body()
	r := f.file.flow.OwnClass(fn)
	var inits []*cuda.MemberInit
	if body != nil {
		inits = body.Inits
	}
	given := map[string]bool{}
	for _, in := range inits {
		if in.Name != nil {
			given[in.Name.Name] = true
		}
	}
	order := map[string]int{} // that of the declarations: bases come first
	fields := map[string]*cuda.VarDecl{}
	if r != nil {
		for i, d := range r.Fields {
			fields[d.Name], order[d.Name] = d, i+1
			if !d.Static && !given[d.Name] && d.Init != nil {
				inits = append(slices.Clone(inits), &cuda.MemberInit{Name: &cuda.TypeExpr{Pos: d.Pos, Form: cuda.NamedType, Name: d.Name}, Args: []cuda.Expr{d.Init}})
			}
		}
	}
	inits = slices.DeleteFunc(slices.Clone(inits), func(in *cuda.MemberInit) bool { return in.Name == nil })
	slices.SortStableFunc(inits, func(a, b *cuda.MemberInit) int { return order[a.Name.Name] - order[b.Name.Name] })
	for _, in := range inits {
		d := fields[in.Name.Name]
		for _, l := range f.self {
			switch {
			case d == nil:
				f.construct(s, l, in.Name, in.Args, at, false)
			case refers(f, d.Type) && len(in.Args) == 1:
				bind(f, s, l.part("."+d.Name), true, in.Args[0])
			case len(in.Args) == 1 && f.classOf(d.Type) == nil && !isContainer(d.Type):
				f.initialise(s, l.part("."+in.Name.Name), d.Type, in.Args[0])
			default:
				f.construct(s, l.part("."+in.Name.Name), d.Type, in.Args, at, false)
			}
		}
	}
}
