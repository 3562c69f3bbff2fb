package fact

import (
	"maps"

	"gv2/frontend/kernel"
)

// Sources are the arrays from which the values of variables come.
type Sources map[*kernel.Var]map[*kernel.Array]bool

// SourcesOf are those of a kernel.
func SourcesOf(k *kernel.Kernel) Sources {
	out := Sources{}
	for grown := true; grown; {
		grown = false
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			v := kernel.Assigned(s)
			if v == nil {
				return true
			}
			if out[v] == nil {
				out[v] = map[*kernel.Array]bool{}
			}
			n := len(out[v])
			for _, read := range kernel.Reads(s) {
				maps.Copy(out[v], out[read])
			}
			if load, is := s.(*kernel.Load); is {
				out[v][load.Acc.Array] = true
			}
			grown = grown || len(out[v]) > n
			return true
		})
	}
	return out
}

// Of are those from which an expression's value comes.
func (s Sources) Of(e kernel.Expr) map[*kernel.Array]bool {
	out := map[*kernel.Array]bool{}
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if v, is := e.(*kernel.VarRef); is {
			maps.Copy(out, s[v.Var])
		}
		return true
	})
	return out
}

// Accumulates reports whether a kernel may put into an element of such an array what it finds there together with something
// else, in a way of which the order does not matter: a sum, or the larger of two, which a comparison may have chosen.
func Accumulates(k *kernel.Kernel, array func(*kernel.Array) bool) bool {
	from, defs := SourcesOf(k), kernel.Definitions(k.Body)
	loaded, read := map[*kernel.Var]*kernel.Array{}, map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if load, is := s.(*kernel.Load); is {
			loaded[load.Dst], read[load.Acc.Array] = load.Acc.Array, true
		}
		return true
	})
	var found func(x kernel.Expr, a *kernel.Array) bool
	found = func(x kernel.Expr, a *kernel.Array) bool {
		x = kernel.StripIntegerCasts(x)
		v, is := x.(*kernel.VarRef)
		return is && (loaded[v.Var] == a || defs[v.Var] != nil && found(defs[v.Var], a))
	}
	// known reports whether x is certainly no such value.
	var known func(x kernel.Expr, a *kernel.Array) bool
	known = func(x kernel.Expr, a *kernel.Array) bool {
		if !from.Of(x)[a] {
			return !read[a]
		}
		switch x := kernel.StripIntegerCasts(x).(type) {
		case *kernel.VarRef:
			return defs[x.Var] != nil && known(defs[x.Var], a)
		case *kernel.Binary:
			return !found(x.X, a) && !found(x.Y, a)
		default:
			// Others may be the larger of two.
			return false
		}
	}
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		store, is := s.(*kernel.Store)
		return is && array(store.Acc.Array) && !known(store.X, store.Acc.Array)
	})
}
