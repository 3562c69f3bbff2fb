package loops

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/ptx/address"
)

// compiled writes a loop of n rounds as compilers do: copies rounds at a time, and the rest one by one. Each constant of it goes
// through wrong, which changes some.
type compiled struct {
	rng    *rand.Rand
	copies int64
	wrong  func(int64) int64
	large  *kernel.Var // the number of the first of the copies
	scaled *kernel.Var // a multiple of it, with an offset
	left   *kernel.Var // rounds of the large loop that are left, or where it ends
	test   *kernel.Var
	begin  *kernel.Var // where the small loop begins
	rest   *kernel.Var
	j, m   *kernel.Var // counters of the small loop
	acc    [3]*kernel.Var
	slots  int64
	factor int64
	offset int64
	parity bool
	parts  bool // the small loop counts quarters of the multiple
}

func (c *compiled) number(x int64) kernel.Expr { return number(c.wrong(x)) }

func (c *compiled) plus(x kernel.Expr, n int64) kernel.Expr {
	return kernel.Op(kernel.Add, x, c.number(n))
}

func (c *compiled) times(x kernel.Expr, n int64) kernel.Expr {
	return kernel.Op(kernel.Mul, x, c.number(n))
}

// round is one round, whose number is base + ahead; scaled is factor times that and offset, known as scale + more.
func (c *compiled) round(base kernel.Expr, ahead int64, scale kernel.Expr, more int64, last kernel.Expr) ([]kernel.Stmt, kernel.Expr) {
	var out []kernel.Stmt
	out = append(out, store(c.plus(c.times(base, 3), 3*ahead)))
	slot := kernel.Op(kernel.And, c.plus(base, ahead), number(c.slots-1))
	if c.parity && base == kernel.Ref(c.large) {
		slot = c.number(ahead & (c.slots - 1)) // a multiple of the copies goes round whole
	}
	out = append(out, store(slot))
	out = append(out, &kernel.If{Cond: kernel.Op(kernel.Lt, c.plus(base, ahead+2), kernel.Ref(n)), Then: []kernel.Stmt{store(c.plus(scale, more))}})
	return out, kernel.Op(kernel.Add, c.plus(base, ahead), last)
}

func (c *compiled) body() []kernel.Stmt {
	mask := kernel.Op(kernel.And, kernel.Ref(n), c.number(c.copies-1))
	whole := kernel.Op(kernel.Sub, kernel.Ref(n), mask)
	l := &kernel.Loop{DoWhile: true}
	acc := kernel.Ref(c.acc[0])
	for i := range c.copies {
		var one []kernel.Stmt
		one, acc = c.round(kernel.Ref(c.large), i, kernel.Ref(c.scaled), i*c.factor, acc)
		l.Body = append(l.Body, one...)
	}
	before := []kernel.Stmt{set(c.acc[0], number(9)), set(c.large, c.number(0)), set(c.scaled, c.number(c.offset))}
	l.Post = []kernel.Stmt{set(c.acc[0], acc), set(c.large, c.plus(kernel.Ref(c.large), c.copies)), set(c.scaled, c.plus(kernel.Ref(c.scaled), c.copies*c.factor))}
	if c.rng.Intn(2) == 0 {
		before = append(before, set(c.left, whole))
		l.Post = append(l.Post, set(c.left, c.plus(kernel.Ref(c.left), -c.copies)))
		l.Cond = kernel.Op(kernel.Ne, kernel.Ref(c.left), c.number(0))
	} else {
		l.Body = append(l.Body, set(c.test, kernel.Op(kernel.Sub, c.plus(kernel.Ref(c.large), c.copies+5), whole)))
		l.Body = append(l.Body, set(c.left, kernel.Ref(c.test)))
		l.Body[len(l.Body)-1] = &kernel.Assign{Dst: c.test, X: kernel.Op(kernel.Ne, kernel.Op(kernel.Sub, c.plus(kernel.Ref(c.large), c.copies+5), whole), c.number(5))}
		c.test.T = kernel.BoolType
		l.Body = append(l.Body[:len(l.Body)-2], l.Body[len(l.Body)-1])
		l.Cond = kernel.Ref(c.test)
	}
	few := kernel.Op(kernel.Lt, kernel.Op(kernel.Sub, &kernel.Convert{T: kernel.U32, X: kernel.Ref(n)}, kernel.NewConst(kernel.U32, 1)), kernel.NewConst(kernel.U32, c.wrong(c.copies-1)))
	both := []kernel.Stmt{&kernel.If{Cond: few, Then: []kernel.Stmt{set(c.acc[1], c.number(9)), set(c.begin, c.number(0))},
		Else: append(append(before, l), set(c.acc[1], kernel.Ref(c.acc[0])), set(c.begin, kernel.Ref(c.large)))}}
	scaled, first, step := kernel.Ref(c.m), c.plus(c.times(kernel.Ref(c.begin), c.factor), c.offset), c.plus(kernel.Ref(c.m), c.factor)
	if c.parts {
		c.m.T = kernel.I64
		scaled = &kernel.Convert{T: kernel.I32, X: kernel.Op(kernel.Mul, &kernel.Convert{T: kernel.U32, X: scaled}, kernel.NewConst(kernel.U32, 4))}
		first = kernel.Op(kernel.Shr, &kernel.Convert{T: kernel.I64, X: &kernel.Convert{T: kernel.U32, X: first}}, kernel.NewConst(kernel.U32, 2))
		step = kernel.Op(kernel.Add, kernel.Ref(c.m), kernel.NewConst(kernel.I64, c.wrong(c.factor)/4))
	}
	one, sum := c.round(kernel.Ref(c.j), 0, scaled, 0, kernel.Ref(c.acc[2]))
	both = append(both, set(c.acc[2], kernel.Ref(c.acc[1])), set(c.rest, mask), set(c.j, c.plus(kernel.Ref(c.begin), 0)),
		set(c.m, first),
		&kernel.Loop{Cond: kernel.Op(kernel.Ne, kernel.Ref(c.rest), c.number(0)), Body: one,
			Post: []kernel.Stmt{set(c.acc[2], sum), set(c.rest, c.plus(kernel.Ref(c.rest), -1)), set(c.j, c.plus(kernel.Ref(c.j), 1)), set(c.m, step)}},
		set(end, kernel.Ref(c.acc[2])))
	return []kernel.Stmt{&kernel.If{Cond: kernel.Op(kernel.Lt, kernel.Ref(n), number(1)), Then: []kernel.Stmt{set(end, number(9))}, Else: both}, store(kernel.Ref(end))}
}

// TestTogether takes loops together that are compiled so, and executes what becomes of those with changed constants.
func TestTogether(t *testing.T) {
	rng := rand.New(rand.NewSource(8))
	wronged, stillOne := 0, 0
	for range 160 {
		at, by, seen := -1, int64(0), 0
		if rng.Intn(3) > 0 {
			at, by = rng.Intn(60), []int64{-2, -1, 1, 2, 4}[rng.Intn(5)]
		}
		c := &compiled{rng: rng, copies: []int64{2, 4, 8}[rng.Intn(3)], slots: []int64{2, 4}[rng.Intn(2)], factor: int64(rng.Intn(5)), offset: int64(rng.Intn(9) - 2)}
		c.parity = c.slots <= c.copies && rng.Intn(2) == 0
		if rng.Intn(3) == 0 {
			c.parts, c.factor, c.offset = true, 4*c.factor, 4*c.offset
		}
		hit := false
		c.wrong = func(x int64) int64 {
			if seen++; seen-1 == at {
				hit = true
				return x + by
			}
			return x
		}
		for _, v := range []struct {
			of   **kernel.Var
			name string
		}{{&c.large, "large"}, {&c.scaled, "scaled"}, {&c.left, "left"}, {&c.test, "test"}, {&c.begin, "begin"}, {&c.rest, "rest"}, {&c.j, "j"}, {&c.m, "m"}, {&c.acc[0], "acc0"}, {&c.acc[1], "acc1"}, {&c.acc[2], "acc2"}} {
			*v.of = variable(v.name)
		}
		body := c.body()
		restored := Restored(body, kernel.Launch{})
		loops := 0
		kernel.Walk(restored, func(s kernel.Stmt) bool {
			if _, is := s.(*kernel.Loop); is {
				loops++
			}
			return true
		})
		if !hit {
			require.Equal(t, 1, loops, "%s", kernel.PrintStmts(restored))
		} else if wronged++; loops == 1 {
			stillOne++
		}
		for value := int64(-1); value < 20; value++ {
			want, got := &machine{left: 900}, &machine{left: 2000}
			want.vars, got.vars = map[*kernel.Var]int64{n: value}, map[*kernel.Var]int64{n: value}
			want.stmts(body)
			if want.left < 0 {
				continue // it does not end, or not soon
			}
			got.stmts(restored)
			require.Equal(t, want.out, got.out, "n = %d:\n%s\nbecomes\n%s", value, kernel.PrintStmts(body), kernel.PrintStmts(restored))
		}
	}
	assert.Greater(t, wronged, 60)
	assert.Less(t, stillOne, wronged/4, "most changes make a difference")
}

// TestRemainders: divisions by multiplying are found where they are exact.
func TestRemainders(t *testing.T) {
	u := &kernel.Var{Name: "u", T: kernel.U32}
	divided := func(m, s int64) kernel.Expr {
		wide := kernel.Op(kernel.Mul, &kernel.Convert{T: kernel.U64, X: kernel.Ref(u)}, kernel.NewConst(kernel.U64, m))
		return kernel.Op(kernel.Shr, wide, kernel.NewConst(kernel.U32, s))
	}
	for _, c := range []struct{ m, s, d int64 }{{2863311531, 33, 3}, {3435973837, 34, 5}, {2863311531, 34, 6}, {2863311530, 33, 0}, {2863311532, 33, 0}, {1, 33, 0}} {
		x, d := quotient(divided(c.m, c.s))
		assert.Equal(t, c.d, d, "%d >> %d", c.m, c.s)
		if x == nil {
			continue
		}
		for _, v := range []int64{0, 1, 2, 3, 4, 5, 6, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1<<32 - 2, 4294967293} {
			assert.Equal(t, v/d, (&machine{vars: map[*kernel.Var]int64{u: v}}).eval(divided(c.m, c.s)))
		}
	}
	bytes := kernel.Op(kernel.Sub, kernel.Op(kernel.Mul, kernel.Ref(u), kernel.NewConst(kernel.U32, 512)),
		kernel.Op(kernel.Mul, &kernel.Convert{T: kernel.U32, X: divided(2863311531, 33)}, kernel.NewConst(kernel.U32, 1536)))
	place := func(e kernel.Expr) kernel.Expr {
		return kernel.Op(kernel.Shr, &kernel.Convert{T: kernel.I64, X: e}, kernel.NewConst(kernel.U32, 2))
	}
	got := remainders(place(bytes), address.Known{})
	assert.Equal(t, "(i64)(u % 3) * 128", kernel.ExprString(got))
	for _, v := range []int64{0, 1, 2, 3, 1<<32 - 1, 1 << 31} {
		m := &machine{vars: map[*kernel.Var]int64{u: v}}
		assert.Equal(t, m.eval(place(bytes)), m.eval(got))
	}
	other := kernel.Op(kernel.Add, bytes, kernel.NewConst(kernel.U32, 1<<32-4))
	assert.Equal(t, kernel.ExprString(place(other)), kernel.ExprString(remainders(place(other), address.Known{})), "a place before the first one")
}
