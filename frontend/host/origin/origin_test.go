package origin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/host/origin"
	"gv2/frontend/source"
)

// expression is the initialiser that text is.
func expression(t *testing.T, text string) cuda.Expr {
	file, diags := cuda.Parse(source.Preprocess("k.cu", []byte("auto v = "+text+";"), source.Options{}).Tokens)
	require.Empty(t, diags, text)
	require.Len(t, file.Decls, 1, text)
	v, is := file.Decls[0].(*cuda.VarDecl)
	require.True(t, is, text)
	return v.Init
}

func TestTexts(t *testing.T) {
	for _, c := range []struct{ of, want string }{
		{"x", "x"}, {"x + 1", "x+1"}, {"x - 1", "x+-1"}, {"1 + x + 2", "x+3"}, {"x + 1 - 1", "x"}, {"&x[4]", "x+4"}, {"&x[i]", "x+~"},
		{"x + n", "x+~"}, {"(float *)x", "x"}, {"(float *)(x + 1)", "x+~"}, {"(float *)x + 1", "x+~"}, {"s.p", "s.p"}, {"s.a[2]", "s.a[2]"},
		{"t.data()", "t.data()"}, {"t.get()", "t.data()"}, {"thrust::raw_pointer_cast(t.data())", "t.data()"}, {"c ? x : x + 1", "x+~"}, {"c ? x : y", ""},
		{"f(x)", ""}, {"t.next()", ""}, {"NULL", ""}, {"x * 2", ""},
	} {
		e := expression(t, c.of)
		text, pure := origin.Of(e)
		assert.True(t, pure, c.of)
		assert.Equal(t, c.want, text, c.of)
	}
	for _, of := range []string{"x++", "x = y", "f(x += 1)", "--x + 1"} {
		_, pure := origin.Of(expression(t, of))
		assert.False(t, pure, of)
	}
}

func TestMoved(t *testing.T) {
	assert.Equal(t, "y+3", origin.Moved("y", "x+3"))
	assert.Equal(t, "y+5", origin.Moved("y+2", "x+3"))
	assert.Equal(t, "y+~", origin.Moved("y", "x+~"))
	assert.Empty(t, origin.Vague(""))
	base, n := origin.Offset("x+-7")
	assert.Equal(t, "x", base)
	assert.Equal(t, int64(-7), n)
}
