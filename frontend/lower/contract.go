package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// Contracts of functions: __requires and __ensures. A kernel's precondition is
// taken for granted; that of a function is an assertion where the call stands. A
// postcondition is an assertion behind the body.

// requires lowers a precondition.
func (l *lowerer) requires(e *cuda.CallExpr, global bool) {
	ofKernel := l.frame.depth == 0
	cond := l.stated(e.Args[0], &spec{global: global && !ofKernel, ghost: true})
	switch {
	case !ofKernel:
		l.assertThat(e, cond, global)
	case annotation.OnlyParams(cond) && !annotation.ConstantlyTrue(cond):
		l.out.Kernel.Requires, l.out.Kernel.RequiresAt = append(l.out.Kernel.Requires, cond), append(l.out.Kernel.RequiresAt, e.Pos)
	default:
		l.assumeThat(e.Pos, cond)
	}
}

// ensures notes a postcondition. Variables in it have the values that they have
// where it stands, as arguments of any other call would.
func (l *lowerer) ensures(e *cuda.CallExpr, global bool) {
	n := ensured{call: e, global: global, scope: bind.New(l.frame.scope), olds: map[*cuda.CallExpr]object.Value{}}
	cuda.WalkExpr(e.Args[0], func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident:
			if !syntax.ByReference(l.frame.fn, x.Name) { // else it is what the function leaves there
				l.remember(n.scope, x)
			}
		case *cuda.CallExpr:
			if id, ok := x.Fun.(*cuda.Ident); ok && strings.HasPrefix(id.Name, "__old_") && len(x.Args) == 1 {
				n.olds[x] = l.held(l.oldValue(id.Name, x))
				return false
			}
		}
		return true
	})
	l.frame.ensures = append(l.frame.ensures, n)
}

// oldValue is the argument of __old_int or __old_bool.
func (l *lowerer) oldValue(name string, e *cuda.CallExpr) object.Value {
	t := ctype.Int
	if strings.HasSuffix(name, "bool") {
		t = ctype.Bool
	}
	outer := l.spec
	l.spec = &spec{ghost: true}
	v := l.convertTo(l.eval(e.Args[0]), t, e.Pos)
	l.spec = outer
	return v
}

// held is v in variables that nothing changes.
func (l *lowerer) held(v object.Value) object.Value {
	if v.Bad() {
		return v
	}
	return object.MapValue(v, func(x kernel.Expr) kernel.Expr { return l.out.Stable(l.out.Pos, x) })
}

// remember binds the name of a local variable in sc to its present value. Memory
// is looked at when the function ends.
func (l *lowerer) remember(sc *bind.Scope, id *cuda.Ident) {
	sym := l.frame.scope.Find(id.Name)
	if len(id.Path) > 0 || sym == nil || sym.Place == nil || sc.Names[id.Name] != nil {
		return
	}
	pl := sym.Place
	if pl.Cell == nil || !pl.T.IsScalar() && !pl.T.IsPointer() && !pl.T.IsRecord() {
		return
	}
	v := l.held(l.mem.Read(pl))
	sc.Bind(id.Name, &bind.Symbol{Place: &object.Place{Pos: id.Pos, T: pl.T, Val: &v}})
}

// ensured states the postconditions of the frame behind its body; result is what
// the function returned. Those of a specification are what is known of it.
func (l *lowerer) ensured(fr *frame, result *object.Place) {
	if len(fr.ensures) == 0 {
		return
	}
	outer := fr.scope
	for _, n := range fr.ensures {
		fr.scope = n.scope
		l.out.Pos = n.call.Pos
		cond := l.stated(n.call.Args[0], &spec{global: n.global, ghost: true, result: result, olds: n.olds})
		if fr.fn != nil && syntax.IsSpecification(fr.fn) {
			l.assumeThat(n.call.Pos, cond)
		} else {
			l.assertThat(n.call, cond, n.global)
		}
	}
	fr.scope = outer
}

// specified is a call of a function that only has a contract: its annotations
// count, its result is arbitrary.
func (l *lowerer) specified(fr *frame, body *cuda.Block) *object.Place {
	fr.rtype = l.resultType(fr.fn)
	fr.scope = bind.New(fr.scope)
	for _, st := range body.Stmts {
		x, ok := st.(*cuda.ExprStmt)
		if !ok {
			continue
		}
		if call, ok := x.X.(*cuda.CallExpr); ok {
			if id, ok := call.Fun.(*cuda.Ident); ok && annotation.Is(id, nil) {
				l.annotation(call, id.Name)
			}
		}
	}
	for _, p := range fr.fn.Params {
		if sym := fr.scope.Find(p.Name); sym != nil && sym.Place != nil {
			l.changedBy(fr, p, sym.Place)
		}
	}
	out := &voidPlace
	if fr.rtype != nil && fr.rtype.Form != ctype.VoidForm {
		out = l.noReturn(fr)
	}
	l.out.Assume(fr.fn.Name + " does what its contract says, and nothing else")
	l.ensured(fr, out)
	return out
}

// changedBy gives what parameter p of a specification leads to a new value: of the
// thread's own variables nothing is known but what the contract says. Memory that
// others see keeps its contents but for what __writes_to names, so that an __ensures
// about it needs that.
func (l *lowerer) changedBy(fr *frame, p *cuda.Param, pl *object.Place) {
	pos := fr.calls[len(fr.calls)-1]
	switch ref := p.Type.Form == cuda.ReferenceType; {
	case pl.T.Bad():
		return
	case ref && pl.T.Const, !ref && (!pl.T.IsPointer() || pl.T.Elem.Const):
		return
	case !ref:
		v := l.mem.Rvalue(pl)
		if v.Ptr == nil || v.Ptr.OnlyNull() || v.Ptr.NoMemory() {
			return
		}
		pl = l.mem.Deref(pos, v.Ptr)
	}
	switch {
	case pl.Cell != nil:
		l.out.Havoc(pos, pl.Cell, "what "+fr.fn.Name+" leaves in "+syntax.NameOf(p))
	case pl.Ptr == nil || pl.T.Form == ctype.VoidForm:
	case pl.Ptr.ThreadOnly() && pl.T.IsScalar():
		l.mem.Write(pl, object.ScalarValue(pl.T.Plain(), l.out.Arbitrary(pos, pl.T.Scalar, "what "+fr.fn.Name+" leaves in "+syntax.NameOf(p))))
	case pl.Ptr.ThreadOnly(), ensures(fr, p.Name) && !annotation.Written(fr.fn, p.Name):
		l.Unsupported(pos, "%s states what it leaves in %s, but not that it writes it; add __writes_to(%s)", fr.fn.Name, p.Name, p.Name)
	}
}

// ensures reports whether a postcondition of fr's function mentions the name.
func ensures(fr *frame, name string) bool {
	return slices.ContainsFunc(fr.ensures, func(n ensured) bool { return annotation.Mentions(n.call, name) })
}
