package emit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/emit"
	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
)

// element is element 5 of an array.
func element(elem kernel.Type, width int) kernel.Access {
	a := &kernel.Array{Name: "p", Elem: elem, Len: 8, Scale: 1}
	return kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 5), Width: width}
}

func text(r *emittest.Recorder) string {
	return strings.Join(strings.Fields(kernel.PrintStmts(r.Stmts)), " ")
}

// TestAccessOfAnotherType: the IR accesses an array as what it is; the bits are read
// as the type that the program has.
func TestAccessOfAnotherType(t *testing.T) {
	x := &kernel.VarRef{Var: &kernel.Var{Name: "x", T: kernel.U32}}
	for _, c := range []struct {
		acc         kernel.Access
		load, store string
	}{
		{element(kernel.U32, 1), "t0 = p[5];", "p[5] = x;"},
		{element(kernel.I32, 1), "t1 = p[5]; t0 = (u32)t1;", "p[5] = (i32)x;"},
		{element(kernel.F32, 1), "t1 = p[5]; t0 = bits_f32_as_u32:u32(t1);", "p[5] = bits_u32_as_f32:f32(x);"},
		{element(kernel.U8, 4), "t0 = p[5 +: 4];", "p[5 +: 4] = x;"},
	} {
		r := &emittest.Recorder{}
		emit.Load(r, r.Temp(kernel.U32), c.acc, false)
		assert.Equal(t, c.load, text(r))
		r = &emittest.Recorder{}
		emit.Store(r, c.acc, x, false)
		assert.Equal(t, c.store, text(r))
	}
}

// TestAtomicOnAnArrayOfAnotherType: what an operation does that depends on the type is
// left open, but that the place changes is not.
func TestAtomicOnAnArrayOfAnotherType(t *testing.T) {
	for _, c := range []struct{ op, elem, want string }{
		{"add", "i32", "t1 = atomic.add.device(&p[5], (i32)x); t0 = (u32)t1;"},
		{"max", "i32", "havoc t1; // atomic on an array of type i32 t2 = atomic.exch.device(&p[5], t1); t0 = (u32)t2;"},
		{"exch", "f32", "t1 = atomic.exch.device(&p[5], bits_u32_as_f32:f32(x)); t0 = bits_f32_as_u32:u32(t1);"},
	} {
		r := &emittest.Recorder{}
		dst := r.Temp(kernel.U32)
		x := &kernel.VarRef{Var: &kernel.Var{Name: "x", T: kernel.U32}}
		emit.Atomic(r, c.op, emit.Semantics{}, kernel.U32, dst, element(kernel.TypeNamed(c.elem), 1), []kernel.Expr{x})
		assert.Equal(t, c.want, text(r))
	}
}

func TestNeverReached(t *testing.T) {
	r := &emittest.Recorder{}
	emit.NeverReached(r, "no thread reaches it")
	assert.Equal(t, "assume false;", text(r))
	assert.Equal(t, []string{"no thread reaches it"}, r.Assumptions)
}

func TestIdentifier(t *testing.T) {
	for name, want := range map[string]string{"a1": "a1", "A::f<int>": "A__f_int_", "1a": "_a", "": "unnamed"} {
		assert.Equal(t, want, emit.Identifier(name))
	}
}
