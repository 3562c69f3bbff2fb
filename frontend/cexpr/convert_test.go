package cexpr

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func ref(name string, t kernel.Type) kernel.Expr {
	return &kernel.VarRef{Var: &kernel.Var{Name: name, T: t}}
}

func TestUsualConversions(t *testing.T) {
	for _, c := range []struct{ x, y, want string }{
		{"i32", "i32", "i32"}, {"i8", "u16", "i32"}, {"bool", "bool", "i32"}, {"u32", "i32", "u32"},
		{"i64", "u32", "i64"}, {"u64", "i64", "u64"}, {"i32", "u64", "u64"}, {"u8", "u32", "u32"},
		{"f32", "i64", "f32"}, {"f32", "f64", "f64"}, {"f16", "i32", "f16"}, {"bool", "f64", "f64"},
	} {
		x, y := Usual(ref("x", kernel.TypeNamed(c.x)), ref("y", kernel.TypeNamed(c.y)))
		assert.Equal(t, c.want, x.Type().String(), "%s, %s", c.x, c.y)
		assert.Equal(t, c.want, y.Type().String(), "%s, %s", c.x, c.y)
	}
}

func TestBinaryHasCMeaning(t *testing.T) {
	b, d := ref("b", kernel.BoolType), ref("d", kernel.BoolType)
	u8, i, u, f := ref("c", kernel.U8), ref("i", kernel.I32), ref("u", kernel.U32), ref("f", kernel.F32)
	l := ref("l", kernel.I64)
	for _, c := range []struct {
		e    kernel.Expr
		want string
	}{
		{Binary(kernel.Add, u8, u8), "i32 (i32)c + (i32)c"},
		{Binary(kernel.Lt, i, u), "bool (u32)i < u"},
		{Binary(kernel.Lt, kernel.NewConst(kernel.I32, -1), kernel.NewConst(kernel.U32, 1)), "bool false"},
		{Binary(kernel.Div, kernel.NewConst(kernel.I32, -7), kernel.NewConst(kernel.I32, 2)), "i32 -3"},
		{Binary(kernel.Shl, u8, l), "i32 (i32)c << l"},
		{Binary(kernel.Shr, u, i), "u32 u >> i"},
		{Binary(kernel.LAnd, i, f), "bool i != 0 && (bool)f"},
		{Binary(kernel.Eq, b, d), "bool b == d"},
		{Binary(kernel.And, b, d), "i32 (i32)(b && d)"},
		{Binary(kernel.Xor, b, d), "i32 (i32)(b != d)"},
		{Binary(kernel.Add, b, d), "i32 (i32)b + (i32)d"},
		{Binary(kernel.Eq, b, kernel.NewConst(kernel.I32, 0)), "bool !b"},
		{Binary(kernel.Mul, f, i), "f32 f * (f32)i"},
		{Unary(kernel.Neg, u8), "i32 -(i32)c"},
		{Unary(kernel.Not, i), "bool i == 0"},
		{Unary(kernel.BitNot, u), "u32 ~u"},
		{Truth(Convert(b, kernel.I32)), "bool b"},
		{Truth(kernel.NewConst(kernel.I64, 5)), "bool true"},
		{Reinterpret(i, kernel.U32), "u32 (u32)i"},
		{Reinterpret(f, kernel.U32), "u32 bits_f32_as_u32:u32(f)"},
	} {
		assert.Equal(t, c.want, c.e.Type().String()+" "+kernel.ExprString(c.e))
	}
}
