package interleave

import (
	"gv2/runtime/eval"
	"gv2/runtime/flat"
)

// compute executes the code of an instruction. Undefined behaviour ends the
// execution, and ok is false then.
func (t *thread) compute(in *flat.Instr) (ok bool) {
	for i := range in.Code {
		x := &in.Code[i]
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
func (t *thread) computeWithout(in *flat.Instr, from int) (ok bool) {
	missing := map[int32]string{}
	for i := range in.Code[from:] {
		x := &in.Code[from+i]
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
	for _, r := range append([]int32{in.Cond, in.Index}, in.Args...) {
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
	switch {
	case len(t.doubts) > 0 || touchesFloats(x):
		return t.doubted(x)
	case x.Op == eval.OpCall:
		v, _ = t.call(x)
		return v, ""
	}
	return flat.Result(x, t.regs, t.m.Wrap)
}

// call computes a known function, and tells whether it is one for these arguments; any other one
// gets some small result, the same for the same arguments.
func (t *thread) call(x *eval.Instr) (v int64, known bool) {
	args := make([]int64, len(x.Call.Args))
	for i, r := range x.Call.Args {
		args[i] = t.regs[r]
	}
	if x.Call.Compute != nil {
		if v, ok := x.Call.Compute(args); ok {
			return v, true
		}
	}
	h := eval.Scramble(t.m.Input)
	for _, r := range x.Call.Name {
		h = eval.Scramble(h ^ uint64(r))
	}
	for _, v := range args {
		h = eval.Scramble(h ^ uint64(v))
	}
	return small(x.Result, h), false
}
