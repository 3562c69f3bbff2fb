package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// sampled is the value of a load in a run of one input (Options.Sample), from
// an array that nothing writes. Outside the array it is unknown.
func (s *state) sampled(in *instr, i int64) operand {
	a := s.program.kernel.Arrays[in.array]
	word := func(i int64) operand {
		if i < 0 && a.Len >= 0 || a.Len >= 0 && i >= a.Len {
			return operand{}
		}
		return operand{SampleWord(a.Elem, s.sample, int64(in.array), i), true}
	}
	if in.width == 1 {
		return word(i)
	}
	val, ok := joined(in.t, in.rt, int(in.width), i, word)
	return operand{val, ok}
}

// SampleWord is element i of an array in the input of that number, as a bit pattern
// like kernel.Const. Most values are small, so that they are often equal to each
// other and to constants in programs; the rest is arbitrary. Floating-point values
// are such that sums and products of a few are exact.
func SampleWord(elem kernel.Type, sample uint64, array, i int64) int64 {
	h := eval.Scramble(eval.Scramble(eval.Scramble(sample)^uint64(array)) ^ uint64(i))
	t, small := eval.TypeOf(elem), int64(h>>8%16)-4
	switch {
	case t == eval.F32 || t == eval.F64:
		return eval.Encode(t, float64(small)/4)
	case h%4 == 0 || t == eval.Bool:
		return t.Wrap(int64(h >> 8 & 1))
	case h%4 == 1:
		return t.Wrap(int64(eval.Scramble(h)))
	}
	return t.Wrap(small)
}
