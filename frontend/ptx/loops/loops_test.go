package loops

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

var (
	n, i, j, sum, end = variable("n"), variable("i"), variable("j"), variable("sum"), variable("end")

	tile = &kernel.Array{Name: "tile", Space: kernel.Shared, Elem: kernel.I32}
)

func variable(name string) *kernel.Var { return &kernel.Var{Name: name, T: kernel.I32} }

func set(v *kernel.Var, x kernel.Expr) kernel.Stmt { return &kernel.Assign{Dst: v, X: x} }

func number(x int64) kernel.Expr { return kernel.NewConst(kernel.I32, x) }

func plus(v *kernel.Var, x int64) kernel.Expr { return kernel.Op(kernel.Add, kernel.Ref(v), number(x)) }

func store(x kernel.Expr) kernel.Stmt {
	return &kernel.Store{Acc: kernel.Access{Array: tile, Index: kernel.NewConst(kernel.I64, 0), Width: 1}, X: x}
}

// counted is a loop as compilers write it: i counts from a number while it is less than n, and sum with it.
func counted(from int64) []kernel.Stmt {
	return []kernel.Stmt{set(i, number(from)), set(sum, number(7)), &kernel.Loop{DoWhile: true, Cond: kernel.Op(kernel.Lt, kernel.Ref(i), kernel.Ref(n)),
		Body: []kernel.Stmt{store(kernel.Ref(i))}, Post: []kernel.Stmt{set(sum, kernel.Op(kernel.Add, kernel.Ref(sum), kernel.Ref(i))), set(i, plus(i, 1))}}}
}

func TestRestored(t *testing.T) {
	guarded := func(guard kernel.Expr, then []kernel.Stmt, other ...kernel.Stmt) []kernel.Stmt {
		return []kernel.Stmt{&kernel.If{Cond: guard, Then: then, Else: other}}
	}
	atLeast := func(x int64) kernel.Expr { return kernel.Op(kernel.Ge, kernel.Ref(n), number(x)) }
	const plain = "i = 0;\nsum = 7;\nwhile (i < n) {\n  tile[0] = i;\n  post {\n    sum = sum + i;\n    i = i + 1;\n  }\n}\n"
	out := []kernel.Stmt{set(end, kernel.Ref(sum))}
	for _, c := range []struct {
		name string
		body []kernel.Stmt
		want string
	}{
		{"guard of the first round", guarded(atLeast(1), counted(0)), plain},
		{"guard that lets a thread in too early", guarded(atLeast(0), counted(0)), "if (n >= 0) {\n  i = 0;\n  sum = 7;\n  do while (i < n)"},
		{"guard that keeps a thread out", guarded(atLeast(2), counted(0)), "if (n >= 2) {\n  i = 0;\n  sum = 7;\n  while (i < n)"},
		{"what is left without a round", guarded(atLeast(1), append(counted(0), out...), set(end, number(7))), plain + "end = sum;\n"},
		{"something else without a round", guarded(atLeast(1), append(counted(0), out...), set(end, number(6))), "if (n >= 1) {\n  i = 0;\n  sum = 7;\n  while (i < n)"},
		{"a variable read behind", append(guarded(atLeast(1), counted(0)), store(kernel.Ref(sum))), "if (n >= 1) {\n  i = 0;\n  sum = 7;\n  while (i < n)"},
		{"one round", []kernel.Stmt{set(i, number(3)), &kernel.Loop{DoWhile: true, Cond: kernel.Op(kernel.Lt, kernel.Ref(i), number(4)),
			Body: []kernel.Stmt{store(kernel.Ref(i))}, Post: []kernel.Stmt{set(i, plus(i, 1))}}}, "i = 3;\ntile[0] = 3;\ni = i + 1;\n"},
		{"two rounds", []kernel.Stmt{set(i, number(3)), &kernel.Loop{DoWhile: true, Cond: kernel.Op(kernel.Lt, kernel.Ref(i), number(5)),
			Body: []kernel.Stmt{store(kernel.Ref(i))}, Post: []kernel.Stmt{set(i, plus(i, 1))}}}, "i = 3;\nwhile (i < 5)"},
	} {
		got := kernel.PrintStmts(Restored(c.body, kernel.Launch{}))
		assert.Contains(t, got, c.want, c.name)
		if len(c.want) > len(plain)-2 {
			assert.Equal(t, c.want, got, c.name)
		}
	}
}

// TestRestoredDoesTheSame executes random code of loops behind guards before and after.
func TestRestoredDoesTheSame(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	changed := 0
	for range 1500 {
		g := &generator{rng}
		body := append([]kernel.Stmt{set(i, g.small()), set(j, g.small()), set(sum, g.small()), set(end, g.small())}, g.list(3)...)
		body = append(body, store(kernel.Ref(i)), store(kernel.Ref(j)), store(kernel.Ref(sum)), store(kernel.Ref(end)))
		restored := Restored(body, kernel.Launch{})
		if kernel.PrintStmts(restored) != kernel.PrintStmts(body) {
			changed++
		}
		for value := int64(-2); value < 5; value++ {
			want, got := &machine{left: 300}, &machine{left: 1000}
			want.vars, got.vars = map[*kernel.Var]int64{n: value}, map[*kernel.Var]int64{n: value}
			want.stmts(body)
			if want.left < 0 {
				continue // some loop does not end, or not soon
			}
			got.stmts(restored)
			require.Equal(t, want.out, got.out, "n = %d:\n%s\nbecomes\n%s", value, kernel.PrintStmts(body), kernel.PrintStmts(restored))
		}
	}
	assert.Greater(t, changed, 400)
}

type generator struct{ *rand.Rand }

func (g *generator) small() kernel.Expr { return number(int64(g.Intn(5) - 1)) }

func (g *generator) variable() *kernel.Var { return []*kernel.Var{i, j, sum, end}[g.Intn(4)] }

func (g *generator) value() kernel.Expr {
	switch g.Intn(5) {
	case 0:
		return g.small()
	case 1:
		return kernel.Ref(n)
	case 2:
		return plus(g.variable(), int64(g.Intn(3)-1))
	default:
		return kernel.Ref(g.variable())
	}
}

func (g *generator) condition() kernel.Expr {
	op := []kernel.BinaryOp{kernel.Lt, kernel.Le, kernel.Gt, kernel.Ge, kernel.Eq, kernel.Ne}[g.Intn(6)]
	switch g.Intn(4) {
	case 0:
		return kernel.Op(op, kernel.Ref(n), g.small())
	case 1:
		return kernel.Op(op, g.value(), g.value())
	case 2:
		return kernel.Op(kernel.LAnd, kernel.Op(op, kernel.Ref(n), g.small()), kernel.Op(kernel.Ne, g.value(), g.small()))
	default:
		return kernel.Op(op, kernel.Ref(g.variable()), kernel.Ref(n))
	}
}

func (g *generator) list(depth int) (out []kernel.Stmt) {
	for range 1 + g.Intn(3) {
		out = append(out, g.stmt(depth)...)
	}
	return out
}

func (g *generator) stmt(depth int) []kernel.Stmt {
	if depth == 0 {
		return []kernel.Stmt{set(g.variable(), g.value())}
	}
	switch g.Intn(6) {
	case 0:
		return []kernel.Stmt{store(g.value())}
	case 1:
		return []kernel.Stmt{&kernel.If{Cond: g.condition(), Then: g.list(depth - 1), Else: g.list(depth - 1)}}
	case 2, 3:
		v := g.variable()
		loop := append([]kernel.Stmt{set(v, g.small())}, g.loop(v, depth)...)
		guard := &kernel.If{Cond: g.condition(), Then: loop}
		if g.Intn(2) == 0 { // mostly the right one
			guard.Cond = kernel.Op(kernel.Ge, kernel.Ref(n), g.small())
		}
		if g.Intn(3) == 0 {
			w := g.variable()
			guard.Then, guard.Else = append(guard.Then, set(w, kernel.Ref(v))), []kernel.Stmt{set(w, g.small())}
		}
		return []kernel.Stmt{guard}
	case 4:
		return g.loop(g.variable(), depth)
	default:
		return []kernel.Stmt{set(g.variable(), g.value())}
	}
}

func (g *generator) loop(v *kernel.Var, depth int) []kernel.Stmt {
	l := &kernel.Loop{DoWhile: g.Intn(4) > 0, Cond: kernel.Op(kernel.Lt, kernel.Ref(v), kernel.Ref(n)), Body: []kernel.Stmt{store(kernel.Ref(v))}, Post: []kernel.Stmt{set(v, plus(v, int64(1+g.Intn(2))))}}
	if g.Intn(3) == 0 {
		l.Cond = g.condition()
	}
	if g.Intn(2) == 0 {
		l.Body = append(l.Body, g.list(depth-1)...)
	}
	return []kernel.Stmt{l}
}

// machine executes statements, and notes what is stored.
type machine struct {
	vars map[*kernel.Var]int64
	out  []string
	left int
}

func (m *machine) eval(e kernel.Expr) int64 {
	c, ok := kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if r, is := e.(*kernel.VarRef); is {
			return kernel.NewConst(r.Var.T, m.vars[r.Var])
		}
		return e
	})).(*kernel.Const)
	if !ok {
		panic("no value: " + kernel.ExprString(e))
	}
	return c.Val
}

func (m *machine) stmts(list []kernel.Stmt) {
	for _, s := range list {
		if m.left--; m.left < 0 {
			return
		}
		switch s := s.(type) {
		case *kernel.Assign:
			m.vars[s.Dst] = m.eval(s.X)
		case *kernel.Store:
			m.out = append(m.out, fmt.Sprint(m.eval(s.X)))
		case *kernel.If:
			if m.eval(s.Cond) != 0 {
				m.stmts(s.Then)
			} else {
				m.stmts(s.Else)
			}
		case *kernel.Loop:
			for first := true; (first && s.DoWhile || m.eval(s.Cond) != 0) && m.left >= 0; first = false {
				m.stmts(s.Body)
				m.stmts(s.Post)
			}
		default:
			panic(fmt.Sprintf("%T", s))
		}
	}
}

// TestValuesDoNotDouble: what is known of the lines of a hash, each of which reads the one before it twice, stays as small as they are.
func TestValuesDoNotDouble(t *testing.T) {
	k := atStart(kernel.Launch{})
	var list []kernel.Stmt
	last := n
	for at := range 300 {
		v := variable(fmt.Sprintf("v%d", at))
		list = append(list, set(v, kernel.Op(kernel.Mul, kernel.Ref(last), kernel.Ref(last))))
		last = v
	}
	out := k.block(append(list, set(i, number(3)), set(j, plus(i, 1))))
	assert.Len(t, out, 302)
	for v, x := range k.values {
		size := 0
		kernel.WalkExpr(x, func(kernel.Expr) bool { size++; return true })
		assert.LessOrEqual(t, size, mostOfValue, v.Name)
	}
	assert.Equal(t, "4", kernel.ExprString(k.values[j]))
	k.forget(n)
	assert.NotContains(t, k.values, list[0].(*kernel.Assign).Dst, "what reads a variable that changes is not known any more")
	assert.Contains(t, k.values, j)
}
