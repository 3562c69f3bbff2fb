package kernel

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// generator makes random well-typed expressions over a few variables.
type generator struct {
	r    *rand.Rand
	vars []*Var
}

func newGenerator(seed int64) *generator {
	g := &generator{r: rand.New(rand.NewSource(seed))}
	for _, t := range append([]Type{BoolType}, intTypes...) {
		g.vars = append(g.vars, &Var{Name: "a_" + t.String(), T: t}, &Var{Name: "b_" + t.String(), T: t})
	}
	return g
}

func (g *generator) leaf(t Type) Expr {
	if g.r.Intn(2) == 0 {
		for {
			if v := g.vars[g.r.Intn(len(g.vars))]; v.T == t {
				return &VarRef{Var: v}
			}
		}
	}
	if t.Kind == Bool {
		return BoolConst(g.r.Intn(2) == 0)
	}
	return operand(g.r, t)
}

func (g *generator) anyType() Type {
	return append([]Type{BoolType}, intTypes...)[g.r.Intn(1+len(intTypes))]
}

func (g *generator) expr(t Type, depth int) Expr {
	if depth == 0 {
		return g.leaf(t)
	}
	sub := func(t Type) Expr { return g.expr(t, depth-1-g.r.Intn(depth)) }
	switch g.r.Intn(6) {
	case 0:
		return &Convert{T: t, X: sub(g.anyType())}
	case 1:
		return &Cond{C: sub(BoolType), X: sub(t), Y: sub(t)}
	case 2:
		if t.Kind == Bool {
			return &Unary{Op: Not, X: sub(t)}
		}
		return &Unary{Op: UnaryOp(g.r.Intn(2)), X: sub(t)}
	case 3:
		if t.IsInt() {
			return &Call{T: t, Fn: []string{"min", "max"}[g.r.Intn(2)], Args: []Expr{sub(t), sub(t)}}
		}
	}
	return g.binary(t, sub)
}

func (g *generator) binary(t Type, sub func(Type) Expr) Expr {
	switch {
	case t.IsInt():
		op := BinaryOp(g.r.Intn(int(Shr) + 1))
		return &Binary{Op: op, X: sub(t), Y: sub(t)}
	case g.r.Intn(2) == 0:
		return &Binary{Op: LAnd + BinaryOp(g.r.Intn(3)), X: sub(BoolType), Y: sub(BoolType)}
	}
	operands := intTypes[g.r.Intn(len(intTypes))]
	op := Eq + BinaryOp(g.r.Intn(6))
	if (op == Eq || op == Ne) && g.r.Intn(3) == 0 {
		operands = BoolType
	}
	return &Binary{Op: op, X: sub(operands), Y: sub(operands)}
}

// value interprets e by the Eval functions alone; nil if C defines no value.
func value(e Expr, env map[*Var]*Const) *Const {
	var c *Const
	switch e := e.(type) {
	case *Const:
		return e
	case *VarRef:
		return env[e.Var]
	case *Unary:
		if x := value(e.X, env); x != nil {
			c, _ = EvalUnary(e.Op, x)
		}
	case *Convert:
		if x := value(e.X, env); x != nil {
			c, _ = EvalConvert(e.T, x)
		}
	case *Binary:
		x, y := value(e.X, env), value(e.Y, env)
		if x != nil && y != nil {
			c, _ = EvalBinary(e.Op, x, y)
		}
	case *Cond:
		b, x, y := value(e.C, env), value(e.X, env), value(e.Y, env)
		if b != nil && x != nil && y != nil {
			if c = y; b.Val != 0 {
				c = x
			}
		}
	case *Call:
		x, y := value(e.Args[0], env), value(e.Args[1], env)
		if x != nil && y != nil {
			c, _ = EvalCall(e.T, e.Fn, []*Const{x, y})
		}
	}
	return c
}

func TestFoldKeepsValueAndType(t *testing.T) {
	g := newGenerator(7)
	defined := 0
	for range 8000 {
		e := g.expr(g.anyType(), 4)
		folded := Fold(e)
		require.Equal(t, e.Type(), folded.Type(), ExprString(e))
		for range 4 {
			env := map[*Var]*Const{}
			for _, v := range g.vars {
				if v.T.Kind == Bool {
					env[v] = BoolConst(g.r.Intn(2) == 0)
				} else {
					env[v] = operand(g.r, v.T)
				}
			}
			if want := value(e, env); want != nil {
				defined++
				require.Equal(t, want, value(folded, env), "%s folded to %s", ExprString(e), ExprString(folded))
			}
		}
	}
	assert.Greater(t, defined, 8000, "too few expressions have a value to compare")
}

func TestFoldResultIsWellTyped(t *testing.T) {
	g := newGenerator(8)
	for range 500 {
		k := validKernel()
		k.Vars = append(k.Vars, g.vars...)
		e := Fold(g.expr(I32, 4))
		k.Body = []Stmt{&Assign{Src: at(1), Dst: k.Vars[0], X: e}}
		require.NoError(t, Check(k), ExprString(e))
	}
}

func TestFoldIdentities(t *testing.T) {
	x := &VarRef{Var: &Var{Name: "x", T: I32}}
	u := &VarRef{Var: &Var{Name: "u", T: U32}}
	p := &VarRef{Var: &Var{Name: "p", T: BoolType}}
	f := &VarRef{Var: &Var{Name: "f", T: F32}}
	i := func(v int64) Expr { return NewConst(I32, v) }
	bin := func(op BinaryOp, a, b Expr) Expr { return &Binary{Op: op, X: a, Y: b} }
	yes, no := Expr(BoolConst(true)), Expr(BoolConst(false))
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{bin(Add, x, i(0)), "x"}, {bin(Add, i(0), x), "x"}, {bin(Sub, x, i(0)), "x"}, {bin(Sub, x, x), "0"},
		{bin(Mul, x, i(1)), "x"}, {bin(Mul, i(0), x), "0"}, {bin(Div, x, i(1)), "x"}, {bin(Rem, x, i(1)), "0"},
		{bin(And, x, i(-1)), "x"}, {bin(And, x, i(0)), "0"}, {bin(Or, i(0), x), "x"}, {bin(Shl, x, i(0)), "x"},
		{bin(Div, x, i(0)), "x / 0"}, {bin(Div, i(1), i(0)), "1 / 0"}, {bin(Shl, i(1), i(32)), "1 << 32"},
		{bin(Add, bin(Add, x, i(3)), i(4)), "x + 7"},
		{bin(Add, bin(Add, x, i(1<<31-1)), i(1)), "x + 2147483647 + 1"},
		{bin(Add, bin(Add, x, i(3)), i(-4)), "x + 3 + -4"},
		{bin(LAnd, yes, p), "p"}, {bin(LAnd, p, no), "false"}, {bin(LOr, p, yes), "true"}, {bin(LOr, no, p), "p"},
		{bin(Implies, p, no), "!p"}, {bin(Implies, no, p), "true"}, {bin(Implies, p, p), "true"},
		{bin(Eq, p, yes), "p"}, {bin(Eq, p, no), "!p"}, {bin(Lt, x, x), "false"}, {bin(Le, u, u), "true"},
		{bin(Ne, &Convert{T: I32, X: p}, i(0)), "p"}, {bin(Eq, &Convert{T: I32, X: p}, i(0)), "!p"},
		{bin(Eq, &Convert{T: I32, X: p}, i(2)), "false"},
		{bin(Eq, &Convert{T: I32, X: u}, i(-1)), "u == 4294967295"},
		{&Unary{Op: Not, X: bin(Lt, x, i(5))}, "x >= 5"}, {&Unary{Op: Not, X: &Unary{Op: Not, X: p}}, "p"},
		{&Unary{Op: Not, X: bin(Lt, f, f)}, "!(f < f)"}, {bin(Eq, f, f), "f == f"},
		{&Cond{C: yes, X: x, Y: i(1)}, "x"}, {&Cond{C: p, X: x, Y: x}, "x"}, {&Cond{C: p, X: yes, Y: no}, "p"},
		{&Convert{T: I32, X: &Convert{T: U32, X: x}}, "x"}, {&Convert{T: U8, X: &Convert{T: I64, X: x}}, "(u8)x"},
		{&Convert{T: I64, X: &Convert{T: U32, X: x}}, "(i64)(u32)x"},
		{&Convert{T: F32, X: i(1)}, "(f32)1"},
		{&Call{T: I32, Fn: "max", Args: []Expr{i(3), i(4)}}, "4"},
	} {
		assert.Equal(t, c.want, ExprString(Fold(c.e)))
	}
}
