package cexpr

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func TestLiteral(t *testing.T) {
	for _, c := range []struct{ text, t, want string }{
		{" 42 ", "i32", "42"}, {"0x10u", "u32", "16u32"}, {"-1", "i64", "-1i64"}, {"true", "i32", "1"},
		{"2", "bool", "true"}, {"1.5f", "f32", "1.5f"}, {"18446744073709551615", "u64", "18446744073709551615u64"},
		{"300", "u8", ""}, {"-1", "u32", ""}, {"18446744073709551615", "i64", ""}, {"n", "i32", ""}, {"1.5", "i32", ""}, {"x", "f32", ""},
	} {
		e := Literal(c.text, kernel.TypeNamed(c.t))
		if c.want == "" {
			assert.Nil(t, e, "%s as %s", c.text, c.t)
			continue
		}
		if assert.NotNil(t, e, "%s as %s", c.text, c.t) {
			assert.Equal(t, c.t+" "+c.want, e.Type().String()+" "+kernel.ExprString(e))
		}
	}
}
