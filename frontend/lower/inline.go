package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/contract"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/syntax"
	"gv2/frontend/lower/tidy"
)

// inline lowers the body of a function in place of its call.
func (l *lowerer) inline(pos diag.Pos, site any, c *candidate, args []callArg, this *object.Place) *object.Place {
	fn := c.fn
	if l.unevaluated > 0 {
		if pl := resultAlone(l, pos, site, c); pl != nil {
			return pl
		}
	}
	if !l.mayCall(pos, c, args) {
		return &object.BadPlace
	}
	if this != nil && fn.ConstThis {
		object := *this
		object.T = this.T.Qualified(true, false)
		this = &object
	}
	fr := &frame{
		outer: l.frame, fn: fn, args: c.args, in: c.in, path: fn.Scope, scope: bind.New(c.env), this: this,
		depth: l.frame.depth + 1, inst: l.frame.inst.Call(site, fn, c.args),
	}
	if c.in != nil {
		fr.path = c.in.Path
	}
	fr.calls = append(l.frame.calls[:len(l.frame.calls):len(l.frame.calls)], pos)
	if !fn.HasBody {
		return l.opaque(pos, fr, args)
	}
	body, diags := fn.Body()
	l.diags.Merge(diags)
	if body == nil || diags.HasErrors() {
		return &object.BadPlace
	}
	l.bindParams(fr, args)
	caller := l.frame
	l.frame = fr
	var out *object.Place
	if syntax.IsSpecification(fn) {
		fr.rtype = l.resultType(fn)
		fr.scope = bind.New(fr.scope)
		out = l.notes.Specified(body, pos, func() *object.Place {
			if fr.rtype != nil && fr.rtype.Form != ctype.VoidForm {
				return l.noReturn(fr)
			}
			return &voidPlace
		})
	} else {
		out = l.body(fr, body)
	}
	l.frame = caller
	l.out.Pos = pos
	return out
}

// mayCall refuses what cannot be inlined.
func (l *lowerer) mayCall(pos diag.Pos, c *candidate, args []callArg) bool {
	fn := c.fn
	rest, _ := pack.Variadic(fn)
	switch {
	case !l.out.Spend(callCost):
		return false
	case rest != nil:
		l.Unsupported(pos, "%s, whose parameter pack is not its last parameter; write the function out", fn.Name)
		return false
	case fn.Global:
		l.Unsupported(pos, "kernel %s called from device code", fn.Name)
		return false
	case fn.Deleted:
		l.Errorf(pos, "%s is deleted", fn.Name)
		return false
	case !fn.Device && !fn.Const && !fn.Defaulted:
		l.Errorf(pos, "%s is a function of the host; declare it __device__", fn.Name)
		return false
	case l.frame.depth >= maxInlining:
		l.Unsupported(pos, "calls nested more than %d deep; write a loop", maxInlining)
		return false
	}
	for fr := l.frame; fr != nil; fr = fr.outer {
		if fr.fn == c.fn && fr.args == c.args && fr.in == c.in && !computes(l, fn, args) {
			l.Unsupported(pos, "recursion (%s); write a loop", l.cycle(fr))
			return false
		}
	}
	return true
}

// computes reports whether a function that calls itself does so with constants, as one that computes a
// constant does: it ends where these say so, or where calls nest too deeply.
func computes(l *lowerer, fn *cuda.FuncDecl, args []callArg) bool {
	return fn.Const && len(args) > 0 && !slices.ContainsFunc(args, func(a callArg) bool {
		if a.e == nil {
			return !cexpr.IsConst(a.v.Expr)
		}
		before := l.diags
		_, constant := l.constant(a.e)
		l.diags = before
		return !constant
	})
}

// cycle names the functions from fr to the innermost call and back.
func (l *lowerer) cycle(from *frame) string {
	names := []string{from.fn.Name}
	for fr := l.frame; fr != nil && fr != from; fr = fr.outer {
		if fr.fn != nil {
			names = append([]string{fr.fn.Name}, names...)
		}
	}
	return strings.Join(append([]string{from.fn.Name}, names...), " calls ")
}

// bindParams gives the parameters their arguments; they are evaluated in the
// caller, the parameters' types and defaults belong to the callee.
func (l *lowerer) bindParams(fr *frame, args []callArg) {
	caller := l.frame
	pack.BindEmpty(fr.fn, fr.scope)
	args = passed(l, fr, args)
	for i, p := range fr.fn.Params {
		l.frame = fr
		t := l.paramType(p, args, i)
		var a callArg
		switch {
		case i < len(args):
			a = args[i]
		case p.Default != nil:
			a = l.callArg(p.Default)
		default:
			a = callArg{v: object.Bad}
		}
		fr.scope.Bind(p.Name, &bind.Symbol{Place: l.bindParam(caller, p, t, a), Declared: t, Fixed: fixedVar(l, p.Type, nil)})
	}
	l.frame = caller
}

// passed are args with copies of those that are passed by value and may have changed since they were evaluated.
func passed(l *lowerer, fr *frame, args []callArg) []callArg {
	caller := l.frame
	args = slices.Clone(args)
	for i := min(len(args), len(fr.fn.Params)) - 1; i >= 0; i-- {
		a := args[i]
		if a.first == nil || !l.out.Changed(a.first.m, a.first.pl) {
			continue
		}
		l.frame = fr
		t := l.paramType(fr.fn.Params[i], args, i)
		l.frame = caller
		of := a.pl.T
		if t.Bad() || t.Ref && (ctype.Same(of, t) || of.IsArray() || of.IsRecord() && t.IsRecord() && of.Rec.DerivesFrom(t.Rec)) {
			continue
		}
		v := whereItStood(l, a, func(a callArg) object.Value { return l.copyOf(a, t.Plain(), a.pos) })
		args[i] = callArg{pos: a.pos, v: v, e: a.e}
	}
	return args
}

// paramType adjusts arrays to pointers; auto takes the argument's type.
func (l *lowerer) paramType(p *cuda.Param, args []callArg, i int) *ctype.Type {
	if te, konst, ref := syntax.AutoOf(p.Type); te != nil && i < len(args) {
		t := *args[i].t()
		if t.IsArray() && !ref {
			t = *ctype.PointerTo(t.Elem)
		}
		t.Const, t.Ref = konst || ref && t.Const, ref
		return &t
	}
	t := l.resolve(p.Type)
	switch {
	case library.IsAnyGroup(t) && i < len(args) && library.IsGroup(args[i].t()):
		of := *args[i].t()
		of.Const, of.Ref = t.Const, t.Ref
		return &of
	case t.IsArray() && !t.Ref:
		return ctype.PointerTo(t.Elem)
	case t.Form == ctype.FuncForm:
		return ctype.PointerTo(t)
	}
	return t
}

// bindParam makes the parameter. One that the function never assigns needs no
// variable if its argument is a constant.
func (l *lowerer) bindParam(caller *frame, p *cuda.Param, t *ctype.Type, a callArg) *object.Place {
	s := l.slot(p, "")
	pos := a.pos
	if !pos.Valid() {
		pos = p.Pos
	}
	a.pos = pos
	callee := l.frame
	l.frame = caller
	defer func() { l.frame = callee }()
	inCallee := func() { l.frame = callee }
	if t.Ref {
		pl := a.place()
		if pl.T.Bad() {
			return &object.BadPlace
		}
		inCallee()
		return l.refer(a, t, syntax.NameOf(p), s)
	}
	v := l.copyOf(a, t.Plain(), pos)
	if v.Bad() {
		return &object.BadPlace
	}
	inCallee()
	fixed := !l.an.Changes(callee.fn, syntax.NameOf(p), s) && !l.an.InMemory[s]
	switch {
	case v.Expr != nil && fixed:
		return l.mem.FixedScalar(syntax.NameOf(p), t, v, s, pos)
	case v.Ptr != nil && fixed && v.Str == nil:
		return l.mem.FixedPointer(syntax.NameOf(p), t, v.Ptr, s, pos)
	}
	c := l.mem.NewCell(syntax.NameOf(p), t.Mutable(), s, s, pos)
	pl := c.Place(pos)
	l.mem.Write(pl, v)
	return c.QualifiedPlace(pos, t)
}

// body lowers a function's body in its frame and returns the call's result.
func (l *lowerer) body(fr *frame, body *cuda.Block) *object.Place {
	noneTwice(l, fr.fn, body)
	fr.rtype = l.resultType(fr.fn)
	fr.label = l.out.Unique("end_of_" + emit.Identifier(fr.fn.Name))
	fr.terms = contract.TermsOf(body)
	stmts := l.out.Block(func() {
		if fr.fn.Ctor {
			fr.scope = bind.New(fr.scope)
			l.construction(fr.this, body.Inits)
		}
		l.blockIn(body, bind.New(fr.scope))
	})
	stmts, trimmed := tidy.TrimLeaves(stmts, fr.label)
	if fr.leaves > trimmed {
		l.out.Cur = append(l.out.Cur, &kernel.Region{Src: l.out.At(fr.calls[len(fr.calls)-1]), Label: fr.label, Body: stmts})
	} else {
		l.out.Cur = append(l.out.Cur, stmts...)
	}
	out := l.returned(fr)
	l.called, l.calledAt = fr.rtype, fr.calls[len(fr.calls)-1]
	l.notes.Ensured(out)
	return out
}

// returned is the result of a call whose body has been lowered.
func (l *lowerer) returned(fr *frame) *object.Place {
	switch {
	case fr.ret != nil && fr.ret.T.IsRecord() && fr.rtype.Const && !fr.rtype.Ref:
		out := *fr.ret
		out.T = out.T.Qualified(true, false)
		return &out
	case fr.ret != nil:
		return fr.ret
	case fr.rtype != nil && fr.rtype.Bad():
		return &object.BadPlace
	case fr.result != nil:
		return fr.result.QualifiedPlace(fr.calls[len(fr.calls)-1], fr.rtype.Object())
	case fr.rtype == nil || fr.rtype.Form == ctype.VoidForm || fr.fn.Ctor:
		return &voidPlace
	}
	return l.noReturn(fr)
}

// noReturn is the result of a function that returns none although it should:
// anything.
func (l *lowerer) noReturn(fr *frame) *object.Place {
	if fr.rtype.Ref || fr.rtype.IsPointer() {
		l.Errorf(fr.fn.Pos, "%s returns no value", fr.fn.Name)
		return &object.BadPlace
	}
	l.resultCell(fr)
	if fr.result == nil {
		return &object.BadPlace
	}
	l.out.Havoc(l.out.Pos, fr.result, fr.fn.Name+" returns no value")
	return fr.result.Place(l.out.Pos)
}

// resultType is nil for auto until the first return.
func (l *lowerer) resultType(fn *cuda.FuncDecl) *ctype.Type {
	if fn.Ctor || fn.Result == nil {
		return ctype.Void
	}
	if te, _, _ := syntax.AutoOf(fn.Result); te != nil {
		return nil
	}
	return l.resolve(fn.Result)
}

func (l *lowerer) resultCell(fr *frame) {
	if fr.result == nil && !fr.rtype.Bad() {
		s := object.SlotOf(fr.inst, fr.fn, "result")
		fr.result = l.mem.NewCell(fr.fn.Name+"_result", fr.rtype.Plain(), s, s, fr.fn.Pos)
	}
}

// readByOpaque reads an argument, and what it points to: a function that is not
// known may read all of that.
func (l *lowerer) readByOpaque(pos diag.Pos, a callArg) {
	v := l.argValue(a)
	if v.Bad() {
		return
	}
	object.MapPointers(v, func(p *object.Pointer) {
		if p.HasLocal() || len(p.Targets) == 0 {
			return // nobody else writes the thread's own variables
		}
		l.mem.SomeAccesses(pos, p, false)
	})
}

// opaque is a call of a function without a body.
func (l *lowerer) opaque(pos diag.Pos, fr *frame, args []callArg) *object.Place {
	caller := l.frame
	for _, a := range args {
		l.readByOpaque(pos, a)
	}
	l.frame = fr
	defer func() { l.frame = caller }()
	for i, p := range fr.fn.Params {
		t := l.paramType(p, args, i)
		if (ctype.WritesThrough(t) || t.Ref && !t.Const) && !t.Bad() {
			l.Unsupported(pos, "%s is not defined here and may write through its parameter %s; add its source file with #include", fr.fn.Name, syntax.NameOf(p))
			return &object.BadPlace
		}
	}
	fr.rtype = l.resultType(fr.fn)
	if fr.fn.Defaulted {
		return &voidPlace
	}
	if fr.this != nil {
		if fr.fn.Ctor || !fr.fn.ConstThis && !fr.fn.Static || ctype.WritesThrough(fr.this.T) {
			l.Unsupported(pos, "%s is not defined here and may change its object; add its source file with #include", fr.fn.Name)
			return &object.BadPlace
		}
		if fr.this.Ptr != nil && !fr.this.Ptr.HasLocal() {
			l.mem.SomeAccesses(pos, fr.this.Ptr, false)
		}
	}
	l.frame = caller
	l.out.Assume(fr.fn.Name + " is not defined here: its result is arbitrary and it writes no memory")
	switch {
	case fr.rtype == nil || fr.rtype.Bad():
		return &object.BadPlace
	case fr.rtype.Form == ctype.VoidForm:
		return &voidPlace
	case fr.rtype.Ref || fr.rtype.HasPointers():
		l.Unsupported(pos, "%s is not defined here and returns a pointer; add its source file with #include", fr.fn.Name)
		return &object.BadPlace
	}
	l.resultCell(fr)
	l.out.Computed(pos, fr.result, fr.fn.Name+" is not defined here")
	return fr.result.Place(pos)
}
