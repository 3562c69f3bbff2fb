package annotation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
)

// call is a call whose arguments are evaluated already.
type call struct {
	emittest.Recorder
	name   string
	args   []kernel.Expr
	global bool
	others int
}

var array = &kernel.Array{Name: "p", Label: "p", Elem: kernel.U32, Len: 8, Scale: 1}

func (c *call) Pos() diag.Pos                    { return emittest.Here }
func (c *call) Name() string                     { return c.name }
func (c *call) Len() int                         { return len(c.args) }
func (c *call) Truth(i int) kernel.Expr          { return c.args[i] }
func (c *call) Number(i int) (kernel.Expr, bool) { return c.args[i], true }
func (c *call) Base(i int) (kernel.Expr, bool)   { return c.args[i], true }
func (c *call) Offset(i int) (kernel.Expr, bool) { return c.args[i], true }
func (c *call) EnabledOnly() bool                { return c.others == 0 && !c.global }

func (c *call) Arrays(_ int, _ kernel.Expr, f func(*kernel.Array) kernel.Expr) (kernel.Expr, bool) {
	return f(array), true
}

func (c *call) Other(f func()) {
	c.others++
	f()
	c.others--
}

func variable(name string, t kernel.Type) kernel.Expr {
	return &kernel.VarRef{Var: &kernel.Var{Name: name, T: t}}
}

func TestFunctions(t *testing.T) {
	i, j, u := variable("i", kernel.I32), variable("j", kernel.I32), variable("u", kernel.U8)
	b, d := variable("b", kernel.BoolType), variable("d", kernel.BoolType)
	n := &kernel.VarRef{Var: &kernel.Var{Name: "n", T: kernel.I32, Param: true}}
	for _, c := range []struct {
		name string
		args []kernel.Expr
		want string
	}{
		{"__implies", []kernel.Expr{b, d}, "b ==> d"},
		{"__enabled", nil, "true"},
		{"__is_pow2", []kernel.Expr{i}, "(i & i - 1) == 0"},
		{"__mod_pow2", []kernel.Expr{i, j}, "j - 1 & i"},
		{"__other_int", []kernel.Expr{i}, "other(i)"},
		{"__other_int", []kernel.Expr{n}, "n"},
		{"__uniform_int", []kernel.Expr{i}, "i == other(i)"},
		{"__distinct_int", []kernel.Expr{i}, "i != other(i)"},
		{"__all", []kernel.Expr{b}, "b && other(b)"},
		{"__exclusive", []kernel.Expr{b}, "!(b && other(b))"},
		{"__read", []kernel.Expr{i}, "read(p)"},
		{"__no_write", []kernel.Expr{i}, "!written(p)"},
		{"__write_implies", []kernel.Expr{i, b}, "written(p) ==> b"},
		{"__add", []kernel.Expr{i, j}, "i + j"},
		{"__add_unsigned_char", []kernel.Expr{u, u}, "(u8)((i32)u + (i32)u)"},
		{"__add_noovfl_int_2", []kernel.Expr{i, j}, "(i64)i + (i64)j == (i64)(i32)((i64)i + (i64)j)"},
		{"__add_noovfl_int", []kernel.Expr{i, j}, "i + j"},
		{"__ite_int", []kernel.Expr{b, i, j}, "b ? i : j"},
	} {
		f, known := Lookup(c.name)
		require.True(t, known, c.name)
		r := &call{name: c.name, args: c.args}
		require.True(t, f.Takes(len(c.args), c.name, r, r.Pos()), c.name)
		x, ok := f.Value(r)
		require.True(t, ok, c.name)
		assert.Equal(t, c.want, kernel.ExprString(x), c.name)
	}
}

// TestEnabledOfOthers: in a global annotation, and of the other thread, a thread may
// not be enabled.
func TestEnabledOfOthers(t *testing.T) {
	f, _ := Lookup("__enabled")
	x, _ := f.Value(&call{name: "__enabled", global: true})
	assert.Equal(t, &kernel.Enabled{}, x)
	x, _ = f.Value(&call{name: "__enabled", others: 1})
	assert.Equal(t, &kernel.Enabled{}, x)
}

func TestRefused(t *testing.T) {
	i := variable("i", kernel.I64)
	for _, c := range []struct {
		name string
		args []kernel.Expr
		want string
	}{
		{"__implies", []kernel.Expr{i}, "error: __implies takes 2 arguments, not 1"},
		{"__old_int", nil, "error: __old_int takes 1 argument, not 0"},
		{"__ite", []kernel.Expr{i}, "error: __ite takes 3 arguments, not 1"},
		{"__dominator_enabled", nil, "unsupported: __dominator_enabled: whether a thread is enabled elsewhere"},
		{"__add_noovfl_long_2", []kernel.Expr{i, i}, "unsupported: __add_noovfl_long_2: overflow of 64 bits"},
	} {
		f, known := Lookup(c.name)
		require.True(t, known, c.name)
		r := &call{name: c.name, args: c.args}
		if f.Takes(len(c.args), c.name, r, r.Pos()) {
			_, ok := f.Value(r)
			assert.False(t, ok, c.name)
		}
		assert.Contains(t, r.Diags.String(), c.want)
	}
}

func TestNames(t *testing.T) {
	assert.True(t, OnlyInAnnotation("__other_int"))
	assert.True(t, OnlyInAnnotation("__add_noovfl_unsigned_int_3"))
	assert.False(t, OnlyInAnnotation("__all"), "a warp function as well")
	assert.False(t, OnlyInAnnotation("__add_noovfl_float"))
	assert.Equal(t, Kind{Form: Invariance, Global: true, Candidate: true}, Of("__candidate_global_invariant"))
	assert.Equal(t, BarrierWide, Of("__barrier_invariant_2").Form)
	assert.Equal(t, None, Of("__syncthreads").Form)
}

// TestSettleAccesses: of an array that nothing writes, no write happened.
func TestSettleAccesses(t *testing.T) {
	read := &kernel.Accessed{Kind: kernel.ReadAccess, Array: array}
	written := &kernel.Accessed{Kind: kernel.WriteAccess, Array: array}
	v := &kernel.Var{Name: "v", T: kernel.U32}
	at := kernel.Access{Array: array, Index: kernel.NewConst(kernel.I64, 0), Width: 1}
	body := []kernel.Stmt{
		&kernel.Load{Dst: v, Acc: at},
		&kernel.Assert{Cond: read},
		&kernel.Assert{Cond: &kernel.Unary{Op: kernel.Not, X: written}},
	}
	out := SettleAccesses(body)
	assert.Equal(t, read, out[1].(*kernel.Assert).Cond)
	assert.Equal(t, kernel.BoolConst(true), out[2].(*kernel.Assert).Cond)
	assert.Equal(t, "!"+kernel.ExprString(written), kernel.ExprString(body[2].(*kernel.Assert).Cond), "the input stays")
}

func TestQuotient(t *testing.T) {
	index := &kernel.Convert{T: kernel.U64, X: &kernel.AccessIndex{Kind: kernel.ReadAccess, Array: array}}
	bytes := &kernel.Binary{Op: kernel.Mul, X: index, Y: kernel.NewConst(kernel.U64, 16)}
	assert.Equal(t, "4", kernel.ExprString(Quotient(bytes, kernel.NewConst(kernel.U64, 4)).(*kernel.Binary).Y)[:1])
	assert.Nil(t, Quotient(bytes, kernel.NewConst(kernel.U64, 5)))
	assert.Nil(t, Quotient(variable("x", kernel.U64), kernel.NewConst(kernel.U64, 4)))
}
