package interp

import "gv2/boogie"

// maxExpand bounds the nesting of defined functions that split expands.
const maxExpand = 8

// split splits e into conjuncts, and expands defined functions to do so:
// IS_U8(x) is 0 <= x and x < 256.
func (d *declarations) split(e boogie.Expr, depth int) []boogie.Expr {
	switch e := e.(type) {
	case *boogie.Binary:
		if e.Op == "&&" {
			return append(d.split(e.X, depth), d.split(e.Y, depth)...)
		}
	case *boogie.App:
		if body := d.expand(e); body != nil && depth < maxExpand {
			return d.split(body, depth+1)
		}
	case *boogie.Unary:
		if e.Op == "!" {
			return d.splitNot(e, depth)
		}
	}
	return []boogie.Expr{e}
}

// splitNot is split for a negation.
func (d *declarations) splitNot(e *boogie.Unary, depth int) []boogie.Expr {
	switch x := e.X.(type) {
	case *boogie.Unary:
		if x.Op == "!" {
			return d.split(x.X, depth)
		}
	case *boogie.Binary:
		switch x.Op {
		case "||":
			return append(d.split(boogie.Not(x.X), depth), d.split(boogie.Not(x.Y), depth)...)
		case "==>":
			return append(d.split(x.X, depth), d.split(boogie.Not(x.Y), depth)...)
		}
	case *boogie.App:
		if body := d.expand(x); body != nil && depth < maxExpand {
			return d.split(boogie.Not(body), depth+1)
		}
	}
	return []boogie.Expr{e}
}

// expand is the body of a defined function with the arguments in place of the
// parameters, nil if there is none.
func (d *declarations) expand(e *boogie.App) boogie.Expr {
	f := d.funcs[e.F]
	if f == nil || f.Body == nil || len(f.Params) != len(e.Args) {
		return nil
	}
	with := map[string]boogie.Expr{}
	for i, p := range f.Params {
		with[p.Name] = e.Args[i]
	}
	return substitute(f.Body, with)
}

// substitute replaces variables. It does not look into quantifiers, whose bound
// variables may hide them.
func substitute(e boogie.Expr, with map[string]boogie.Expr) boogie.Expr {
	sub := func(e boogie.Expr) boogie.Expr { return substitute(e, with) }
	list := func(es []boogie.Expr) []boogie.Expr {
		out := make([]boogie.Expr, len(es))
		for i, e := range es {
			out[i] = sub(e)
		}
		return out
	}
	switch e := e.(type) {
	case *boogie.Id:
		if x, ok := with[e.Name]; ok {
			return x
		}
	case *boogie.Unary:
		return &boogie.Unary{Op: e.Op, X: sub(e.X)}
	case *boogie.Binary:
		return &boogie.Binary{Op: e.Op, X: sub(e.X), Y: sub(e.Y)}
	case *boogie.Ite:
		return &boogie.Ite{C: sub(e.C), X: sub(e.X), Y: sub(e.Y)}
	case *boogie.App:
		return &boogie.App{F: e.F, Args: list(e.Args)}
	case *boogie.Select:
		return &boogie.Select{M: sub(e.M), Keys: list(e.Keys)}
	case *boogie.Update:
		return &boogie.Update{M: sub(e.M), Keys: list(e.Keys), Val: sub(e.Val)}
	case *boogie.Extract:
		return &boogie.Extract{X: sub(e.X), Hi: e.Hi, Lo: e.Lo}
	case *boogie.Old:
		return &boogie.Old{X: sub(e.X)}
	}
	return e
}

// atom is a comparison or another atomic part of a condition, with the truth value that
// helps the condition to hold.
type atom struct {
	e    boogie.Expr
	want bool
}

// atoms lists the atoms of e: each of them alone may make e equal to want.
func (d *declarations) atoms(e boogie.Expr, want bool, depth int) []atom {
	both := func(x, y boogie.Expr, wantX, wantY bool) []atom {
		return append(d.atoms(x, wantX, depth), d.atoms(y, wantY, depth)...)
	}
	switch e := e.(type) {
	case *boogie.Unary:
		if e.Op == "!" {
			return d.atoms(e.X, !want, depth)
		}
	case *boogie.Binary:
		switch e.Op {
		case "&&", "||":
			return both(e.X, e.Y, want, want)
		case "==>":
			return both(e.X, e.Y, !want, want)
		}
	case *boogie.Ite:
		return both(e.X, e.Y, want, want)
	case *boogie.App:
		if body := d.expand(e); body != nil && depth < maxExpand {
			return d.atoms(body, want, depth+1)
		}
	}
	return []atom{{e, want}}
}

// mentions lists the variables that e reads.
func mentions(e boogie.Expr) map[string]bool {
	out := map[string]bool{}
	boogie.Walk(e, func(e boogie.Expr) bool {
		if id, ok := e.(*boogie.Id); ok {
			out[id.Name] = true
		}
		return true
	})
	return out
}

// quantified reports whether e has a quantifier.
func quantified(e boogie.Expr) bool {
	found := false
	boogie.Walk(e, func(e boogie.Expr) bool {
		if _, ok := e.(*boogie.Quant); ok {
			found = true
		}
		return !found
	})
	return found
}
