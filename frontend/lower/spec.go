package lower

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/models"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/predefined"
	"gv2/frontend/lower/syntax"
)

// stated lowers the condition of an annotation.
func (l *lowerer) stated(e cuda.Expr, s *spec) kernel.Expr {
	outer := l.spec
	l.spec = s
	var cond kernel.Expr
	stmts := l.out.Block(func() { cond = l.truthOf(e) })
	if l.spec = outer; kernel.KeepsPairs(stmts) {
		l.Unsupported(e.ExprPos(), "what this says about two threads would have to be kept in a variable; write it without a call of a function that has statements")
	}
	l.out.Cur = append(l.out.Cur, stmts...)
	return cond
}

// specCall lowers a call inside an annotation if its function is one of those that
// mean something there; nil if not.
func (l *lowerer) specCall(e *cuda.CallExpr, fun *cuda.Ident) *object.Place {
	f, known := annotation.Lookup(fun.Name)
	if !known || len(fun.Path) > 0 {
		return nil
	}
	if !f.Takes(len(e.Args), fun.Name, l.out, e.Pos) {
		return &object.BadPlace
	}
	switch f.Contract {
	case annotation.Result:
		return l.specResult(e, fun.Name)
	case annotation.Old:
		return l.specOld(e, fun.Name)
	}
	x, ok := f.Value(models.NewFunction(models.Stating{
		Out: l.out, An: l.an, Model: l.mem, Truth: l.truthOf, Number: l.scalar, Eval: l.eval,
		Other: func(f func()) {
			l.spec.others++
			f()
			l.spec.others--
		},
		EnabledOnly: func() bool { return l.spec.others == 0 && !l.spec.global },
	}, e, fun.Name))
	if !ok {
		return &object.BadPlace
	}
	return valuePlace(e, computedValue(x))
}

// specResult is what the function returned.
func (l *lowerer) specResult(e *cuda.CallExpr, name string) *object.Place {
	pl := l.spec.result
	if pl == nil {
		l.Errorf(e.Pos, "%s outside an __ensures", name)
		return &object.BadPlace
	}
	if pl.T.Bad() {
		return &object.BadPlace
	}
	want, _ := strings.CutPrefix(name, "__return_val_")
	if !syntax.ResultFits(want, pl.T) {
		l.Unsupported(e.Pos, "%s of a function that returns a %s", name, pl.T)
		return &object.BadPlace
	}
	return pl
}

// specOld is what the argument was when the function began.
func (l *lowerer) specOld(e *cuda.CallExpr, name string) *object.Place {
	v, ok := l.spec.olds[e]
	if !ok {
		l.Errorf(e.Pos, "%s outside an __ensures", name)
		return &object.BadPlace
	}
	return valuePlace(e, v)
}

// specValue is a name that means something in annotations alone; nil if id is
// none.
func (l *lowerer) specValue(id *cuda.Ident) *object.Place {
	if l.spec == nil || id.Name != "__same_group" {
		return nil
	}
	same := kernel.Expr(kernel.BoolConst(true))
	for dim := range 3 {
		own := predefined.BuiltinDim(kernel.BlockIdx, dim, l.opts.Launch)
		if !annotation.OnlyParams(own) {
			same = cexpr.Binary(kernel.LAnd, same, cexpr.Binary(kernel.Eq, own, &kernel.Other{X: own}))
		}
	}
	return valuePlace(id, computedValue(same))
}
