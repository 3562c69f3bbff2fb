package twothread

import (
	"maps"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// steps tells which atomics count up, or stay.
type steps struct {
	// once are the values of the variables that are assigned once.
	once map[*kernel.Var]kernel.Expr
	// guarded are the atomics that add what the branches around them, or those in front of them that end, leave no
	// negative number.
	guarded map[*kernel.Atomic]bool
}

func stepsOf(k *kernel.Kernel) steps {
	s := steps{kernel.Definitions(k.Body), map[*kernel.Atomic]bool{}}
	s.guard(k.Body, map[*kernel.Var]bool{})
	return s
}

// up reports whether an atomic adds a number that is not negative: one of at most maxCount whatever wraps around
// on the way to it, or one that the program has compared.
func (s steps) up(a *kernel.Atomic) bool {
	return a.Op == "add" && len(a.Args) == 1 && a.Acc.Width == 1 && a.Acc.Array.Elem.Kind == kernel.Int && (s.few(a.Args[0], mostFollowed) || s.guarded[a])
}

// guard finds the guarded atomics of a list, in front of which the variables in known are not negative.
func (s steps) guard(list []kernel.Stmt, known map[*kernel.Var]bool) {
	known = maps.Clone(known)
	for _, st := range list {
		switch st := st.(type) {
		case *kernel.Atomic:
			s.guarded[st] = len(st.Args) == 1 && compared(st.Args[0], known)
		case *kernel.If:
			s.guard(st.Then, with(known, st.Cond, true))
			s.guard(st.Else, with(known, st.Cond, false))
		case *kernel.Loop:
			within := maps.Clone(known)
			forget(within, []kernel.Stmt{st})
			for _, inner := range kernel.Blocks(st) {
				s.guard(inner, within)
			}
		default:
			// Others have at most a list that is executed once.
			for _, inner := range kernel.Blocks(st) {
				s.guard(inner, known)
			}
		}
		forget(known, []kernel.Stmt{st})
		if branch, is := st.(*kernel.If); is {
			switch then, other := leaves(branch.Then), leaves(branch.Else); {
			case then && !other && !touches(branch.Cond, branch.Else):
				known = with(known, branch.Cond, false)
			case other && !then && !touches(branch.Cond, branch.Then):
				known = with(known, branch.Cond, true)
			}
		}
	}
}

// leaves reports whether nothing behind a branch is executed after it.
func leaves(list []kernel.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch list[len(list)-1].(type) {
	case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
		return true
	default:
		// Others go on.
	}
	return false
}

// touches reports whether statements set what a condition reads.
func touches(cond kernel.Expr, list []kernel.Stmt) bool {
	read := map[*kernel.Var]bool{}
	kernel.WalkExpr(cond, func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is {
			read[r.Var] = true
		}
		return true
	})
	before := len(read)
	forget(read, list)
	return len(read) < before
}

// forget drops the variables that the statements set.
func forget(known map[*kernel.Var]bool, list []kernel.Stmt) {
	kernel.Walk(list, func(st kernel.Stmt) bool {
		delete(known, kernel.Assigned(st))
		return true
	})
}

// with are the known variables and those that a condition leaves no negative value, where it holds or does
// not.
func with(known map[*kernel.Var]bool, cond kernel.Expr, holds bool) map[*kernel.Var]bool {
	known = maps.Clone(known)
	var add func(e kernel.Expr, holds bool)
	add = func(e kernel.Expr, holds bool) {
		if not, is := e.(*kernel.Unary); is && not.Op == kernel.Not {
			add(not.X, !holds)
			return
		}
		b, is := e.(*kernel.Binary)
		if !is {
			return
		}
		if b.Op == kernel.LAnd && holds || b.Op == kernel.LOr && !holds {
			add(b.X, holds)
			add(b.Y, holds)
			return
		}
		for _, c := range []struct {
			x, y kernel.Expr
			op   kernel.BinaryOp
		}{{b.X, b.Y, b.Op}, {b.Y, b.X, turned[b.Op]}} {
			v, isVar := kernel.StripSameWidth(c.x).(*kernel.VarRef)
			n, isConst := c.y.(*kernel.Const)
			if !isVar || !isConst || !v.Var.T.Signed || !c.x.Type().Signed || v.Var.T.Bits != c.x.Type().Bits {
				continue
			}
			least, op := int64(0), c.op
			if !holds {
				op = opposite[op]
			}
			switch op {
			case kernel.Gt:
				least = -1
			case kernel.Ge, kernel.Eq:
			default:
				continue // says nothing of the kind
			}
			if n.Val >= least {
				known[v.Var] = true
			}
		}
	}
	add(cond, holds)
	return known
}

// turned are the comparisons with their sides changed, opposite those that hold where they do not.
var (
	turned   = map[kernel.BinaryOp]kernel.BinaryOp{kernel.Lt: kernel.Gt, kernel.Le: kernel.Ge, kernel.Gt: kernel.Lt, kernel.Ge: kernel.Le, kernel.Eq: kernel.Eq}
	opposite = map[kernel.BinaryOp]kernel.BinaryOp{kernel.Lt: kernel.Ge, kernel.Le: kernel.Gt, kernel.Gt: kernel.Le, kernel.Ge: kernel.Lt, kernel.Ne: kernel.Eq}
)

// compared reports whether x is a variable in known, maybe in a type that has all of its values.
func compared(x kernel.Expr, known map[*kernel.Var]bool) bool {
	switch x := x.(type) {
	case *kernel.VarRef:
		return known[x.Var]
	case *kernel.Convert:
		return x.T.IsInt() && x.X.Type().IsInt() && x.T.Bits >= x.X.Type().Bits && compared(x.X, known)
	default:
		// Others are not followed.
		return false
	}
}

// mostFollowed is through how many operations a step is followed.
const mostFollowed = 8

func (s steps) few(x kernel.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := x.(type) {
	case *kernel.Const:
		v := fact.LeastMagnitude(x)
		return v >= 0 && v <= maxCount
	case *kernel.VarRef:
		// A variable that is assigned once is not read before: it has any value there.
		def, known := s.once[x.Var]
		return known && s.few(def, depth-1)
	case *kernel.Convert:
		from := x.X.Type()
		return from.Kind == kernel.Bool || from.Kind == kernel.Int && x.T.Kind == kernel.Int && x.T.Bits >= 16 && s.few(x.X, depth-1)
	case *kernel.Cond:
		return s.few(x.X, depth-1) && s.few(x.Y, depth-1)
	case *kernel.Binary:
		return x.Op == kernel.And && x.Type().Kind == kernel.Int && (s.few(x.X, depth-1) || s.few(x.Y, depth-1))
	case *kernel.Call:
		return x.Fn == "popc"
	default:
		// Others may be anything.
		return false
	}
}
