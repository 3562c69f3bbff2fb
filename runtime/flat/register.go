package flat

import (
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// begin starts a statement: temporaries of the previous one are free.
func (c *compiler) begin() {
	c.exprs.Begin()
	c.used, c.code = 0, nil
}

func (c *compiler) expr(e kernel.Expr) int32 { return c.exprs.Expr(e) }

// all compiles expressions; a missing mask is that of all lanes.
func (c *compiler) all(list ...kernel.Expr) []int32 {
	out := make([]int32, len(list))
	for i, e := range list {
		if e == nil {
			e = &kernel.Const{T: kernel.U32, Val: int64(^uint32(0))}
		}
		out[i] = c.expr(e)
	}
	return out
}

// registers gives the shared compiler of expressions access to the registers of a thread.
type registers struct{ of *compiler }

// add is a new register with the initial value v.
func (r registers) add(v int64) int32 {
	r.of.First = append(r.of.First, v)
	return int32(len(r.of.First) - 1)
}

func (r registers) Constant(v int64) int32 {
	at, ok := r.of.constants[v]
	if !ok {
		at = r.add(v)
		r.of.constants[v] = at
	}
	return at
}

func (r registers) Literal(e *kernel.FloatConst) int32 {
	v, _ := eval.Literal(e)
	return r.Constant(v)
}

func (r registers) Variable(v *kernel.Var) int32 {
	at, ok := r.of.Register[v]
	r.of.part = r.of.part || !ok
	return at
}

func (r registers) Builtin(e *kernel.Builtin) int32 {
	switch e.Kind {
	case kernel.BlockDim:
		return r.Constant(int64(r.of.Kernel.Launch.BlockDim[e.Dim]))
	case kernel.GridDim:
		return r.Constant(int64(r.of.Kernel.Launch.GridDim[e.Dim]))
	}
	at, ok := r.of.Places[*e]
	if !ok {
		at = r.add(0)
		r.of.Places[*e] = at
	}
	return at
}

func (r registers) Temporary() int32 {
	if r.of.used == len(r.of.temps) {
		r.of.temps = append(r.of.temps, r.add(0))
	}
	r.of.used++
	return r.of.temps[r.of.used-1]
}

func (r registers) Emit(in eval.Instr, _ kernel.Expr) {
	r.of.Casts = r.of.Casts || in.Call != nil && strings.HasPrefix(in.Call.Name, "bits_")
	r.of.code = append(r.of.code, in)
}
