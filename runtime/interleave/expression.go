package interleave

import (
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// A thread has one number for each register, and a statement computes its operands
// before it takes effect.

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
	r.of.first = append(r.of.first, v)
	return int32(len(r.of.first) - 1)
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
	at, ok := r.of.regs[v]
	r.of.part = r.of.part || !ok
	return at
}

func (r registers) Builtin(e *kernel.Builtin) int32 {
	switch e.Kind {
	case kernel.BlockDim:
		return r.Constant(int64(r.of.kernel.Launch.BlockDim[e.Dim]))
	case kernel.GridDim:
		return r.Constant(int64(r.of.kernel.Launch.GridDim[e.Dim]))
	}
	at, ok := r.of.places[*e]
	if !ok {
		at = r.add(0)
		r.of.places[*e] = at
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
	r.of.casts = r.of.casts || in.Call != nil && strings.HasPrefix(in.Call.Name, "bits_")
	r.of.code = append(r.of.code, in)
}

// place sets the registers of a thread's coordinates.
func (t *thread) place() {
	for b, r := range t.m.program.places {
		if b.Kind == kernel.ThreadIdx {
			t.regs[r] = t.index[b.Dim]
		} else {
			t.regs[r] = t.block.index[b.Dim]
		}
	}
}

// compute executes the code of an instruction. Undefined behaviour ends the
// execution, and ok is false then.
func (t *thread) compute(in *instr) (ok bool) {
	for i := range in.code {
		x := &in.code[i]
		v, why := t.result(x)
		if why != "" {
			return t.computeWithout(in, i)
		}
		t.regs[x.Dst] = v
	}
	return true
}

// computeWithout continues from an instruction without a result. That is harmless
// as long as only the side of a choice that is not taken depends on it.
func (t *thread) computeWithout(in *instr, from int) (ok bool) {
	missing := map[int32]string{}
	for i := range in.code[from:] {
		x := &in.code[from+i]
		why := t.lacks(x, missing)
		var v int64
		if why == "" {
			v, why = t.result(x)
		}
		delete(missing, x.Dst)
		t.regs[x.Dst] = v
		if why != "" {
			missing[x.Dst] = why
		}
	}
	for _, r := range append([]int32{in.cond, in.index}, in.args...) {
		if why := missing[r]; why != "" {
			t.m.spoil(why)
			return false
		}
	}
	return true
}

// lacks is the reason why an operand of an instruction has no value, empty if all
// have one.
func (t *thread) lacks(x *eval.Instr, missing map[int32]string) string {
	read := []int32{x.A, x.B}
	switch x.Op {
	case eval.OpChoose:
		if read = []int32{x.A, x.C}; t.regs[x.A] != 0 {
			read[1] = x.B
		}
	case eval.OpCall:
		read = x.Call.Args
	}
	for _, r := range read {
		if why := missing[r]; why != "" {
			return why
		}
	}
	return ""
}

// result is the result of an instruction, or the reason why it has none.
func (t *thread) result(x *eval.Instr) (v int64, why string) {
	var sure eval.Surety
	switch x.Op {
	case eval.OpUnary:
		v, sure = eval.Unary(kernel.UnaryOp(x.Fn), x.T, t.regs[x.A])
	case eval.OpBinary:
		op, a, b := kernel.BinaryOp(x.Fn), t.regs[x.A], t.regs[x.B]
		if !t.m.Wrap && eval.Overflows(op, x.T, a, b) {
			return 0, "a signed integer overflows"
		}
		v, sure = eval.Binary(op, x.T, a, b)
	case eval.OpConvert:
		v, sure = eval.Convert(x.T, x.Result, t.regs[x.A])
	case eval.OpCall:
		v = t.call(x)
	case eval.OpChoose:
		if v = t.regs[x.C]; t.regs[x.A] != 0 {
			v = t.regs[x.B]
		}
	}
	if sure == eval.Undefined {
		return 0, "the result of an operation is undefined"
	}
	return v, ""
}

// call computes a known function; any other one gets some small result, the same
// for the same arguments.
func (t *thread) call(x *eval.Instr) int64 {
	args := make([]int64, len(x.Call.Args))
	for i, r := range x.Call.Args {
		args[i] = t.regs[r]
	}
	if x.Call.Compute != nil {
		if v, ok := x.Call.Compute(args); ok {
			return v
		}
	}
	h := eval.Scramble(t.m.Input)
	for _, r := range x.Call.Name {
		h = eval.Scramble(h ^ uint64(r))
	}
	for _, v := range args {
		h = eval.Scramble(h ^ uint64(v))
	}
	return small(x.Result, h)
}
