package kernel

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestPrintGolden(t *testing.T) {
	got := Print(validKernel())
	const file = "testdata/every_statement.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestPrintStmtsStartsAtTheMargin(t *testing.T) {
	x := &Var{Name: "x", T: U8}
	stmts := []Stmt{&If{Src: at(1), Cond: BoolConst(true), Then: []Stmt{&Assign{Src: at(1), Dst: x, X: NewConst(U8, 255)}}}}
	assert.Equal(t, "if (true) {\n  x = 255;\n}\n", PrintStmts(stmts))
}

func TestExprString(t *testing.T) {
	x, u := &VarRef{&Var{Name: "x", T: I32}}, &VarRef{&Var{Name: "u", T: U8}}
	i := func(v int64) Expr { return NewConst(I32, v) }
	bin := func(op BinaryOp, a, b Expr) Expr { return &Binary{Op: op, X: a, Y: b} }
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{bin(Mul, bin(Add, x, i(1)), x), "(x + 1) * x"},
		{bin(Sub, x, bin(Sub, x, i(1))), "x - (x - 1)"},
		{bin(Sub, bin(Sub, x, x), i(1)), "x - x - 1"},
		{bin(Add, x, i(-1)), "x + -1"},
		{&Unary{Op: Neg, X: i(-1)}, "-(-1)"},
		{&Unary{Op: Neg, X: &Unary{Op: Neg, X: x}}, "-(-x)"},
		{&Unary{Op: Not, X: bin(Eq, x, i(0))}, "!(x == 0)"},
		{NewConst(U8, 255), "255u8"},
		{NewConst(U64, -1), "18446744073709551615u64"},
		{bin(Lt, u, NewConst(U8, 3)), "u < 3"},
		{bin(Lt, NewConst(U8, 2), NewConst(U8, 3)), "2u8 < 3u8"},
		{bin(Shl, u, i(3)), "u << 3"},
		{bin(Shl, x, NewConst(U8, 3)), "x << 3u8"},
		{&Convert{T: I64, X: bin(Add, x, i(1))}, "(i64)(x + 1)"},
		{&Convert{T: I64, X: &Builtin{Kind: BlockDim, Dim: 1}}, "(i64)blockDim.y"},
		{&Cond{C: BoolConst(true), X: x, Y: &Cond{C: BoolConst(false), X: x, Y: i(2)}}, "true ? x : false ? x : 2"},
		{bin(Add, &Cond{C: BoolConst(true), X: x, Y: x}, i(1)), "(true ? x : x) + 1"},
		{bin(Implies, BoolConst(true), bin(LOr, BoolConst(true), BoolConst(false))), "true ==> true || false"},
		{&Call{T: I32, Fn: "min", Args: []Expr{x, i(3)}}, "min(x, 3)"},
		{&Call{T: F32, Fn: "sqrtf", Args: []Expr{&FloatConst{F32, "2.f"}}}, "sqrtf:f32(2.f)"},
	} {
		assert.Equal(t, c.want, ExprString(c.e))
	}
}
