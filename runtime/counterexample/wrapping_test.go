package counterexample

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/smallkernel"
)

// TestWrappingIsComputedTwice: the number is what --arith int has, and over says
// that the machine has something else.
func TestWrappingIsComputedTwice(t *testing.T) {
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	u := &kernel.Var{Name: "u", T: kernel.U32, Param: true}
	v := &kernel.Var{Name: "v", T: kernel.I32}
	unknown := &kernel.Var{Name: "w", T: kernel.I32}
	ref := func(v *kernel.Var) kernel.Expr { return &kernel.VarRef{Var: v} }
	word := func(c int64) kernel.Expr { return &kernel.Const{T: kernel.I32, Val: c} }
	unsigned := func(c int64) kernel.Expr { return &kernel.Const{T: kernel.U32, Val: c} }
	for _, c := range []struct {
		text  string
		x     kernel.Expr
		real  int64
		ideal string
		over  bool
	}{
		{"a sum that fits", smallkernel.Binary(kernel.Add, ref(n), word(5)), 1073741829, "1073741829", false},
		{"a product that does not", smallkernel.Binary(kernel.Mul, ref(n), word(4)), 0, "4294967296", true},
		{"extended", smallkernel.Wide(smallkernel.Binary(kernel.Mul, ref(n), word(4))), 0, "4294967296", true},
		{"and added to", smallkernel.Binary(kernel.Add, smallkernel.Wide(smallkernel.Binary(kernel.Mul, ref(n), word(4))), smallkernel.Number(7)), 7, "4294967303", true},
		{"a shift", smallkernel.Binary(kernel.Shl, ref(n), word(2)), 0, "4294967296", true},
		{"negated", &kernel.Unary{Op: kernel.Neg, X: ref(n)}, -1 << 30, "-1073741824", false},
		{"an unsigned difference below zero and back", smallkernel.Binary(kernel.Add, smallkernel.Binary(kernel.Sub, ref(u), unsigned(2)), unsigned(2)), 1, "1", false},
		{"an unsigned difference, extended", smallkernel.Wide(smallkernel.Binary(kernel.Sub, ref(u), unsigned(2))), 1<<32 - 1, "4294967295", false},
		{"an unsigned sum", smallkernel.Binary(kernel.Add, ref(u), unsigned(1<<32-1)), 0, "4294967296", true},
		{"relabelled", smallkernel.Binary(kernel.Add, &kernel.Convert{T: kernel.U32, X: word(-1)}, ref(u)), 0, "0", false},
		{"a definition", ref(v), 1 << 30, "1073741824", false},
		{"divided", smallkernel.Binary(kernel.Div, ref(n), word(3)), 357913941, "357913941", false},
		{"the block", smallkernel.Binary(kernel.Add, &kernel.Builtin{Kind: kernel.BlockIdx}, &kernel.Builtin{Kind: kernel.GridDim}), 9, "9", false},
	} {
		w := wrapping{
			kernel: &kernel.Kernel{Params: []*kernel.Var{n, u}}, definitions: map[*kernel.Var]kernel.Expr{v: ref(n)},
			model:  model{state: map[string]string{"n": "1073741824", "u": "1", "num_groups_x": "6"}, launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}}},
			access: &claim.Access{Thread: &[3]int64{1, 0, 0}, Block: &[3]int64{3, 0, 0}},
		}
		got, ok := w.value(c.x, 0)
		require.True(t, ok, c.text)
		assert.Equal(t, c.real, got.real.Val, c.text)
		assert.Equal(t, c.ideal, got.ideal.String(), c.text)
		assert.Equal(t, c.over, got.over, c.text)
		assert.Equal(t, c.over, w.wrapped != "", c.text)
	}
	w := wrapping{kernel: &kernel.Kernel{}, model: model{state: map[string]string{"n": "1073741824"}}, access: &claim.Access{Thread: &[3]int64{}}}
	for text, x := range map[string]kernel.Expr{
		"a loaded value":      ref(unknown),
		"no value":            ref(u),
		"what is left of it":  smallkernel.Binary(kernel.Div, smallkernel.Binary(kernel.Mul, ref(n), word(4)), word(4)),
		"the lower half":      smallkernel.Signed32(smallkernel.Wide(smallkernel.Binary(kernel.Mul, ref(n), word(4)))),
		"the block":           &kernel.Builtin{Kind: kernel.BlockIdx},
		"a truth value":       &kernel.Convert{T: kernel.I32, X: smallkernel.Binary(kernel.Lt, ref(n), word(4))},
		"division by nothing": smallkernel.Binary(kernel.Div, ref(n), word(0)),
	} {
		_, ok := w.value(x, 0)
		assert.False(t, ok, text)
	}
}
