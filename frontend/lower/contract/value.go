package contract

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/models"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/predefined"
	"gv2/frontend/lower/syntax"
)

// stated lowers the condition of an annotation.
func (a *Annotations) stated(e cuda.Expr, s *spec) kernel.Expr {
	outer := a.spec
	a.spec = s
	var cond kernel.Expr
	stmts := a.core.Out.Block(func() { cond = a.core.Truth(e) })
	if a.spec = outer; kernel.KeepsPairs(stmts) {
		a.core.Out.Unsupported(e.ExprPos(), "what this says about two threads would have to be kept in a variable; write it without a call of a function that has statements")
	}
	a.core.Out.Cur = append(a.core.Out.Cur, stmts...)
	return cond
}

// Call lowers a call inside an annotation if its function is one of those that
// mean something there; nil if not.
func (a *Annotations) Call(e *cuda.CallExpr, fun *cuda.Ident) *object.Place {
	f, known := annotation.Lookup(fun.Name)
	if !known || len(fun.Path) > 0 {
		return nil
	}
	if !f.Takes(len(e.Args), fun.Name, a.core.Out, e.Pos) {
		return &object.BadPlace
	}
	switch f.Contract {
	case annotation.Result:
		return a.result(e, fun.Name)
	case annotation.Old:
		return a.old(e, fun.Name)
	}
	x, ok := f.Value(models.NewFunction(models.Stating{
		Out: a.core.Out, An: a.core.An, Model: a.core.Model, Truth: a.core.Truth, Number: a.core.Number, Eval: a.core.Eval,
		Other: func(f func()) {
			a.spec.others++
			f()
			a.spec.others--
		},
		EnabledOnly: func() bool { return a.spec.others == 0 && !a.spec.global },
	}, e, fun.Name))
	if !ok {
		return &object.BadPlace
	}
	return placeOf(e.Pos, object.ScalarValue(ctype.Of(x.Type()), x))
}

// result is what the function returned.
func (a *Annotations) result(e *cuda.CallExpr, name string) *object.Place {
	pl := a.spec.result
	if pl == nil {
		a.core.Out.Errorf(e.Pos, "%s outside an __ensures", name)
		return &object.BadPlace
	}
	if pl.T.Bad() {
		return &object.BadPlace
	}
	want, _ := strings.CutPrefix(name, "__return_val_")
	if !syntax.ResultFits(want, pl.T) {
		a.core.Out.Unsupported(e.Pos, "%s of a function that returns a %s", name, pl.T)
		return &object.BadPlace
	}
	return pl
}

// old is what the argument was when the function began.
func (a *Annotations) old(e *cuda.CallExpr, name string) *object.Place {
	v, ok := a.spec.olds[e]
	if !ok {
		a.core.Out.Errorf(e.Pos, "%s outside an __ensures", name)
		return &object.BadPlace
	}
	return placeOf(e.Pos, v)
}

// placeOf is a place that holds v alone.
func placeOf(pos diag.Pos, v object.Value) *object.Place {
	if v.Bad() {
		return &object.BadPlace
	}
	return &object.Place{Pos: pos, T: v.T, Val: &v}
}

// Value is a name that means something in annotations alone; nil if id is
// none.
func (a *Annotations) Value(id *cuda.Ident) *object.Place {
	if a.spec == nil || id.Name != "__same_group" {
		return nil
	}
	same := kernel.Expr(kernel.BoolConst(true))
	for dim := range 3 {
		own := predefined.BuiltinDim(kernel.BlockIdx, dim, a.core.Launch)
		if !annotation.OnlyParams(own) {
			same = cexpr.Binary(kernel.LAnd, same, cexpr.Binary(kernel.Eq, own, &kernel.Other{X: own}))
		}
	}
	return placeOf(id.Pos, object.ScalarValue(ctype.Of(same.Type()), same))
}
