package contradiction

import (
	"math/rand/v2"
	"slices"

	"gv2/frontend/kernel"
)

// Bounds of the search for values.
const (
	mostSamples = 300
	mostNodes   = 4000 // of all conditions together
)

// Satisfied reports whether it has found values that satisfy all of the conditions. It looks at small
// ones, and at the numbers in the conditions and around them, so false says nothing.
func Satisfied(conds []kernel.Expr) bool {
	s := search{seen: map[string]bool{}}
	nodes := 0
	for _, c := range conds {
		kernel.WalkExpr(c, func(e kernel.Expr) bool {
			nodes++
			switch e := e.(type) {
			case *kernel.Const:
				if e.T.IsInt() {
					s.numbers = append(s.numbers, e.Val, e.Val-1, e.Val+1, 2*e.Val)
				}
			case *kernel.VarRef, *kernel.Builtin:
				if n := name(e); !s.seen[n] {
					s.seen[n] = true
					s.names = append(s.names, e)
				}
			default:
				// Only leaves are values.
			}
			return true
		})
	}
	if nodes > mostNodes {
		return false
	}
	s.numbers = append(s.numbers, 1, 2, 4, 16, 32, 64, 128, 256, 512, 1024, 4096, 1<<20)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range mostSamples {
		if s.satisfies(conds, random, n) {
			return true
		}
	}
	return false
}

type search struct {
	names   []kernel.Expr
	seen    map[string]bool
	numbers []int64
}

// satisfies tries one choice of values. What an equation gives is computed by it.
func (s *search) satisfies(conds []kernel.Expr, random *rand.Rand, n int) bool {
	values := map[string]*kernel.Const{}
	put := func(e kernel.Expr) kernel.Expr {
		return kernel.Fold(kernel.MapExpr(e, func(x kernel.Expr) kernel.Expr {
			switch x.(type) {
			case *kernel.VarRef, *kernel.Builtin:
				if k := values[name(x)]; k != nil {
					return k
				}
			default:
				// Others are as their operands are.
			}
			return x
		}))
	}
	left := slices.Clone(conds)
	order := random.Perm(len(s.names))
	for {
		// Equations whose one side is a name, and the other one a number by now.
		for progress := true; progress; {
			progress = false
			rest := left[:0:0]
			for _, c := range left {
				c = put(c)
				if k, ok := c.(*kernel.Const); ok {
					if k.Val == 0 {
						return false
					}
					continue
				}
				if x, k := equation(c); x != nil {
					values[name(x)], progress = k, true
				}
				rest = append(rest, c)
			}
			left = rest
		}
		if len(left) == 0 {
			return true
		}
		next := slices.IndexFunc(order, func(i int) bool { return values[name(s.names[i])] == nil })
		if next < 0 {
			return false // it reads more than names
		}
		x := s.names[order[next]]
		values[name(x)] = number(x.Type(), s.numbers[random.IntN(len(s.numbers))], n)
		if values[name(x)] == nil {
			return false
		}
	}
}

// number is a value of type t, nil for a type that has no numbers.
func number(t kernel.Type, v int64, n int) *kernel.Const {
	switch {
	case t.Kind == kernel.Bool:
		return kernel.BoolConst(n%2 == 0)
	case !t.IsInt():
		return nil
	}
	k, _ := kernel.Fold(&kernel.Convert{T: t, X: kernel.NewConst(kernel.I64, v)}).(*kernel.Const)
	return k
}

// equation recognises name == number, as it stands or with the name's bits read with another sign or as
// a wider number.
func equation(c kernel.Expr) (kernel.Expr, *kernel.Const) {
	b, ok := c.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq {
		return nil, nil
	}
	x, y := b.X, b.Y
	if _, ok := x.(*kernel.Const); ok {
		x, y = y, x
	}
	k, ok := y.(*kernel.Const)
	if !ok {
		return nil, nil
	}
	for {
		cv, ok := x.(*kernel.Convert)
		if !ok || !cv.T.IsInt() || !cv.X.Type().IsInt() {
			break
		}
		x = cv.X
	}
	switch x.(type) {
	case *kernel.VarRef, *kernel.Builtin:
		if !x.Type().IsInt() {
			return nil, nil
		}
		n, _ := kernel.Fold(&kernel.Convert{T: x.Type(), X: k}).(*kernel.Const)
		return x, n
	default:
		// Computed values stand for no name.
		return nil, nil
	}
}
