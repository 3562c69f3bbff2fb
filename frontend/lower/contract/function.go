package contract

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// Contracts of functions: __requires and __ensures.

// ensured is a postcondition with what it remembers of the function's start.
type ensured struct {
	call   *cuda.CallExpr
	global bool
	scope  *bind.Scope // the variables as they were where the postcondition stands
	olds   map[*cuda.CallExpr]object.Value
}

// requires lowers a precondition.
func (a *Annotations) requires(e *cuda.CallExpr, global bool) {
	ofKernel := a.core.Here().Kernel
	if ofKernel && a.tells(e.Args[0]) {
		return
	}
	cond := a.stated(e.Args[0], &spec{global: global && !ofKernel, ghost: true})
	switch {
	case !ofKernel:
		a.assertThat(e, cond, global, "")
	case annotation.OnlyParams(cond) && !annotation.ConstantlyTrue(cond):
		a.core.Out.Kernel.Requires, a.core.Out.Kernel.RequiresAt = append(a.core.Out.Kernel.Requires, cond), append(a.core.Out.Kernel.RequiresAt, e.Pos)
	default:
		a.assumeThat(e.Pos, cond)
	}
}

// ensures notes a postcondition. Variables in it have the values that they have
// where it stands, as arguments of any other call would.
func (a *Annotations) ensures(e *cuda.CallExpr, global bool) {
	here := a.core.Here()
	n := ensured{call: e, global: global, scope: bind.New(here.Scope), olds: map[*cuda.CallExpr]object.Value{}}
	cuda.WalkExpr(e.Args[0], func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident:
			if !syntax.ByReference(here.Decl, x.Name) { // else it is what the function leaves there
				a.remember(n.scope, x)
			}
		case *cuda.CallExpr:
			if id, ok := x.Fun.(*cuda.Ident); ok && strings.HasPrefix(id.Name, "__old_") && len(x.Args) == 1 {
				n.olds[x] = a.core.Out.Held(a.oldValue(id.Name, x))
				return false
			}
		}
		return true
	})
	here.Terms.ensures = append(here.Terms.ensures, n)
}

// oldValue is the argument of __old_int or __old_bool.
func (a *Annotations) oldValue(name string, e *cuda.CallExpr) object.Value {
	t := ctype.Int
	if strings.HasSuffix(name, "bool") {
		t = ctype.Bool
	}
	outer := a.spec
	a.spec = &spec{ghost: true}
	v := a.core.Convert(a.core.Eval(e.Args[0]), t, e.Pos)
	a.spec = outer
	return v
}

// remember binds the name of a local variable in sc to its present value. Memory
// is looked at when the function ends.
func (a *Annotations) remember(sc *bind.Scope, id *cuda.Ident) {
	sym := a.core.Here().Scope.Find(id.Name)
	if len(id.Path) > 0 || sym == nil || sym.Place == nil || sc.Names[id.Name] != nil {
		return
	}
	pl := sym.Place
	if pl.Cell == nil || !pl.T.IsScalar() && !pl.T.IsPointer() && !pl.T.IsRecord() {
		return
	}
	v := a.core.Out.Held(a.core.Model.Read(pl))
	sc.Bind(id.Name, &bind.Symbol{Place: &object.Place{Pos: id.Pos, T: pl.T, Val: &v}})
}

// Ensured states the postconditions of the function at hand behind its body; result is what
// it returned. Those of a specification are what is known of it.
func (a *Annotations) Ensured(result *object.Place) {
	here := a.core.Here()
	for _, n := range here.Terms.ensures {
		a.core.Within(n.scope, func() {
			a.core.Out.Pos = n.call.Pos
			cond := a.stated(n.call.Args[0], &spec{global: n.global, ghost: true, result: result, olds: n.olds})
			if here.Decl != nil && syntax.IsSpecification(here.Decl) {
				a.assumeThat(n.call.Pos, cond)
			} else {
				a.assertThat(n.call, cond, n.global, "")
			}
		})
	}
}

// Specified lowers a call, which stands at pos, of the function at hand, which only has a contract:
// its annotations count, its result, which anything makes, is arbitrary.
func (a *Annotations) Specified(body *cuda.Block, pos diag.Pos, anything func() *object.Place) *object.Place {
	for _, st := range body.Stmts {
		x, ok := st.(*cuda.ExprStmt)
		if !ok {
			continue
		}
		if call, ok := x.X.(*cuda.CallExpr); ok {
			if id, ok := call.Fun.(*cuda.Ident); ok && annotation.Is(id, nil) {
				a.State(call, id.Name)
			}
		}
	}
	here := a.core.Here()
	for _, p := range here.Decl.Params {
		if sym := here.Scope.Find(p.Name); sym != nil && sym.Place != nil {
			a.changedBy(here, p, sym.Place, pos)
		}
	}
	out := anything()
	a.core.Out.Assume(here.Decl.Name + " does what its contract says, and nothing else")
	a.Ensured(out)
	return out
}

// changedBy gives what parameter p of a specification leads to a new value: of the
// thread's own variables nothing is known but what the contract says. Memory that
// others see keeps its contents but for what __writes_to names, so that an __ensures
// about it needs that.
func (a *Annotations) changedBy(here Function, p *cuda.Param, pl *object.Place, pos diag.Pos) {
	switch ref := p.Type.Form == cuda.ReferenceType; {
	case pl.T.Bad():
		return
	case ref && pl.T.Const, !ref && (!pl.T.IsPointer() || pl.T.Elem.Const):
		return
	case !ref:
		v := a.core.Model.Rvalue(pl)
		if v.Ptr == nil || v.Ptr.OnlyNull() || v.Ptr.NoMemory() {
			return
		}
		pl = a.core.Model.Deref(pos, v.Ptr)
	}
	switch {
	case pl.Cell != nil:
		a.core.Out.Havoc(pos, pl.Cell, "what "+here.Decl.Name+" leaves in "+syntax.NameOf(p))
	case pl.Ptr == nil || pl.T.Form == ctype.VoidForm:
	case pl.Ptr.ThreadOnly() && pl.T.IsScalar():
		a.core.Model.Write(pl, object.ScalarValue(pl.T.Plain(), a.core.Out.Arbitrary(pos, pl.T.Scalar, "what "+here.Decl.Name+" leaves in "+syntax.NameOf(p))))
	case pl.Ptr.ThreadOnly(), here.Terms.mention(p.Name) && !annotation.Written(here.Decl, p.Name):
		a.core.Out.Unsupported(pos, "%s states what it leaves in %s, but not that it writes it; add __writes_to(%s)", here.Decl.Name, p.Name, p.Name)
	}
}

// mention reports whether a postcondition mentions the name.
func (t *Terms) mention(name string) bool {
	return slices.ContainsFunc(t.ensures, func(n ensured) bool { return annotation.Mentions(n.call, name) })
}
