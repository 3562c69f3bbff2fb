package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// annotation lowers calls of functions that say something about the program:
// assert and printf, and GPUVerify's annotations. It reports whether fun is one.
func (l *lowerer) annotation(e *cuda.CallExpr, fun *cuda.Ident) bool {
	switch fun.Name {
	case "printf":
		for _, a := range l.callArgs(e.Args) {
			if !a.place().t.bad() {
				l.argValue(a)
			}
		}
	case "assert", "__assert":
		l.condition(e, func(src kernel.Src, cond kernel.Expr) {
			l.emit(&kernel.Assert{Src: src, Cond: cond, Text: kernel.ExprString(cond)})
		})
	case "__assume", "__builtin_assume":
		l.condition(e, func(src kernel.Src, cond kernel.Expr) {
			l.emit(&kernel.Assume{Src: src, Cond: cond})
		})
	case "__builtin_unreachable":
		l.emit(&kernel.Assume{Src: l.at(e.Pos), Cond: kernel.BoolConst(false)})
	case "__requires":
		l.requires(e)
	case "__invariant", "__global_invariant":
		l.unsupported(e.Pos, "%s here; put it first into the loop's body", fun.Name)
	case "__ensures", "__global_ensures", "__global_requires", "__function_wide_invariant",
		"__function_wide_candidate_invariant", "__candidate_invariant",
		"__reads_from", "__writes_to", "__reads_from_local", "__writes_to_local":
		l.unsupported(e.Pos, "annotation %s; remove it", fun.Name)
	default:
		return false
	}
	return true
}

// condition evaluates the one argument of an annotation.
func (l *lowerer) condition(e *cuda.CallExpr, use func(src kernel.Src, cond kernel.Expr)) {
	if len(e.Args) != 1 {
		l.errorf(e.Pos, "this takes one condition, not %d", len(e.Args))
		return
	}
	cond := l.truthOf(e.Args[0])
	use(l.at(e.Pos), cond)
}

// requires is a precondition of the kernel if it speaks of parameters only, else
// an assumption where it stands.
func (l *lowerer) requires(e *cuda.CallExpr) {
	l.condition(e, func(src kernel.Src, cond kernel.Expr) {
		if onlyParams(cond) && l.frame.depth == 0 {
			l.out.Requires = append(l.out.Requires, cond)
			return
		}
		l.emit(&kernel.Assume{Src: src, Cond: cond})
	})
}

func onlyParams(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			ok = ok && e.Var.Param
		case *kernel.Builtin:
			ok = false
		}
		return ok
	})
	return ok
}

var _ builder = (*lowerer)(nil)
