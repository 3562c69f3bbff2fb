package steps

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

func name(s string) cuda.Expr { return &cuda.Ident{Name: s} }

func lit(n uint64) cuda.Expr { return &cuda.IntLit{Value: n} }

func bin(op string, x, y cuda.Expr) cuda.Expr { return &cuda.BinaryExpr{Op: op, X: x, Y: y} }

func set(op string, x, y cuda.Expr) cuda.Expr { return &cuda.AssignExpr{Op: op, X: x, Y: y} }

// TestIn: which changes an expression makes, and which are none that are understood.
func TestIn(t *testing.T) {
	x := name("x")
	for text, c := range map[string]struct {
		e    cuda.Expr
		want []string
	}{
		"x *= 2":        {set("*=", x, lit(2)), []string{"x*="}},
		"x = x / 2":     {set("=", x, bin("/", x, lit(2))), []string{"x/="}},
		"x = 2 * x":     {set("=", x, bin("*", lit(2), x)), []string{"x*="}},
		"x = 2 / x":     {set("=", x, bin("/", lit(2), x)), nil},
		"x = y * 2":     {set("=", x, bin("*", name("y"), lit(2))), nil},
		"x += x":        {set("+=", x, x), []string{"x*="}},
		"x = x + x":     {set("=", x, bin("+", x, x)), []string{"x*="}},
		"x <<= 1, y--":  {bin(",", set("<<=", x, lit(1)), &cuda.UnaryExpr{Op: "--", X: name("y")}), []string{"x<<=", "y-="}},
		"(x >>= 1) > 0": {bin(">", set(">>=", x, lit(1)), lit(0)), []string{"x>>="}},
		"x ^= 1":        {set("^=", x, lit(1)), nil},
		"a[x] *= 2":     {set("*=", &cuda.IndexExpr{X: name("a"), I: x}, lit(2)), nil},
	} {
		var got []string
		for _, c := range In(c.e) {
			got = append(got, c.Name+c.Op)
		}
		assert.Equal(t, c.want, got, text)
	}
	op, bound := Bound(bin("&&", name("z"), bin(">=", lit(9), x)), "x")
	assert.Equal(t, "<=", op)
	assert.Equal(t, lit(9), bound)
	op, _ = Bound(bin("||", name("z"), bin(">=", lit(9), x)), "x")
	assert.Empty(t, op)
	assert.Equal(t, "x", EvenTest(bin("==", bin("&", x, lit(1)), lit(0))))
	assert.Empty(t, EvenTest(bin("==", bin("&", x, lit(1)), lit(1))))
}

// TestInvariantsHold: what is said of a variable holds in the course of random loops.
func TestInvariantsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	pick := func(list ...int64) int64 { return list[r.IntN(len(list))] }
	said, powers := 0, 0
	for range 4000 {
		typ := []kernel.Type{kernel.I32, kernel.U32}[r.IntN(2)]
		n := kernel.Ref(&kernel.Var{Name: "n", T: typ}) // what the first value is computed from
		value := pick(0, 1, 2, 3, 4, 7, 16, 48, 64, 96, 1<<20, 1<<29, 1<<30, 3<<29, 1<<31-1)
		if typ.Signed && r.IntN(4) == 0 {
			value = -value
		}
		var first kernel.Expr = n
		var known []kernel.Expr
		at := kernel.NewConst(typ, value)
		switch r.IntN(5) {
		case 0:
			first = at
		case 1:
			first = cexpr.Binary(kernel.Div, n, kernel.NewConst(typ, 2))
		case 2:
			first = cexpr.Binary(kernel.Shr, n, kernel.NewConst(typ, 1))
		}
		for _, k := range []kernel.Expr{
			cexpr.Binary(kernel.Lt, n, kernel.NewConst(typ, 65)), cexpr.Binary(kernel.Le, n, kernel.NewConst(typ, 1<<30)), cexpr.Binary(kernel.Gt, n, kernel.NewConst(typ, 0)), cexpr.Binary(kernel.Ge, n, kernel.NewConst(typ, 2)),
			cexpr.Binary(kernel.Eq, cexpr.Binary(kernel.And, n, cexpr.Binary(kernel.Sub, n, kernel.NewConst(typ, 1))), kernel.NewConst(typ, 0)),
			cexpr.Binary(kernel.LOr, cexpr.Binary(kernel.Le, n, kernel.NewConst(typ, 0)), cexpr.Binary(kernel.Eq, cexpr.Binary(kernel.And, n, cexpr.Binary(kernel.Sub, n, kernel.NewConst(typ, 1))), kernel.NewConst(typ, 0))),
		} {
			if holds(t, k, map[string]int64{"n": value}) && r.IntN(2) == 0 {
				known = append(known, k)
			}
		}
		l := Loop{First: first, Known: known, Once: r.IntN(2) == 0}
		for range 1 + r.IntN(2) {
			l.Changes = append(l.Changes, By{[]string{"*=", "<<=", "/=", ">>=", "+=", "-=", "*=", "<<="}[r.IntN(8)], pick(1, 1, 2, 2, 2, 3, 4, 5)})
		}
		bound := pick(0, 1, 5, 64, 1000, 1<<30, 1<<31-1)
		if l.Once {
			l.Op = []string{"<", "<=", ">", ""}[r.IntN(4)]
			l.Bound = kernel.Ref(&kernel.Var{Name: "b", T: kernel.I32})
		}
		now := kernel.Ref(&kernel.Var{Name: "now", T: typ})
		list := l.Invariants(now)
		said += len(list)
		v := kernel.Fold(put(first, map[string]int64{"n": value})).(*kernel.Const).Val
		for range 80 {
			for _, c := range list {
				require.True(t, holds(t, c, map[string]int64{"n": value, "now": v, "b": bound}), "%s with n = %d, now = %d, b = %d in a loop of %v that begins with %s %s, knows %d",
					kernel.ExprString(c), value, v, bound, l.Changes, l.Op, kernel.ExprString(first), len(known))
				powers++
			}
			if !goes(typ, v, l.Op, bound) {
				break
			}
			overflows := false
			for _, c := range l.Changes {
				if r.IntN(4) == 0 {
					continue // it is under a condition
				}
				if v, overflows = changed(typ, v, c); overflows {
					break
				}
			}
			if overflows {
				break
			}
		}
	}
	require.Greater(t, said, 2000)
	require.Greater(t, powers, 20000)
}

// goes is the condition of the loop; the bound is signed.
func goes(t kernel.Type, v int64, op string, bound int64) bool {
	if !t.Signed {
		bound = int64(uint32(bound))
	}
	switch op {
	case "<":
		return v < bound
	case "<=":
		return v <= bound
	case ">":
		return v > bound
	}
	return true
}

// changed is the variable behind a change; overflows is set where C++ gives it no meaning.
func changed(t kernel.Type, v int64, c By) (out int64, overflows bool) {
	switch c.Op {
	case "*=":
		v *= c.N
	case "<<=":
		if t.Signed && v < 0 {
			return v, true
		}
		v <<= c.N
		if t.Signed && v >= 1<<32 {
			return v, true
		}
		return wrapped(t, v), false
	case "/=":
		v /= c.N
	case ">>=":
		v >>= c.N
	case "+=":
		v += c.N
	case "-=":
		v -= c.N
	}
	return wrapped(t, v), t.Signed && v != wrapped(t, v)
}

func wrapped(t kernel.Type, v int64) int64 {
	if t.Signed {
		return int64(int32(v))
	}
	return int64(uint32(v))
}

func put(e kernel.Expr, values map[string]int64) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if v, ok := e.(*kernel.VarRef); ok {
			return kernel.NewConst(v.Var.T, values[v.Var.Name])
		}
		return kernel.FoldNode(e)
	})
}

func holds(t *testing.T, e kernel.Expr, values map[string]int64) bool {
	k, ok := kernel.Fold(put(e, values)).(*kernel.Const)
	require.True(t, ok, "%s", kernel.ExprString(e))
	return k.Val != 0
}
