package fact

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
)

// AllowedValues are the assignments that give p one of the values, or a few larger ones
// if hardly any of them is allowed, and meet the preconditions.
func AllowedValues(k *kernel.Kernel, p *kernel.Var, fixed map[string]int64, values []int64) []map[string]int64 {
	var out []map[string]int64
	for _, v := range values {
		if with, ok := Satisfying(k, Extended(fixed, p, v)); ok && Fits(p.T, v) {
			out = append(out, with)
		}
	}
	for v := int64(0); len(out) < fewest && v <= LargestTried && Fits(p.T, v); v++ {
		with := Extended(fixed, p, v)
		if open, ok := preconditions(k, with); ok && len(open) == 0 && !slices.Contains(values, v) {
			out = append(out, with)
		}
	}
	return out
}

// If fewer than the fewest are allowed, more values are tried, up to the
// largest.
const (
	fewest       = 4
	LargestTried = 4096
)

// Extended is fixed with a value for one more parameter.
func Extended(fixed map[string]int64, p *kernel.Var, v int64) map[string]int64 {
	with := map[string]int64{p.Name: v}
	maps.Copy(with, fixed)
	return with
}

// preconditions evaluates the preconditions for given values of some
// parameters. It returns those that relate them to others; ok is false if one
// is violated.
func preconditions(k *kernel.Kernel, fixed map[string]int64) (open []kernel.Expr, ok bool) {
	for _, r := range k.Requires {
		e := kernel.WithParams(r, fixed)
		if c, is := e.(*kernel.Const); is && c.Val == 0 {
			return nil, false
		} else if !is && kernel.ReadsParams(r, fixed) {
			open = append(open, e)
		}
	}
	return open, true
}

// Satisfying completes values of parameters so that they meet the kernel's
// preconditions. It also chooses values for parameters that a precondition
// relates to the given ones; false if it finds none.
func Satisfying(k *kernel.Kernel, fixed map[string]int64) (map[string]int64, bool) {
	tries := mostTries
	return satisfying(k, fixed, &tries)
}

// satisfying is Satisfying for so many tries.
func satisfying(k *kernel.Kernel, fixed map[string]int64, tries *int) (map[string]int64, bool) {
	if *tries--; *tries < 0 {
		return nil, false
	}
	open, ok := preconditions(k, fixed)
	if !ok || len(open) == 0 {
		return fixed, ok
	}
	next := freeParameter(open)
	if next == nil || len(fixed) >= MostEnumerated+mostCompleted {
		return nil, false
	}
	for v := int64(0); v <= largestCompleted && Fits(next.T, v); v++ {
		if with, ok := satisfying(k, Extended(fixed, next, v), tries); ok {
			return with, true
		}
	}
	return nil, false
}

// MostEnumerated is the largest number of parameters in an enumeration of values.
const MostEnumerated = 3

// Bounds of the search for values of further parameters.
const (
	mostCompleted    = 2
	largestCompleted = 128
	mostTries        = 4000
)

// Fits reports whether the type has that value.
func Fits(t kernel.Type, v int64) bool {
	switch t.Kind {
	case kernel.Bool:
		return v == 0 || v == 1
	case kernel.Int:
		return t.Wrap(v) == v
	}
	return false
}

// freeParameter is a parameter that the conditions still read.
func freeParameter(open []kernel.Expr) *kernel.Var {
	var free *kernel.Var
	for _, e := range open {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok && free == nil {
				free = r.Var
			}
			return free == nil
		})
	}
	return free
}

// Scales reports whether the parameter is a factor, and not a limit in
// comparisons: a stride may well be 1, but a kernel that is safe for one element
// is not safe.
func Scales(k *kernel.Kernel, p *kernel.Var) bool {
	factor, limit := false, false
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		kernel.Exprs(st, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if b, ok := e.(*kernel.Binary); ok && kernel.ReadsParams(b, map[string]int64{p.Name: 0}) {
					factor = factor || b.Op == kernel.Mul
					limit = limit || b.Op.IsComparison()
				}
				return true
			})
		})
		return true
	})
	return factor && !limit
}

// Judged evaluates a condition; known is false if it depends on more than the
// values given.
func Judged(cond kernel.Expr, values map[string]int64) (holds, known bool) {
	e := kernel.Fold(kernel.MapExpr(cond, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			if v, given := values[e.Var.Name]; given && e.Var.Param {
				return kernel.NewConst(e.Var.T, v)
			}
		case *kernel.Builtin:
			if v, given := values[kernel.ExprString(e)]; given {
				return kernel.NewConst(kernel.U32, v)
			}
		default:
			// Others are as their operands are.
		}
		return e
	}))
	c, known := e.(*kernel.Const)
	return known && c.Val != 0, known
}

// ValueOf is a parameter as an expression.
func ValueOf(p *kernel.Var) kernel.Expr { return &kernel.VarRef{Var: p} }

// Equals is the condition that a parameter has that value.
func Equals(p *kernel.Var, v int64) kernel.Expr {
	switch {
	case p.T.Kind == kernel.Int:
		return &kernel.Binary{Op: kernel.Eq, X: ValueOf(p), Y: kernel.NewConst(p.T, v)}
	case v == 0:
		return &kernel.Unary{Op: kernel.Not, X: ValueOf(p)}
	}
	return ValueOf(p)
}

// Meets reports whether the values are known to meet the kernel's preconditions,
// and to break none of its assumptions: a condition that only other values meet
// would rule out every run.
func Meets(k *kernel.Kernel, values map[string]int64) bool {
	for _, r := range k.Requires {
		if holds, known := Judged(r, values); !known || !holds {
			return false
		}
	}
	return !kernel.Any(k.Body, func(st kernel.Stmt) bool {
		a, is := st.(*kernel.Assume)
		if !is {
			return false
		}
		holds, known := Judged(a.Cond, values)
		return known && !holds
	})
}
