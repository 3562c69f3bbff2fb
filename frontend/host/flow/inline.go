package flow

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

var u32 = kernel.U32

// typeNames spell the types of numbers.
var typeNames = map[kernel.Type]string{kernel.BoolType: "bool", kernel.I8: "signed char", kernel.U8: "unsigned char", kernel.I16: "short",
	kernel.U16: "unsigned short", kernel.I32: "int", kernel.U32: "unsigned int", kernel.I64: "long long", kernel.U64: "unsigned long long"}

// callee is the only function that a call can mean, nil if it is not clear which.
func (fr *frame) callee(e *cuda.CallExpr) (*cuda.FuncDecl, body) {
	id, ok := e.Fun.(*cuda.Ident)
	if !ok || len(id.Path) > 0 || fr.fn.own[id.Name] || fr.fn.unstable[id.Name] != "" {
		return nil, body{}
	}
	var found *cuda.FuncDecl
	var at body
	for _, fn := range fr.prog.functions[id.Name] {
		if fn.Global {
			continue // is launched, not called
		}
		b, defined := fr.prog.bodyOf(fn)
		switch {
		case !defined && len(fn.Params) == len(e.Args):
			continue // its prototype
		case !defined || found != nil:
			return nil, body{}
		}
		found, at = fn, b
	}
	if slices.ContainsFunc(e.Args, func(a cuda.Expr) bool { _, pack := a.(*cuda.PackExpr); return pack }) {
		return nil, body{} // which may be any number of arguments
	}
	if found == nil || found.Global || found.Variadic || at.record != nil || found.Ctor || len(found.Params) < len(e.Args) {
		return nil, body{}
	}
	return found, at
}

func changesArgument(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.ReferenceType && (t.Elem == nil || !t.Elem.Const)
}

func (fr *frame) hasReferences(e *cuda.CallExpr) bool {
	fn, _ := fr.callee(e)
	if fn == nil {
		return false
	}
	for _, q := range fn.Params {
		if changesArgument(q.Type) {
			return true
		}
	}
	return false
}

// inlinable reports whether the function of a call gets references to variables of
// numbers, and can be executed in its place.
func (fr *frame) inlinable(e *cuda.CallExpr) bool {
	fn, b := fr.callee(e)
	if fn == nil || fn.Template != nil || fr.inlined >= maxInline || len(fn.Params) != len(e.Args) || !fr.hasReferences(e) {
		return false
	}
	f := fr.prog.functionOf(b)
	if f.jumps {
		return false
	}
	used := map[string]bool{}
	for n, q := range fn.Params {
		id, isName := e.Args[n].(*cuda.Ident)
		switch {
		case q.Type == nil || q.Type.RValue:
			return false
		case changesArgument(q.Type):
			if !isName || len(id.Path) > 0 || used[id.Name] || fr.fn.unstable[id.Name] != "" || f.unstable[q.Name] != "" {
				return false
			}
			used[id.Name] = true
		}
	}
	for n, q := range fn.Params {
		if !changesArgument(q.Type) && !onlyReads(e.Args[n], used, q.Type.Form == cuda.ReferenceType) {
			return false
		}
	}
	return true
}

// onlyReads reports whether evaluating e changes nothing; a reference to a variable of
// used must not be made.
func onlyReads(e cuda.Expr, used map[string]bool, reference bool) bool {
	ok := true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident:
			ok = ok && !(reference && used[x.Name])
		case *cuda.IntLit, *cuda.BoolLit, *cuda.BinaryExpr, *cuda.CondExpr, *cuda.CastExpr, *cuda.MemberExpr, *cuda.FloatLit, *cuda.StringLit:
		case *cuda.UnaryExpr:
			ok = ok && x.Op != "++" && x.Op != "--" && x.Op != "&"
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// inlineCall executes a call in state s; false if an argument is none that can be
// followed.
func (fr *frame) inlineCall(s *State, e *cuda.CallExpr) ([]*State, bool) {
	list, ok := fr.inlineReturns(s, e)
	if !ok {
		return nil, false
	}
	var states []*State
	for _, r := range list {
		states = append(states, r.state)
	}
	return fr.merged(states), true
}

// inlineReturns is inlineCall with what each way returns.
func (fr *frame) inlineReturns(s *State, e *cuda.CallExpr) ([]returned, bool) {
	fn, b := fr.callee(e)
	inner := &frame{run: fr.run, fn: fr.prog.functionOf(b), inlined: fr.inlined + 1, up: fr}
	inner.push()
	for n, q := range fn.Params {
		if !changesArgument(q.Type) {
			continue
		}
		i := fr.find(s, e.Args[n].(*cuda.Ident).Name)
		sl := s.at(i)
		t := q.Type.Elem
		if i < 0 || sl.global || sl.fixed || sl.why != "" || s.escaped[i] || t == nil {
			return nil, false
		}
		switch k, isNumber := inner.scalar(t); {
		case isNumber && sl.kind == numberSlot && sl.k == k:
		case isDim3(t) && sl.kind == dimsSlot:
		default:
			return nil, false
		}
		inner.scopes[0][q.Name] = i
	}
	for n, q := range fn.Params {
		if changesArgument(q.Type) {
			continue
		}
		v := fr.eval(s, e.Args[n])
		t := q.Type
		if t.Form == cuda.ReferenceType {
			t = t.Elem
		}
		i := inner.declare(s, q.Name, t)
		sl := fr.slots[i]
		if t != q.Type {
			s.escape(i) // others may change what a reference leads to
			sl.fixed = false
		}
		if sl.why != "" || sl.kind == objectSlot || sl.kind == configSlot {
			s.set(i, unknown("%s %s", q.Name, Runtime))
			continue
		}
		s.set(i, inner.converted(v, sl))
	}
	outer := fr.returns
	fr.returns = nil
	out := fr.returns
	for _, t := range inner.sequence(inner.fn.body, []*State{s}) {
		out = append(out, returned{state: t})
	}
	out = append(out, fr.returns...)
	fr.returns = outer
	for i := range out {
		if k, isNumber := inner.scalar(fn.Result); isNumber && out[i].value.X != nil {
			out[i].value = number(cexpr.Convert(out[i].value.integer(fr.prog).X, k))
		} else if !isDim3(fn.Result) {
			out[i].value = Value{}
		}
	}
	return out, true
}

// inlined is the value of a call of a function that only computes; ok is false if it
// is none.
func (fr *frame) inlinedValue(s *State, id *cuda.Ident, e *cuda.CallExpr) (Value, bool) {
	if fr.run == nil || fr.inlined >= maxInline {
		return Value{}, false
	}
	fn, b := fr.callee(e)
	// What the statement itself changes is unknown while it is evaluated: a function that writes may run before or after that.
	if fn == nil || !fr.prog.isPureWith(fn, true, s.touched != nil) {
		return Value{}, false
	}
	inner := &frame{run: fr.run, fn: fr.prog.functionOf(b), inlined: fr.inlined + 1, up: fr}
	var args []Value
	for n, q := range fn.Params {
		switch {
		case n < len(e.Args):
			args = append(args, fr.eval(s, e.Args[n]))
		case q.Default != nil:
			args = append(args, (&frame{run: fr.run, fn: &function{prog: fr.prog, fn: fn}}).eval(s, q.Default))
		default:
			return Value{}, false
		}
	}
	if fn.Template != nil {
		if inner.bound = fr.deduceTypes(fn, id, args); inner.bound == nil {
			return Value{}, false
		}
		for _, a := range inner.bound {
			if _, number := fr.prog.scalarHere(fr.fn.fn, a.Type); !number && !fr.prog.isPure(fn) {
				return Value{}, false // operators of the type may run
			}
		}
	}
	t := s.clone()
	inner.push()
	for n, q := range fn.Params {
		pt := q.Type
		if pt.Form == cuda.ReferenceType {
			pt = pt.Elem
		}
		i := inner.declare(t, q.Name, pt)
		sl := fr.slots[i]
		if sl.why != "" || sl.kind != numberSlot && sl.kind != dimsSlot {
			t.set(i, unknown("%s %s", q.Name, Runtime))
			continue
		}
		if args[n].X == nil && !args[n].IsDims {
			return unknown("the result of %s %s", fn.Name, Runtime), true
		}
		t.set(i, inner.converted(args[n], sl))
	}
	outer := fr.returns
	fr.returns = nil
	rest := inner.sequence(inner.fn.body, []*State{t})
	results := fr.returns
	fr.returns = outer
	if len(rest) > 0 || len(results) == 0 {
		return Value{}, false
	}
	v := results[0].value
	for _, r := range results[1:] {
		if !sameValue(r.value, v) {
			return Value{}, false
		}
	}
	switch k, isNumber := inner.scalar(fn.Result); {
	case isNumber && v.ratio != nil:
		return number(cexpr.Convert(v.integer(fr.prog).X, k)), true
	case isNumber && v.X != nil:
		return number(cexpr.Convert(v.X, k)), true
	case isDim3(fn.Result):
		return v.AsDims(), true
	case fn.Result != nil && fn.Result.Form == cuda.AutoType && (v.X != nil || v.IsDims):
		return v, true
	}
	return Value{}, false
}

// deduceTypes binds the type parameters of a function template, nil if they are not all
// types of numbers that the arguments tell.
func (fr *frame) deduceTypes(fn *cuda.FuncDecl, id *cuda.Ident, args []Value) Binding {
	out := Binding{}
	for n, q := range fn.Template.Params {
		if q.Type != nil || q.Pack {
			return nil
		}
		if n < len(id.Args) {
			t := fr.plainType(id.Args[n].Type)
			if t == nil {
				return nil
			}
			out[q.Name] = cuda.TemplateArg{Type: t}
		}
	}
	for n, q := range fn.Params {
		t := q.Type
		if t.Form == cuda.ReferenceType {
			t = t.Elem
		}
		if t.Form != cuda.NamedType || len(t.Path) > 0 || t.HasArgs || args[n].X == nil {
			continue
		}
		for m, tp := range fn.Template.Params {
			if tp.Name != t.Name || m < len(id.Args) {
				continue
			}
			name := typeNames[args[n].X.Type()]
			if old, bound := out[t.Name]; name == "" || bound && old.Type.Name != name {
				return nil
			}
			out[t.Name] = cuda.TemplateArg{Type: &cuda.TypeExpr{Form: cuda.NamedType, Name: name}}
		}
	}
	if len(out) != len(fn.Template.Params) {
		return nil
	}
	return out
}
